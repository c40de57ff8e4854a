"""Games as files: JSON, PGN and SGF are written and read back, pictures and animations only written.

Belongs here: one module for each format, over `Record`. Does not belong here: positions as text (`notation`, `games`),
matches on disk (`store`), files of solved values (`solve`). What is read may hold anything, and makes no other file
run.
"""

from enraya.exchange.reading import LARGEST, Find, read_game
from enraya.exchange.record import Record, tidy_name
from enraya.exchange.writing import FORMATS, write_game

__all__ = ["FORMATS", "LARGEST", "Find", "Record", "read_game", "tidy_name", "write_game"]
