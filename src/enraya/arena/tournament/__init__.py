"""A whole tournament: its plan, its progress, the games on disk, the processes that play them, and its table.

Belongs here: everything between a plan and a table. Does not belong here: how a command or a page shows it.
"""
