"""Search over any game: the textbook algorithms and what makes them fast."""
