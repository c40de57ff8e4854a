"""What moves and positions are worth, why, and what each algorithm takes to find out."""
