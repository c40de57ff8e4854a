"""What a page is told: plain data from which everything can be drawn."""
