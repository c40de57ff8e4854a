"""Players that attack from inside a match: the match goes on, and the right one loses for the right reason."""

from __future__ import annotations

from threading import Event

import pytest

from enraya.arena.duel import Duel, play_duel
from enraya.jail.process_spec import MODES
from enraya.workers.move_choice import WORKER
from enraya.workers.process import ProcessPool, answer_on
from tests.faults.jails import holds
from tests.talking_bot import TALKING

pytestmark = pytest.mark.skipif(
    not any(map(holds, MODES)), reason="this machine offers nothing that could hold a process"
)

CHEATS = {
    "ending its process": ("import os\ndef choose(state, limit):\n    os._exit(0)\n", "crash"),
    "killing itself": ("import os\ndef choose(state, limit):\n    os.kill(os.getpid(), 9)\n", "crash"),
    "closing its output": ("import os\ndef choose(state, limit):\n    os.closerange(0, 100)\n", "crash"),
    "a crash in C": ("import ctypes\ndef choose(state, limit):\n    ctypes.string_at(0)\n", "crash"),
    "all the memory": ("def choose(state, limit):\n    return 'a' * (3 << 30)\n", "crash"),
    "a loop in C": ("def choose(state, limit):\n    sum(range(10 ** 15))\n", "timeout"),
    "deleting its own file": (
        "import os\ndef choose(state, limit):\n    os.unlink(__file__)\n    return 'a1'\n",
        "crash",
    ),
    "a move of 10 megabytes": ("def choose(state, limit):\n    return 'a1' * (5 << 20)\n", "illegal"),
    "a line of 10 megabytes where only Enraya writes": (
        "import os\ndef choose(state, limit):\n    for each in range(3, 20):\n"
        "        try:\n            os.set_blocking(each, True)\n            os.write(each, b'x' * (10 << 20))\n"
        "        except OSError:\n            pass\n",
        "flood",
    ),
    "a forged answer": (
        "import json, os\nanswer = {'answer': {'move': 'a1'}, 'id': '0'}\n"
        "def choose(state, limit):\n    for each in range(3, 20):\n"
        "        try:\n            os.write(each, json.dumps(answer).encode() + b'\\n')\n"
        "        except OSError:\n            pass\n    return 'a1'\n",
        "unasked",
    ),
    "an answer before it was asked": (
        "import os\nfor each in range(3, 20):\n"
        '    try:\n        os.write(each, b\'{"answer": {"move": "a1"}}\\n\')\n'
        "    except OSError:\n        pass\n"
        "def choose(state, limit):\n    return 'a1'\n",
        None,
    ),
    "a choice of other kinds": (
        "import enraya.players.turn as turn\n"
        "class Choice:\n    @classmethod\n    def of(cls, *arguments):\n        return cls()\n"
        "    def _asdict(self):\n        return {'move': ['a1'], 'value': 'x' * 1000}\n"
        "import sys\nsys.modules['enraya.workers.move_choice'].Choice = Choice\n"
        "def choose(state, limit, game):\n    return game.legal_moves(state)[0]\n",
        "unasked",
    ),
    "blaming the rules": (
        "from enraya.errors import EnrayaError\ndef choose(state, limit):\n    raise EnrayaError('check.stuck')\n",
        "crash",
    ),
}


def played(player, games=2, seconds=60):
    return list(play_duel(Duel("mnk(3,3,3)", str(player), "random", games, seed=1, seconds=seconds), Event()))


@pytest.mark.parametrize("cheat", [name for name, (_, reason) in CHEATS.items() if reason])
def test_a_cheat_loses_each_game_for_its_reason_and_the_match_goes_on(tmp_path, cheat):
    source, reason = CHEATS[cheat]
    file = tmp_path / "mine.py"
    file.write_text(source, encoding="utf-8")
    games = played(file, seconds=1 if reason == "timeout" else 60)
    assert [(each.result.winner, each.failed, each.reason) for each in games] == [(1, 0, reason)] * 2
    assert file.read_text(encoding="utf-8") == source


def test_an_answer_before_it_was_asked_is_not_taken(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(CHEATS["an answer before it was asked"][0], encoding="utf-8")
    games = played(file)
    assert [(each.result.winner, each.failed, each.reason) for each in games] == [(1, 0, "unasked")] * 2


def test_a_player_that_changes_modules_changes_them_for_nobody_else(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "import sys, random, json\n"
        "random.choice = None\njson.loads = None\n"
        "for name in list(sys.modules):\n    if name.startswith('enraya.games'):\n        del sys.modules[name]\n"
        "def choose(state, limit):\n    return 'a1'\n"
    )
    # It can no longer read what it is asked: its time runs out.
    assert len(played(file, seconds=2)) == 2
    honest = tmp_path / "honest.py"
    honest.write_text(
        "import random\ndef choose(state, limit, game):\n    return random.choice(game.legal_moves(state))\n"
    )
    assert [each.failure for each in played(honest)] == [None, None]


def test_a_gigabyte_of_printing_is_cut_short(tmp_path, capfd):
    file = tmp_path / "mine.py"
    file.write_text(
        "import sys\n"
        "def choose(state, limit, game):\n"
        "    for _ in range(1 << 10):\n        sys.stderr.write('x' * (1 << 20))\n"
        "    return game.legal_moves(state)[0]\n"
    )
    played(file, games=1, seconds=2)
    assert len(capfd.readouterr().err) < 1 << 20


RULES = """
def initial(): return 1
def legal_moves(state): return [MOVE] if state else []
def play(state, move): return 0
def outcome(state): return None if state else 1
"""


def test_a_worker_never_sees_a_file_as_it_was_before(tmp_path):
    file = tmp_path / "mine.py"
    job = {"task": "choose", "player": "random", "game": str(file), "start": None, "moves": [], "seed": 1, "seconds": 1}
    staff = ProcessPool(WORKER)
    try:
        for move in ("7", "88"):
            file.write_text(RULES.replace("MOVE", move), encoding="utf-8")
            assert answer_on(staff.ask(job, Event(), 120))["move"] == move
    finally:
        staff.close()


BOTS = {
    "a gigabyte of output": ("wait('go')\nwhile True:\n    sys.stdout.write('x' * (1 << 20))\n", "flood"),
    "a move of 10 megabytes": ("wait('go')\nsay('move ' + 'a1' * (5 << 20))\n", "flood"),
    "silence": ("wait('never')\n", "timeout"),
    # If it comes while the question is on its way it is taken for the answer, and is illegal.
    "an answer before it was asked": ("say('move z9')\nwait('never')\n", "unasked or illegal"),
    "two answers to one question": ("wait('go')\nsay('move a1\\nmove a1')\nwait('never')\n", "unasked or illegal"),
    "reading nothing": ("import time\ntime.sleep(10 ** 6)\n", "timeout"),
}


@pytest.mark.parametrize("cheat", BOTS)
def test_a_program_that_cheats_loses_for_its_reason(tmp_path, cheat):
    source, reason = BOTS[cheat]
    file = tmp_path / "mine.py"
    file.write_text(TALKING + "say('ready cheat')\n" + source, encoding="utf-8")
    for each in played(f"bot:{file}", seconds=3 if reason == "timeout" else 60):
        assert (each.result.winner, each.failed) == (1, 0)
        assert each.reason in reason.split(" or ")


LATE_PLAYER = """
import time
def choose(state, limit, game):
    time.sleep(4)
    return game.legal_moves(state)[0]
"""
LATE_BOT = """
say('ready late')
for line in sys.stdin:
    if line.startswith('legal'):
        first = line.split()[1]
    if line.strip() == 'go':
        import time
        time.sleep(4)
        say('move ' + first)
"""


@pytest.mark.parametrize("kind", ["", "bot:"])
def test_an_answer_too_late_for_one_game_is_not_taken_in_the_next(tmp_path, kind):
    file = tmp_path / "mine.py"
    file.write_text(TALKING + LATE_BOT if kind else LATE_PLAYER, encoding="utf-8")
    games = played(f"{kind}{file}", games=2, seconds=1)
    assert [(each.result.winner, each.failed, each.reason) for each in games] == [(1, 0, "timeout")] * 2
