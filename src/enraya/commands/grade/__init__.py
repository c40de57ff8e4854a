"""`enraya grade`: what students handed in, marked without a browser.

Belongs here: the command, its table and its files. Does not belong here: marking (`lab/marking`, `lab/assignments`).
"""

from enraya.commands.grade.command import grade

__all__ = ["grade"]
