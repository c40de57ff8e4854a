"""Checks games, players and evaluations in files against their contracts by random play; each breach is a sentence.

Belongs here: the checks of `enraya check`, and the child process that they run in. Does not belong here: how a file is
loaded and called (`custom`, `players.file`), nor the tests of our own games (tests/conformance).
"""

from enraya.conformance.contract import check_game
from enraya.conformance.evaluation import check_evaluation
from enraya.conformance.findings import GAMES, SECONDS, Breach, Findings, Remark
from enraya.conformance.kinds import KINDS, Kind
from enraya.conformance.player import check_player
from enraya.conformance.supervisor import FileFindings, check_file

__all__ = [
    "GAMES",
    "KINDS",
    "SECONDS",
    "Breach",
    "FileFindings",
    "Findings",
    "Kind",
    "Remark",
    "check_evaluation",
    "check_file",
    "check_game",
    "check_player",
]
