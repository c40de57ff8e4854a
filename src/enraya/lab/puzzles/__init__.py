"""Puzzles: positions in which the exact solver knows one right move. Nothing here plays a match or draws a board."""
