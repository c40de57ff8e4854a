"""The built-in games: the rules and nothing else."""
