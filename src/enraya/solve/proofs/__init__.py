"""Certificates of exact values: strategies that keep a claim, who writes them (`prover`), who checks them (`verifier`).

A checker knows the rules and nothing else: no search, no table and no solver may be imported by one. `lines` holds the
certificates of games of free lines, which are much shorter.
"""
