"""Fits the pattern network of the Gomoku engine to games it plays against itself.

    python bench/gomoku_tune.py play GAMES.txt --games 60000 --nodes 800 --seed 7
    python bench/gomoku_tune.py fit GAMES.txt --epochs 12 --output native/gomoku/weights.hpp

`play` adds games to the file, a line each, until it holds so many, so it can be ended and started again at any time;
each game has dice of its own, made of the seed and its number. A line is the result for the first player, how many
stones were placed by the dice, and the moves, each with the value that the search gave to the position before it. A
game ends when the search has proven who wins. `fit` starts from nothing, holds an eighth of the games back to measure
on, and writes a header with the weights, the command, and the hash of the games.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import random
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from enraya import _native

SIZE = 15
DEEPEST = 100
SCALE = 200
"""As `NetworkFit::kScale`: the estimate that stands for a chance of 73 %."""

FAIR = 120
"""The largest absolute value of a position that a game starts from."""


class Stones:
    """The moves of a game, and the two sets of cells that the core takes."""

    def __init__(self) -> None:
        self.moves: list[int] = []

    @property
    def sides(self) -> tuple[int, int, int]:
        first, second = (sum(1 << cell for cell in self.moves[side::2]) for side in (0, 1))
        return first, second, len(self.moves) % 2


def opening(dice: random.Random, core: _native.GomokuSearch) -> Stones:
    """Some stones near each other, after which the search does not know who is better."""
    while True:
        stones, count = Stones(), dice.randint(2, 7)
        middle = (dice.randint(4, SIZE - 5), dice.randint(4, SIZE - 5))
        while len(stones.moves) < count:
            column, row = (min(SIZE - 1, max(0, round(dice.gauss(at, 1.7)))) for at in middle)
            if row * SIZE + column not in stones.moves:
                stones.moves.append(row * SIZE + column)
        found = core.search(*stones.sides, depth=DEEPEST, nodes=4000)
        if abs(found.value) < FAIR:
            return stones


def play_batch(seed: int, numbers: range, nodes: int, weights: list[int]) -> list[str]:
    """Games as lines of text."""
    games = _native.GomokuSelfPlay(SIZE, weights)
    return [games.game(seed, number, nodes) for number in numbers]


def play(said: argparse.Namespace) -> None:
    path = Path(said.file)
    done = len(path.read_text().splitlines()) if path.exists() else 0
    weights = read_weights(said.weights)
    batches = [range(start, min(start + 20, said.games)) for start in range(done, said.games, 20)]
    with ProcessPoolExecutor(said.processes) as pool, path.open("a") as file:
        games = [pool.submit(play_batch, said.seed, batch, said.nodes, weights) for batch in batches]
        for each in as_completed(games):
            file.write("".join(line + "\n" for line in each.result()))
            file.flush()
            done += len(each.result())
            print(f"\r{done} games", end="", file=sys.stderr)


def read_weights(path: str | None) -> list[int]:
    """The numbers between the braces of a header, or the weights that are built in."""
    if path is None:
        return _native.GomokuSearch.built_in_weights()
    numbers = Path(path).read_text().partition("kWeights{")[2].partition("}")[0]
    return [int(number) for number in numbers.replace("\n", " ").split(",") if number.strip()]


def add_game(fit: _native.GomokuNetworkFit, line: str, trust: float) -> None:
    """Add a game: what stands before each move is judged by the result and by the value of the search."""
    winner, placed, *texts = line.split()
    moves, targets = [], []
    for number, text in enumerate(texts):
        move, _, value = text.partition(":")
        moves.append(int(move))
        if number < int(placed):
            targets.append(-1.0)
        else:
            result = (1 + int(winner) * (1 if number % 2 == 0 else -1)) / 2
            targets.append(trust * result + (1 - trust) / (1 + math.exp(-int(value) / SCALE)))
    fit.add(moves, targets)


def fit(said: argparse.Namespace) -> None:
    text = Path(said.file).read_text()
    lines = text.splitlines()
    learnt, held = (_native.GomokuNetworkFit(SIZE, said.seed) for _ in range(2))
    for line in lines:
        add_game(held if hash_of(line)[0] in "01" else learnt, line, said.trust)
    for epoch in range(said.epochs):
        first, last = (rate_at(said.rate, done / said.epochs) for done in (epoch, epoch + 1))
        mean = learnt.epoch(first, last, said.seed + epoch)
        print(f"epoch {epoch + 1}: loss {mean:.5f}, on games held back {held.loss(learnt):.5f}", flush=True)
    print(f"{len(lines)} games, {learnt.positions} positions")
    if said.output:
        Path(said.output).write_text(header(learnt.weights(), said, len(lines), learnt.positions, hash_of(text)))


def rate_at(rate: float, done: float) -> float:
    """The rate when so much of the fit is *done*: half a cosine down to a fiftieth."""
    return rate * (0.02 + 0.98 * (1 + math.cos(math.pi * done)) / 2)


def hash_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def header(weights: list[int], said: argparse.Namespace, games: int, positions: int, games_hash: str) -> str:
    rows = [", ".join(map(str, weights[start : start + 20])) for start in range(0, len(weights), 20)]
    return "\n".join(
        [
            "// The weights of the pattern network, in the order of Network::kWeights.",
            "//",
            f"// Written by bench/gomoku_tune.py fit --epochs {said.epochs} --rate {said.rate} --trust {said.trust}",
            f"// --seed {said.seed}: {games} games, {positions} positions.",
            f"// SHA-256 of the games: {games_hash}",
            "#pragma once",
            "",
            "#include <array>",
            "#include <cstdint>",
            "",
            "namespace enraya::gomoku {",
            "",
            "// clang-format off",
            f"inline constexpr std::array<std::int16_t, {len(weights)}> kWeights{{",
            *(f"    {row}," for row in rows),
            "};",
            "// clang-format on",
            "",
            "}  // namespace enraya::gomoku",
            "",
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=["play", "fit"])
    parser.add_argument("file", help="the games, a line each")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--nodes", type=int, default=3_000, help="nodes for each move")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--rate", type=float, default=0.003)
    parser.add_argument(
        "--trust", type=float, default=0.7, help="the part of the result, not of the value, in what is fitted"
    )
    parser.add_argument("--weights", help="the header of the weights to play with")
    parser.add_argument("--output", help="the header to write")
    said = parser.parse_args()
    play(said) if said.task == "play" else fit(said)


if __name__ == "__main__":
    main()
