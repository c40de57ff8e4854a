"""Programs in any language: the examples of the docs play, and each breach of the protocol has its sentence."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from threading import Event

import pytest

from enraya.arena.duel import Duel, play_duel
from enraya.bots.command import command_of
from enraya.bots.protocol import Answer, ProtocolBreach, describe_turn
from enraya.errors import NotationError
from enraya.position import Position
from tests.talking_bot import TALKING
from tests.unit.commands.running import run

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples" / "bots"


def played(player, games=1, **settings):
    return list(play_duel(Duel("mnk(3,3,3)", player, "random", games, seed=1, **settings), Event()))


def moves_of(game):
    return [made.move for made in game.result.history]


def test_a_bot_in_python_without_enraya_plays_the_first_legal_move():
    games = played(f"bot:{EXAMPLES / 'first.py'}", games=2)
    assert [each.failure for each in games] == [None, None]
    assert moves_of(games[0])[0] == "a1"


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node on this machine")
def test_a_bot_in_javascript_plays():
    (game,) = played(f"bot:{EXAMPLES / 'middle.js'}")
    assert game.failure is None
    assert moves_of(game)[0] == "b2"


@pytest.mark.skipif(shutil.which("g++") is None, reason="there is no C++ compiler on this machine")
def test_a_bot_in_cpp_plays(tmp_path):
    subprocess.run(["g++", "-O0", "-o", tmp_path / "last", EXAMPLES / "last.cpp"], check=True)
    (game,) = played(f"bot:{tmp_path / 'last'}")
    assert game.failure is None
    assert moves_of(game)[0] == "c3"


BREACHES = {
    "no greeting": ("print('hello', flush=True)\ninput()", "the first line of a bot is ready"),
    "another word": ("say('ready x')\nwait('go')\nsay('play a1')", "a bot says ready, info or move"),
    "no move": ("say('ready x')\nwait('go')\nsay('move')", "after move comes one of the legal moves"),
    "an illegal move": ("say('ready x')\nwait('go')\nsay('move z9')", "z9"),
    "a value that is no number": ("say('ready x')\nwait('go')\nsay('info value high')", "value is a number"),
    "a depth that is no number": ("say('ready x')\nwait('go')\nsay('info depth 1.5')", "depth is a whole number"),
    "unknown information": ("say('ready x')\nwait('go')\nsay('info mood good')", "after info come"),
    "its end": ("say('ready x')\nwait('go')", "ended its own process"),
}


@pytest.mark.parametrize("what", BREACHES)
def test_each_breach_is_explained_by_hand(tmp_path, what):
    source, sentence = BREACHES[what]
    file = tmp_path / "mine.py"
    file.write_text(TALKING + source, encoding="utf-8")
    done = run("bot", "run", str(file))
    assert done.returncode in (1, 2)
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_a_conversation_is_shown_line_by_line():
    done = run("bot", "run", str(EXAMPLES / "first.py"), input="b2\n")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[:2] == ["> enraya 1", "< ready first"]
    assert "> moves a1 b2" in lines
    assert "kept the protocol" in lines[-1]


def test_an_answer_may_carry_value_depth_and_line():
    answer, position = Answer(), Position.start("mnk(3,3,3)")
    assert answer.read("info value 0.5 depth 6 line b2 a1", position) is None
    choice = answer.read("move b2", position)
    assert (choice.move, choice.value, choice.depth, choice.line) == ("b2", 0.5, 6, "b2 a1")


def test_a_turn_is_told_in_four_lines():
    position = Position.start("mnk(3,3,3)").play("b2")
    moves, legal, time, go = describe_turn(position, 1.5)
    assert (moves, time, go) == ("moves b2", "time 1500", "go")
    assert legal.split()[:2] == ["legal", "a1"]
    with pytest.raises(ProtocolBreach):
        Answer().read("move b2", position)


def test_a_file_that_is_no_program_is_refused_in_a_sentence(tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("hello")
    with pytest.raises(NotationError, match="is no program"):
        command_of(f"bot:{file}")
