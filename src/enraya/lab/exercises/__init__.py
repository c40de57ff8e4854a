"""Exercises: a tree to work out by hand, made, written, put into sets and printed."""
