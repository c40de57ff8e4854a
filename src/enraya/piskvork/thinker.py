"""Chooses for a brain: the engine of five in a row where it is built, else the search in Python."""

from __future__ import annotations

from random import Random
from threading import Event

from enraya.game import Player
from enraya.games.lines import LineGame, Stones
from enraya.piskvork.host_board import HostBoard, Refused, Seats
from enraya.piskvork.host_info import SearchRequirements
from enraya.players.deepening import DeepeningPlayer
from enraya.players.swap2 import Swap2Chooser
from enraya.position import Position
from enraya.search.limit import UNLIMITED, Limit

OWN = Player.FIRST


class Thinker:
    """Chooses moves on one board under one rule. Whoever is to move counts as the first player."""

    def __init__(self, columns: int, rows: int, demands: SearchRequirements) -> None:
        self.made_for = demands
        self._game = LineGame((columns, rows), 5, exact=demands.is_exact)
        self._game.name = f"five({columns},{rows},{'standard' if demands.is_exact else 'freestyle'})"
        self._player = DeepeningPlayer(own_limit=UNLIMITED, table_megabytes=demands.megabytes, threads=demands.threads)
        self._player.prepare(self._game)

    def choose(self, table: HostBoard, limit: Limit, stop: Event) -> int:
        """The cell for the next stone of one's own."""
        return int(self._player.choose(Position(self._game, (self._state(table),)), limit, stop=stop).move)

    def _state(self, table: HostBoard) -> Stones:
        own, other = table.cells_of(Seats.OWN), table.cells_of(Seats.OTHER)
        state = Stones(own, other, OWN, None)
        if self._game.strikes(state):
            raise Refused("the game is over")
        if not self._game.legal_moves(state):
            raise Refused("the board is full")
        return state

    def swap2(self, table: HostBoard, limit: Limit, dice: Random, stop: Event) -> str:
        """The answer to the stones of a swap2 opening: three stones, a swap, one stone or two."""
        if len(table.stones) not in (0, 3, 5):
            raise Refused("swap2 has 0, 3 or 5 stones")
        # At most a colour is chosen, a stone is found that balances, or a move is made.
        third = limit.part(1 / 3)

        def judge(state: Stones, part: float) -> float:
            return self._player.judge(self._game, state, third.part(part), stop)

        chooser = Swap2Chooser(self._game, judge, dice)
        black, white = table.cells_of(Seats.OTHER), table.cells_of(Seats.OWN)
        if not table.stones:
            one = chooser.black_stone(0, 0)
            two = chooser.black_stone(1 << one, 0)
            return " ".join(map(table.text, (one, chooser.white_stone(1 << one | 1 << two, 0), two)))
        self._state(table)
        choice = chooser.choice(black, white, may_add=len(table.stones) == 3)
        if choice == "more":
            more = chooser.black_stone(black, white)
            return " ".join(map(table.text, (chooser.white_stone(black | 1 << more, white), more)))
        # White moves next: who takes white places a stone, and who takes black swaps.
        return "SWAP" if choice == "black" else table.text(self.choose(table, third, stop))
