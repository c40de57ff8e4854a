"""Makes puzzles: plays games as people who look one move ahead do, and asks of each position whether it is a puzzle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from threading import Event
from typing import Any, NamedTuple

from enraya.game import Game
from enraya.lab.puzzles.finding import find_puzzle
from enraya.lab.puzzles.puzzle import Kind, Puzzle, Solve
from enraya.lab.puzzles.threats import winning_moves
from enraya.position import Position
from enraya.search.limit import Limit
from enraya.solve.canonical import CanonicalForms
from enraya.solve.solver import Solver

NODES = 100_000
"""The node limit for each position: one that takes more to solve is no puzzle for people, and others are soon found."""

TRIES = 120
"""Positions that are looked at for each puzzle that is wanted."""

ATTENTION = 0.8
"""The frequency with which a player of these games sees an immediate win, or the opponent's."""

LARGEST_SHARE = 0.6
"""The largest share of a set for one kind of puzzle, where there are others."""


class Range(NamedTuple):
    """Between which plies puzzles of a game are looked for."""

    least: int
    most: int


SHIPPED: dict[str, Range] = {
    "mnk(3,3,3)": Range(1, 6),
    "mnk(3,3,3,misere=true)": Range(1, 6),
    "mnk(4,4,3)": Range(2, 9),
    "mnk(4,4,4)": Range(5, 11),
    "mnk(4,4,4,misere=true)": Range(5, 11),
    "mnk(5,5,4)": Range(10, 17),
    "mnk(6,6,4)": Range(21, 28),
    "connect(7,6,4)": Range(18, 32),
    "connect(5,5,4)": Range(8, 18),
    "cube(3,3)": Range(6, 18),
    "cube(4,4)": Range(38, 50),
    "terni": Range(2, 14),
    "oso(4,4)": Range(6, 11),
    "oso(5,4)": Range(9, 14),
}
"""The games of the set that comes with the program."""


def range_for(game: Game[Any, Any]) -> Range:
    """The range of plies to look for puzzles of *game* in: its middle, unless a better one is known."""
    if game.name in SHIPPED:
        return SHIPPED[game.name]
    longest = game.longest or 12
    return Range(max(1, longest // 3), max(2, longest * 4 // 5))


def exact_solver(game: Game[Any, Any], nodes: int | None = NODES, stop: Event | None = None) -> Solve:
    """The exact worth of every move of positions of *game*, within so many nodes each."""
    solver = Solver(game)
    return lambda position: solver.solve(position, Limit(nodes=nodes), every_move=True, stop=stop)


def make_puzzles(game: Game[Any, Any], count: int, seed: int, stop: Event | None = None) -> Iterator[Puzzle]:
    """Up to *count* different puzzles of *game*, the same for the same *seed*; fewer where few are found.

    Two that symmetry makes alike are not different. Of one kind there are not many more than of the others.
    """
    dice, solve, span = Random(f"{game.name} {seed}"), exact_solver(game, stop=stop), range_for(game)
    forms, seen = CanonicalForms(game), set()
    kinds: Counter[Kind] = Counter()
    largest = count if game.scored else max(1, round(count * LARGEST_SHARE))
    for _ in range(TRIES * count):
        if sum(kinds.values()) == count or (stop is not None and stop.is_set()):
            return
        position = random_position(game, dice, dice.randint(span.least, span.most))
        if position is None or (form := forms.text(forms.form(position.state))) in seen:
            continue
        seen.add(form)
        puzzle = find_puzzle(position, solve)
        if puzzle is not None and kinds[puzzle.kind] < largest:
            kinds[puzzle.kind] += 1
            yield puzzle


def random_position(game: Game[Any, Any], dice: Random, plies: int) -> Position | None:
    """A position after so many plies between two who look one move ahead, most of the time.

    None if the game ended, or came back to where it was: what is right there hangs on the past.
    """
    position = Position.start(game)
    while len(position.moves) < plies and not position.is_over:
        position = position.play(_natural_move(position, dice))
    return None if position.is_over or len(set(position.states)) < len(position.states) else position


def _natural_move(position: Position, dice: Random) -> Any:
    moves = position.playable()
    dice.shuffle(moves)
    if position.game.scored or dice.random() > ATTENTION:
        return moves[0]
    if won := winning_moves(position.game, position.state):
        return won[0]
    game, state = position.game, position.state
    for move in moves:
        child = game.play(state, move)
        if game.outcome(child) is None and not winning_moves(game, child):
            return move
    return moves[0]
