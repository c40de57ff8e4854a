"""Fits the weights of the Gomoku engine to games it plays against itself.

    python bench/gomoku_tune.py play GAMES.txt --games 60000 --nodes 800 --seed 7
    python bench/gomoku_tune.py fit GAMES.txt --epochs 4 --output native/gomoku/weights.hpp

`play` adds games to the file, a line each, until it holds so many, so it can be ended and started again at any time;
each game has dice of its own, made of the seed and its number. A line is the result for the first player, how many
stones were placed by the dice, and the moves, each with the value that the search gave to the position before it. A
game ends when the search has proven who wins. `fit` starts from nothing unless weights are named, holds an eighth of
the games back to measure on, and writes a header with the weights, the command, and the hash of the games.
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
"""As `WeightFit::kScale`: the estimate that stands for a chance of 73 %."""

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


def add_game(fit: _native.GomokuWeightFit, board: _native.GomokuBoard, line: str, trust: float) -> None:
    """Add the positions of one game where the threats do not decide already."""
    winner, placed, *moves = line.split()
    stones = Stones()
    for number, text in enumerate(moves):
        move, _, value = text.partition(":")
        if number >= int(placed):
            board.set_up(*stones.sides)
            own = number % 2
            five, open_four = 6, 5
            if not (board.cells_of(own, five) or board.cells_of(1 - own, five) or board.cells_of(own, open_four)):
                result = (1 + int(winner) * (1 if own == 0 else -1)) / 2
                expected = 1 / (1 + math.exp(-int(value) / SCALE))
                fit.add(board, trust * result + (1 - trust) * expected)
        stones.moves.append(int(move))


def fit(said: argparse.Namespace) -> None:
    text = Path(said.file).read_text()
    lines = text.splitlines()
    start = read_weights(said.weights) if said.weights else [0] * len(read_weights(None))
    board = _native.GomokuBoard(SIZE, SIZE, False)
    learnt, kept = _native.GomokuWeightFit(start), [line for line in lines if hash_of(line)[0] in "01"]
    for line in lines:
        if hash_of(line)[0] not in "01":
            add_game(learnt, board, line, said.trust)
    print(f"{len(lines)} games, {learnt.positions} positions")
    print(f"loss on games held back: {measure(start, kept, board, said.trust):.5f} before")
    for epoch in range(said.epochs):
        mean = learnt.epoch(said.rate / (1 + epoch), said.pull, said.seed + epoch)
        held = measure(learnt.weights(), kept, board, said.trust)
        print(f"epoch {epoch + 1}: loss {mean:.5f}, on games held back {held:.5f}", flush=True)
    if said.output:
        Path(said.output).write_text(header(learnt.weights(), said, len(lines), learnt.positions, hash_of(text)))


def measure(weights: list[int], lines: list[str], board: _native.GomokuBoard, trust: float) -> float:
    held = _native.GomokuWeightFit(weights)
    for line in lines:
        add_game(held, board, line, trust)
    return held.loss()


def hash_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def header(weights: list[int], said: argparse.Namespace, games: int, positions: int, games_hash: str) -> str:
    rows = [", ".join(map(str, weights[start : start + 20])) for start in range(0, len(weights), 20)]
    return "\n".join(
        [
            "// The weights of the evaluation: kCodes of shapes, then kThreatPairs of threats.",
            "//",
            f"// Written by bench/gomoku_tune.py fit --epochs {said.epochs} --rate {said.rate} --pull {said.pull}"
            f" --trust {said.trust}",
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
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--rate", type=float, default=1.0)
    parser.add_argument("--pull", type=float, default=0.0, help="how strongly weights are held to those before")
    parser.add_argument(
        "--trust", type=float, default=0.7, help="the part of the result, not of the value, in what is fitted"
    )
    parser.add_argument("--weights", help="the header of the weights to play with or to start from")
    parser.add_argument("--output", help="the header to write")
    said = parser.parse_args()
    play(said) if said.task == "play" else fit(said)


if __name__ == "__main__":
    main()
