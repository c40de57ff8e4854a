"""Measure how fair the swap2 openings of the usual opponent are:
`python bench/gomoku_swap2.py [--openings N] [--minutes N]`.

Both sides of each opening are played by alpha-beta+ with a limit of nodes and a seed of its own; then the engine plays
the game out against itself, twice, with searches of different sizes. It tells what was chosen, how many openings are
alike up to symmetry, and how black, the first player, and whoever chose the colour fared: near one half is fair.
"""

from __future__ import annotations

import argparse
import math
import time
from collections import Counter

from enraya.players.deepening import DeepeningPlayer
from enraya.position import Position
from enraya.search.limit import UNLIMITED, Limit


def play_opening(game: str, nodes: int, seed: int) -> tuple[Position, list[str]]:
    """The position after an opening, and the words of the choices in it."""
    player, position = DeepeningPlayer(own_limit=Limit(nodes=nodes), seed=seed), Position.start(game)
    while position.state.black is None:
        position = position.play(player.choose(position, UNLIMITED).move)
    return position, [text for text in position.move_texts if not text[-1].isdigit()]


def play_out(position: Position, nodes: int) -> float:
    """The points of the first player."""
    player = DeepeningPlayer(own_limit=Limit(nodes=nodes))
    while not position.is_over:
        position = position.play(player.choose(position, UNLIMITED).move)
    return (1 + (position.outcome or 0)) / 2


def canonical(position: Position) -> tuple[int, int]:
    """The same for openings that symmetry makes alike."""
    return min(symmetry.state(position.state).stones[:2] for symmetry in position.game.symmetries())


def shown(name: str, points: list[float]) -> str:
    mean = sum(points) / len(points)
    error = 1.96 * math.sqrt(sum((each - mean) ** 2 for each in points)) / len(points)
    return f"{name} {mean:.1%} ± {error:.1%}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="gomoku(15,standard,swap2)")
    parser.add_argument("--openings", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=100_000, help="for each stone and each choice of an opening")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=10.0, help="end then, with what has been done")
    said = parser.parse_args()
    until = time.monotonic() + said.minutes * 60
    choices: Counter[str] = Counter()
    alike: Counter[tuple[int, int]] = Counter()
    black, first, chooser = [], [], []
    for number in range(said.openings):
        if time.monotonic() > until:
            break
        position, words = play_opening(said.game, said.nodes, said.seed + number)
        choices[" ".join(words)] += 1
        alike[canonical(position)] += 1
        for nodes in (3_000, 5_000):
            points = play_out(position, nodes)
            first.append(points)
            black.append(points if position.state.black == 0 else 1 - points)
            # Whoever was left the choice at last: the second player, or after more stones the first.
            chooser.append(points if words[0] == "more" else 1 - points)
    print(f"{sum(choices.values())} openings, {len(alike)} different; chosen: {dict(choices)}")
    print("; ".join((shown("black", black), shown("first player", first), shown("who chose", chooser))))


if __name__ == "__main__":
    main()
