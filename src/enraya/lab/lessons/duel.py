"""Two players of a lesson, a few games, each beginning in turn: what "change one thing and measure" is for players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from threading import Event

from enraya.game import Player
from enraya.lab.lessons.lesson import Subject
from enraya.lab.trace.search_settings import SearchSettings
from enraya.players.catalogue import find_strategy
from enraya.players.strategy import Strategy
from enraya.position import Position
from enraya.search.limit import Limit

OPENING_MOVES = 2
"""Moves drawn at random before the players begin, so that no two pairs of games are alike."""

NODES = 20_000
"""Nodes that a player may spend on a move where it does not say itself."""


@dataclass(frozen=True)
class DuelGame:
    """One game: which contestant began, which won (None: nobody) and the moves."""

    starter: int
    winner: int | None
    moves: tuple[str, ...]


def play_duel(
    subject: Subject, players: tuple[tuple[str, bool], tuple[str, bool]], games: int, seed: int, stop: Event
) -> Iterator[DuelGame]:
    """The games one after another; each opening is played twice, with the colours changed.

    A player is its text and whether it is blind: then every unfinished position is worth 0 to it.
    """
    start = subject.reach()
    for number in range(games):
        if stop.is_set():
            return
        dice = find_strategy("random", start.game, seed + number // 2)
        position = start
        for _ in range(OPENING_MOVES):
            if not position.is_over:
                position = position.play(dice.choose(position, Limit()).move)
        seated = [_strategy(text, blind, position, seed + number) for text, blind in players]
        starter = number % 2
        while not position.is_over and not stop.is_set():
            mover = starter if position.to_move == Player.FIRST else 1 - starter
            report = seated[mover].choose(position, Limit(nodes=NODES), stop=stop)
            position = position.play(report.move)
        outcome = position.outcome or 0
        winner = None if outcome == 0 else starter if outcome > 0 else 1 - starter
        if not stop.is_set():
            yield DuelGame(starter, winner, tuple(position.move_texts))


def _strategy(text: str, blind: bool, position: Position, seed: int) -> Strategy:
    if not blind:
        return find_strategy(text, position.game, seed)
    depth = int(text.rpartition("=")[2])
    return SearchSettings("alphabeta", depth=depth, distance=True).judging("zero").strategy(position)
