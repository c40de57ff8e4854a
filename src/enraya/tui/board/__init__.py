"""The board of the full-screen terminal: its drawing, its widget, and the moves meant by pointing at it.

Belongs here: cells, characters and colours. Does not belong here: a match or its clock.
"""
