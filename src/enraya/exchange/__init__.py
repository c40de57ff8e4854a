"""Games as files: written in formats that other programs know, and read back with care."""

from enraya.exchange.reading import LARGEST, Find, read_game
from enraya.exchange.record import Record, tidy_name
from enraya.exchange.writing import FORMATS, write_game

__all__ = ["FORMATS", "LARGEST", "Find", "Record", "read_game", "tidy_name", "write_game"]
