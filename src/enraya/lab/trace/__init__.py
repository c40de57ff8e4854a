"""One search written down: its steps, its tree, its bounds, its pseudocode."""
