"""Certificates of games of free lines: pairings, relevance zones, threat sequences."""
