"""Certificates of games of free lines: pairings with Erdős–Selfridge weights, relevance zones, threat sequences.

`format` is the file that names its positions and `transcript` the one that is streamed; `prover` and `zone_prover`
write them by asking the maker–breaker core, the rest checks them by the lines alone.
"""
