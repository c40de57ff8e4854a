"""Whether somebody's game keeps the contract: random games, and each breach told in a sentence."""

from enraya.conformance.contract import GAMES, Breach, Checked, check_game
from enraya.conformance.supervisor import check_file

__all__ = ["GAMES", "Breach", "Checked", "check_file", "check_game"]
