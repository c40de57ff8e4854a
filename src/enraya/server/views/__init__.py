"""What a page is told: plain data, from which everything can be drawn without knowing any rules.

Belongs here: turning positions, matches and exercises into data. Does not belong here: changing any of them.
"""
