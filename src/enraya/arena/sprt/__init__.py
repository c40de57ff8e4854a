"""The sequential probability ratio test for "is A better than B", on pairs of games.

Belongs here: counts of pairs, the log-likelihood ratio, the decision. Does not belong here: who plays the games.
"""
