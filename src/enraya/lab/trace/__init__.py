"""One search recorded: its events as columns, its tree, its bounds, its pseudocode, and files of these.

Belongs here: observers of one search. Does not belong here: several searches side by side (`enraya.lab.values`).
"""
