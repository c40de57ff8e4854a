"""Forty mistakes that students make in their files: what `check`, `solve`, `match` and `serve` say, and how fast.

    python -m bench.mistakes > table.md

A row for each mistake; a dash where a command does not meet it. The mistakes are those of the tests. `serve` is asked
as its gallery asks: the game is loaded in its process and played a little.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.nursery import run_enraya
from tests.unit.commands.mistakes import HANGS, MISTAKES

from enraya.custom.hosted import HostedGame
from enraya.errors import LocalizedError

FROM_LIST = 29
LONGEST = 110
PATIENCE = 120
COMMANDS = {
    "check": ["check", "--games=20"],
    "solve": ["solve"],
    "match": ["match", "alphabeta:depth=2", "random", "--games=1", "--game"],
}


def chosen() -> dict[str, str]:
    """Forty files by the name of their mistake: all that hang or end the process, and others spread over the list."""
    listed = {name: mistake[0] for part in MISTAKES.values() for name, mistake in part.items()}
    names = list(listed)
    spread = [names[place * len(names) // FROM_LIST] for place in range(FROM_LIST)]
    return {**{name: listed[name] for name in spread}, **{name: HANGS[name][0] for name in HANGS}}


def by_command(words: list[str], file: Path) -> str | None:
    """The sentence of a command about *file*; None if it finds nothing wrong."""
    environment = {**os.environ, "ENRAYA_LANG": "en"}
    try:
        done = run_enraya([*words, str(file)], written=b"", environment=environment, folder=None, patience=PATIENCE)
    except subprocess.TimeoutExpired:
        return "HANGS"
    said = (done.stderr + done.stdout).decode("utf-8", "replace")
    if "Traceback" in said:
        return "TRACEBACK"
    if done.returncode == 0:
        return None
    lines = [line for line in said.splitlines() if line.strip()]
    return lines[-1] if lines else f"exit {done.returncode}"


def by_server(file: Path) -> str | None:
    """The sentence of the server's gallery about *file*."""
    game = HostedGame(str(file), file.name)
    try:
        game.thread.submit(game.prepare).result()
        return None if game.fault is None else str(game.fault)
    except LocalizedError as error:
        return str(error)
    finally:
        game.close()


def shown(sentence: str | None, seconds: float, folder: str) -> str:
    """A cell of the table."""
    if sentence is None:
        return f"– ({seconds:.1f} s)"
    plain = re.sub(r"^(enraya: )?(\S*mine\.py: )?", "", sentence.replace(f"{folder}/", "")).replace("|", "\\|")
    return f"{plain if len(plain) <= LONGEST else plain[:LONGEST] + '…'} ({seconds:.1f} s)"


def main() -> None:
    """Print the table, a row as soon as it is there."""
    print(f"| mistake | {' | '.join([*COMMANDS, 'serve'])} |\n|---|{'---|' * (len(COMMANDS) + 1)}")
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        file = Path(folder) / "mine.py"
        for name, source in chosen().items():
            file.write_text(source, encoding="utf-8")
            cells = []
            for words in [*COMMANDS.values(), None]:
                began = time.monotonic()
                sentence = by_server(file) if words is None else by_command(words, file)
                cells.append(shown(sentence, time.monotonic() - began, folder))
            print(f"| {name} | {' | '.join(cells)} |")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
