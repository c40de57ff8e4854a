"""The bot in the docs plays as it stands there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from threading import Event

from enraya.arena.duel import Duel, play_duel
from tests.faults.servers import GIVE_UP

DOCS = Path(__file__).parents[2] / "docs" / "api.md"


def test_the_bot_in_the_docs_plays_a_match_to_its_end(running):
    bot = re.search(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)[1]
    bot = bot.replace("http://127.0.0.1:8000", f"http://127.0.0.1:{running.port}")
    played = subprocess.run([sys.executable, "-c", bot], capture_output=True, text=True, timeout=GIVE_UP, check=False)
    assert played.returncode == 0, played.stderr
    assert re.match(r"(line|full) \[", played.stdout)


def test_a_bot_that_floods_before_it_is_asked_loses_each_game_by_name(tmp_path):
    file = tmp_path / "flood.py"
    file.write_text("while True:\n    print('x' * 60_000, flush=True)\n", encoding="utf-8")
    games = list(play_duel(Duel("mnk(3,3,3)", f"bot:{file}", "random", 2, seed=1), Event()))
    assert [(each.result.winner, each.failed, each.reason) for each in games] == [(1, 0, "flood")] * 2
