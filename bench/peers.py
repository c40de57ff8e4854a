"""Beside the Python index's other solvers, in one run: `python bench/peers.py [--positions FILE] [--count 200]`.

Installs bitbully, open_spiel, easyAI and aima3 into an environment of their own (build/peers), lets them and Enraya do
the same work in turn on this machine, and prints how many times faster Enraya is. Ratios of one run compare; seconds of
different runs do not. Without a file of Connect 4 positions (`moves score` a line) random ones are taken, from a seed.
"""

import argparse
import json
import random
import subprocess
import sys
import time
import venv
from pathlib import Path

from enraya import Position, find_game, find_strategy
from enraya.games.connect import Connect
from enraya.search.limit import UNLIMITED, Budget
from enraya.solve.methods.connect4 import Connect4Solving

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "peers"
PEERS = ("bitbully", "open_spiel", "easyAI", "aima3")
ROUNDS = 3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=Path, help="Connect 4 positions, `moves score` a line")
    parser.add_argument("--count", type=int, default=200, help="how many random positions without a file")
    said = parser.parse_args()
    python = environment()
    positions = [line.split()[0] for line in said.positions.read_text().splitlines()] if said.positions else []
    positions = positions or random_positions(said.count)
    # In turn, several times over, the best of each: what else the machine does hits all alike.
    theirs, ours = {}, {}
    for _ in range(ROUNDS):
        least(theirs, ask(python, positions))
        least(ours, measure(positions))
    print(f"{'work':<34}{'peer':<26}{'peer':>12}{'Enraya':>12}{'times faster':>14}")
    for name, seconds in theirs.items():
        work, peer = name.split(" · ")
        for mine in (key for key in ours if key.startswith(work)):
            label = mine.split(" · ")[1]
            own = ours[mine]
            print(f"{work:<34}{peer:<26}{seconds:>10.5f} s{own:>10.5f} s{seconds / own:>12.1f} ×  {label}")


def environment() -> Path:
    """The Python of the peers' own environment, made if it is not there."""
    python = FOLDER / "bin" / "python"
    if not python.exists():
        print("Installing", ", ".join(PEERS), "...", file=sys.stderr)
        venv.create(FOLDER, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PEERS], check=True)
    return python


def ask(python: Path, positions: list[str]) -> dict[str, float]:
    """Measure the peers, in their own Python."""
    script = Path(__file__).with_name("peers_inside.py")
    done = subprocess.run([python, script], input=json.dumps(positions), stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)


def measure(positions: list[str]) -> dict[str, float]:
    """Measure Enraya at the same tasks."""
    start = Position.start("mnk(3,3,3)")
    found = {}
    for work, label, player in (
        ("3×3 minimax", "reference Python", "minimax:distance=false,native=false"),
        ("3×3 minimax", "native", "minimax:distance=false"),
        ("3×3 alpha-beta", "reference Python", "alphabeta:distance=false,native=false"),
        ("3×3 alpha-beta", "native", "alphabeta:distance=false"),
    ):
        strategy = find_strategy(player, start.game)
        strategy.choose(start, UNLIMITED)
        began = time.perf_counter()
        strategy.choose(start, UNLIMITED)
        found[f"{work} · {label}"] = time.perf_counter() - began
    core, seconds = Connect4Solving(Connect()), 0.0
    for moves in positions:
        # An empty table each time, and no book: what one position taught must not help with the next.
        core.clear()
        state = Position.start(core.game).play_all(moves).state
        began = time.perf_counter()
        core.run(UNLIMITED, Budget()).score(state)
        seconds += time.perf_counter() - began
    found["Connect 4 exact score, a position · native"] = seconds / len(positions)
    return found


def least(into: dict[str, float], found: dict[str, float]) -> None:
    """Keep the smaller of two measurements of each thing."""
    for name, seconds in found.items():
        into[name] = min(seconds, into.get(name, seconds))


def random_positions(count: int) -> list[str]:
    """Positions of 15 to 20 stones in which nobody has won and nobody can at once."""
    chance = random.Random(1)
    game = find_game("connect")
    found: list[str] = []
    while len(found) < count:
        position = Position.start(game)
        for _ in range(chance.randint(15, 20)):
            if position.is_over:
                break
            position = position.play(chance.choice(position.playable()))
        if not position.is_over and not any(position.play(move).is_over for move in position.playable()):
            found.append("".join(position.move_texts))
    return found


if __name__ == "__main__":
    main()
