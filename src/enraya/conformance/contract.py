"""Plays random games of a custom game and checks everything that its functions return and do."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

from enraya.conformance.figures import GameFigures
from enraya.conformance.findings import GAMES, SECONDS, Breach, Findings, OnBreach, breach_of
from enraya.conformance.snapshot import identity_kind, is_unchanged, take_snapshot
from enraya.custom import CustomGame, failure_in_file, shown
from enraya.errors import CustomGameError, NotationError
from enraya.game import Player, Symmetry
from enraya.search.endless import LONGEST_GAME

MORE_FOR_FIRST = 0.6
"""The part of the time limit that the first game may take beyond it."""

MOST_STATES = 20_000
"""States whose answers are kept, to be compared with those of equal ones."""

MOST_TEXTS = 30
"""Moves of a position whose texts are read back."""


def check_game(
    game: CustomGame,
    *,
    games: int = GAMES,
    seed: int = 0,
    seconds: float = SECONDS,
    on_breach: OnBreach = lambda breach: None,
    checked: Findings | None = None,
) -> Findings:
    """Check a game by random play; no breach means that the game can be used everywhere.

    *on_breach* is called with each breach at once; the result is written into *checked* meanwhile, if it is given.
    """
    checked = Findings() if checked is None else checked
    dice, until, figures = Random(seed), time.monotonic() + seconds, GameFigures()
    plies, met = 0, StatesMet()
    while checked.games < games and time.monotonic() < until:
        # One game at least is seen to its end, also on a busy machine.
        run = RandomGame(game, dice, until if checked.games else until + seconds * MORE_FOR_FIRST, met)
        breach = run.play()
        if breach is None and not run.is_finished:
            # The time is over.
            plies = len(run.branching)
            break
        checked.games += 1
        if breach is None:
            figures.add(run.outcome, run.branching)
            continue
        if checked.add(breach):
            on_breach(breach)
        if breach.code == "check.endless":
            # Another game would take as long and say the same.
            break
    if not checked.games:
        # Nothing was seen to its end, so nothing can be said for it.
        unfinished = Breach("check.unfinished", {"seconds": f"{seconds:g}", "plies": plies})
        checked.add(unfinished)
        on_breach(unfinished)
    checked.figures, checked.remarks = figures.as_data(), figures.remarks()
    return checked


class StatesMet:
    """What the rules said of the states of all random games: of equal states they must say the same."""

    def __init__(self) -> None:
        self._said: dict[Any, tuple[Any, ...]] = {}
        self._then: dict[tuple[Any, Any], Any] = {}

    def differs(self, state: Any, said: tuple[Any, ...]) -> str | None:
        """The function by which *state* differs from an equal one that was met before; None if there is none."""
        if len(self._said) >= MOST_STATES and state not in self._said:
            return None
        before = self._said.setdefault(state, said)
        names = ("to_move", "outcome", "legal_moves")
        return next((name for name, one, other in zip(names, before, said, strict=True) if one != other), None)

    def plays_differently(self, state: Any, move: Any, then: Any) -> bool:
        """True if *move* led from an equal state to another than *then* when it was played before."""
        if len(self._then) >= MOST_STATES and (state, move) not in self._then:
            return False
        return bool(self._then.setdefault((state, move), then) != then)


class RandomGame:
    """One random game, every function of the rules asked at every position of it, until the clock shows *until*."""

    def __init__(self, game: CustomGame, dice: Random, until: float, met: StatesMet) -> None:
        self._game, self._dice, self._until, self._met = game, dice, until, met
        self.is_finished = False
        self.outcome: float | None = None
        self.branching: list[int] = []
        """The numbers of legal moves, ply by ply."""
        self._moves: list[str] = []
        self._symmetries: Sequence[Symmetry] = ()

    def play(self) -> Breach | None:
        """The breach that ends it, or None."""
        try:
            self._play()
        except CustomGameError as failure:
            return self._breach(failure)
        except BaseException as error:
            # The __eq__ of a state, say, which no function of ours calls by name.
            failed = failure_in_file(error)
            if failed is None and isinstance(error, RecursionError):
                # A comparison of ours does not come to the bottom of it.
                failed = self._failure("check.state_deep")
            if failed is None:
                raise
            return self._breach(failed)
        return None

    def _breach(self, failure: CustomGameError) -> Breach:
        return breach_of(failure, self._moves)

    def _play(self) -> None:
        game = self._game
        self._symmetries = game.symmetries()
        state = self._begun()
        for ply in range(LONGEST_GAME):
            moves, outcome = self._looked_at(state)
            if outcome is not None:
                self.is_finished, self.outcome = True, outcome
                return
            if time.monotonic() > self._until:
                return
            self.branching.append(len(moves))
            if game.longest is not None and ply >= game.longest:
                raise self._failure("check.longer", longest=game.longest)
            self._check_texts(state, moves)
            move = self._dice.choice(moves)
            then = self._played(state, move)
            if self._met.plays_differently(state, move, then):
                raise self._failure("check.play_differs")
            for number, symmetry in enumerate(self._symmetries, start=1):
                self._check_symmetry(number, symmetry, state, move, then)
            self._moves.append(game.format_move(move))
            state = then
        if not game.repeats:
            raise self._failure("check.endless", plies=LONGEST_GAME)
        self.is_finished = True

    def _begun(self) -> Any:
        """The state that the game starts from, which must be the same however often it is asked for."""
        state, again = self._game.initial(), self._game.initial()
        if state != again:
            raise self._failure("check.initial_differs")
        return state

    def _looked_at(self, state: Any) -> tuple[Sequence[Any], int | None]:
        """The legal moves and the outcome of *state*, when every function that looks at it has been asked."""
        game = self._game
        moves = self._unchanged(state, "legal_moves(state)", game.legal_moves)
        self._check_moves(moves, game.legal_moves(state))
        outcome = self._unchanged(state, "outcome(state)", game.outcome)
        if len(set(moves)) < len(moves):
            raise self._failure("check.moves_twice")
        if outcome is None and not moves:
            raise self._failure("check.stuck")
        if outcome is not None and moves:
            raise self._failure("check.moves_after_end", outcome=outcome, count=len(moves))
        turn = self._unchanged(state, "to_move(state)", game.to_move)
        if (differing := self._met.differs(state, (turn, outcome, set(moves)))) is not None:
            raise self._failure("check.equal_differ", kind=type(game.unwrapped_state(state)).__name__, what=differing)
        self._unchanged(state, "render(state)", game.render)
        self._check_state_text(state)
        if game.has("board"):
            self._unchanged(state, "board(state)", game.board)
            for move in moves[:MOST_TEXTS] if game.has("cells") else ():
                self._unchanged(state, "cells(state, move)", partial(game.gesture, move=move))
        if game.has("svg"):
            self._unchanged(state, "svg(state)", game.svg)
        if outcome:
            self._unchanged(state, "winning_cells(state)", game.winning_cells)
        if outcome is None:
            for player in Player:
                self._unchanged(state, "evaluate(state, player)", partial(game.evaluate, player=player))
        return moves, outcome

    def _check_state_text(self, state: Any) -> None:
        """Check that `parse_state` reads back what `format_state` writes as the same state."""
        text = self._unchanged(state, "format_state(state)", self._game.format_state)
        if text is None or not self._game.has("parse_state"):
            return
        try:
            read = self._game.parse_state(text)
        except NotationError as error:
            raise self._failure("check.state_unread", text=text, reason=str(error.values["reason"])) from None
        if read != state:
            raise self._failure("check.state_differs", text=text, answer=shown(self._game.unwrapped_state(read)))

    def _check_moves(self, moves: Sequence[Any], again: Sequence[Any]) -> None:
        """The same state has the same moves, and they have the same texts, however often it is asked for them."""
        if set(moves) != set(again):
            kind = identity_kind(moves)
            raise self._failure("check.moves_differ" if kind is None else "check.move_identity", kind=kind)
        texts, then = ({self._game.format_move(move) for move in each} for each in (moves, again))
        if texts != then:
            raise self._failure("check.move_text", text=min(texts - then))

    def _unchanged(self, state: Any, function: str, call: Callable[[Any], Any]) -> Any:
        """Call *call* with *state* and return its result; *state* must not change."""
        before = take_snapshot(state)
        answer = call(state)
        if not is_unchanged(before, take_snapshot(state)):
            raise self._failure("check.function_changes", function=function)
        return answer

    def _played(self, state: Any, move: Any) -> Any:
        game = self._game
        then = self._unchanged(state, "play(state, move)", lambda each: game.play(each, move))
        again = game.play(state, move)
        if then == again and hash(then) == hash(again):
            return then
        kind = identity_kind(then)
        if kind is not None and take_snapshot(then) == take_snapshot(again):
            raise self._failure("check.identity", kind=kind)
        if then == again:
            raise self._failure("check.hash_differs", kind=type(game.unwrapped_state(then)).__name__)
        raise self._failure("check.play_differs")

    def _check_texts(self, state: Any, moves: Sequence[Any]) -> None:
        game = self._game
        texts = [game.format_move(move) for move in moves]
        for text in texts:
            if not text or text != text.strip() or not text.isprintable():
                raise self._failure("check.move_unreadable", text=shown(text))
        if len(set(texts)) < len(texts):
            twice = next(text for text in texts if texts.count(text) > 1)
            raise self._failure("check.text_twice", text=twice)
        if not game.has("parse_move"):
            return
        for move, text in list(zip(moves, texts, strict=True))[:MOST_TEXTS]:
            read = game.called("parse_move", game.unwrapped_state(state), text)
            if read != move:
                raise self._failure("check.parse_differs", text=text, answer=shown(read))

    def _check_symmetry(self, number: int, symmetry: Symmetry, state: Any, move: Any, then: Any) -> None:
        game = self._game
        image = self._unchanged(state, "symmetries()", symmetry.state)
        if game.to_move(image) != game.to_move(state):
            raise self._failure("check.symmetry_turn", number=number)
        for one, other in ((state, image), (then, symmetry.state(then))):
            outcome, there = game.outcome(one), game.outcome(other)
            if outcome != there:
                raise self._failure("check.symmetry_outcome", number=number, outcome=str(outcome), image=str(there))
        moves, legal = list(game.legal_moves(state)), list(game.legal_moves(image))
        carried = [symmetry.move(each) for each in moves]
        if len(carried) != len(legal) or any(each not in legal for each in carried) or _has_twice(carried):
            texts = {"moves": self._texts(moves), "image": self._texts(carried), "legal": self._texts(legal)}
            raise self._failure("check.symmetry_moves", number=number, **texts)
        moved = symmetry.move(move)
        if game.play(image, moved) != symmetry.state(then):
            texts = {"move": game.format_move(move), "image": game.format_move(moved)}
            raise self._failure("check.symmetry_play", number=number, **texts)

    def _texts(self, moves: Sequence[Any]) -> str:
        return shown([self._game.format_move(move) for move in moves])

    def _failure(self, code: str, **values: object) -> CustomGameError:
        return CustomGameError(code, name=self._game.name, **values)


def _has_twice(moves: Sequence[Any]) -> bool:
    return any(move in moves[:at] for at, move in enumerate(moves))
