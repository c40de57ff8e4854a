"""Certificates of games of free lines: pairings with Erdős–Selfridge weights, relevance zones, threat sequences.

`format` is the file, `prover` and `zone_prover` write it by asking the maker–breaker core, the rest checks it by the
lines alone.
"""
