"""The machine players, by name: `find_strategy("alphabeta:depth=6")`."""
