"""The pairings, given the results so far: round robin, gauntlet, Swiss and knockout.

Belongs here: meetings, their order, byes and tie-breaks, all pure. Does not belong here: how a game is played, which
openings there are, and what the results are worth (the packages `rating` and `sprt`).
"""
