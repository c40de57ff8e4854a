"""The views: plain data from which the page draws everything without knowing any rules.

Belongs here: turning positions, matches and exercises into data. Does not belong here: changing any of them.
"""
