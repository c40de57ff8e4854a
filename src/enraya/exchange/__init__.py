"""Games as files: JSON, PGN and SGF are written and read back, pictures and animations only written.

Belongs here: one module for each format, over `Record`. Does not belong here: positions as text (`notation`, `games`),
matches on disk (`store`), files of solved values (`solve`). What is read may hold anything, and makes no other file
run.
"""

from enraya.exchange.formats import FORMATS, LARGEST, READABLE, Find, formats_for, read_game, write_game
from enraya.exchange.record import Record, tidy_name

__all__ = ["FORMATS", "LARGEST", "READABLE", "Find", "Record", "formats_for", "read_game", "tidy_name", "write_game"]
