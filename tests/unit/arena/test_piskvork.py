"""Programs of others in a match: `piskvork:COMMAND`, and what becomes of those that misbehave."""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Event

import pytest
from tests.unit.piskvork.programs import command

from enraya.arena.duel import Duel, play_duel
from enraya.arena.playing import PlayedGame
from enraya.errors import NotationError
from enraya.players.file import PlayerFailure


def play(path: Path, answer: str, game: str = "gomoku(15,freestyle,free)", seconds: float | None = 20.0) -> PlayedGame:
    duel = Duel(game, f"piskvork:{command(path, answer)}", "level:3", 1, 1, seconds)
    return next(play_duel(duel, Event()))


@pytest.mark.parametrize(
    ("game", "answer"), [("gomoku(15,standard,free)", "plays"), ("mnk(6,5,5)", "plays"), ("mnk(6,6,5)", "suggests")]
)
def test_a_program_plays_a_whole_game(tmp_path: Path, game: str, answer: str) -> None:
    played = play(tmp_path, answer, game, None)
    assert played.failure is None
    assert len(played.result.history) >= 9


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("is silent", "timeout"),
        ("crashes", "crash"),
        ("talks", "illegal"),
        ("plays on a stone", "illegal"),
        ("complains", "crash"),
        ("floods", "flood"),
        ("takes memory", "crash"),
    ],
)
def test_a_program_that_misbehaves_loses_that_game_by_name(tmp_path: Path, answer: str, reason: str) -> None:
    played = play(tmp_path, answer, seconds=1.0 if answer == "is silent" else 20.0)
    assert (played.reason, played.failed, played.result.winner) == (reason, 0, 1)


def test_a_program_runs_in_the_jail(tmp_path: Path) -> None:
    program = Path(command(tmp_path, "plays").split()[1])
    secret = tmp_path.parent / "secret"
    secret.write_text("known")
    reading = f"import pathlib\npathlib.Path({str(secret)!r}).read_text()\n"
    program.write_text(reading + program.read_text())
    duel = Duel("mnk(6,5,5)", f"piskvork:{sys.executable} {program}", "random", 1, 1)
    with pytest.raises(PlayerFailure, match="ended its own process"):
        next(play_duel(duel, Event()))


@pytest.mark.parametrize("wants_sides", [False, True])
def test_a_program_opens_with_swap2_and_answers_it(tmp_path: Path, wants_sides: bool) -> None:
    """Also one that wants the stones of an opening as those of a board, each with its side."""
    program = f"piskvork:{command(tmp_path, 'plays', wants_sides=wants_sides)}"
    duel = Duel("gomoku(15,standard,swap2)", program, program, 1, 1)
    played = next(play_duel(duel, Event()))
    moves = [each.move for each in played.result.history]
    # Stones are said black and white in turn, and our game places the black ones first.
    assert moves[:7] == ["d1", "f3", "e2", "more", "a7", "a6", "black"]
    assert played.failure is None


def test_other_games_and_missing_programs_are_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="flat board"):
        play(tmp_path, "plays", "connect(7,6,4)")
    with pytest.raises(NotationError, match="cannot be started"):
        next(play_duel(Duel("gomoku(15,freestyle,free)", "piskvork:/nowhere/brain", "random", 1, 1), Event()))
