"""Checks a custom game against the contract by random play; each breach is a sentence.

Belongs here: the checks of `enraya check`, and the child process that they run in. Does not belong here: how a file is
loaded and called (`custom`), nor the tests of our own games (tests/conformance).
"""

from enraya.conformance.contract import GAMES, Breach, Checked, check_game
from enraya.conformance.supervisor import check_file

__all__ = ["GAMES", "Breach", "Checked", "check_file", "check_game"]
