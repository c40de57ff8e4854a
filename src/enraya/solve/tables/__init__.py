"""Strongly solved games: all positions as a graph, valued by retrograde analysis, and stored as a table on disk.

A transposition table is another thing (`search.transposition_table`): it is bounded, and part of one search.
"""
