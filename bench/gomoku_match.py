"""The Gomoku engine against itself or another program, in pairs of games, with a sequential test.

    python bench/gomoku_match.py engine:nodes=20000 engine:nodes=20000,without=razoring --pairs 200 --sprt 0 30
    python bench/gomoku_match.py engine:seconds=1 "piskvork:/path/to/program" --turn 1 --pairs 25

A player is `engine` with options (nodes, seconds, threads, without=a+b, weights=HEADER), `lines:seconds=…` for the
general search, or `piskvork:COMMAND`. Each pair plays one opening with both colours; openings are drawn by the seed
and kept if a short search finds neither side better. It prints the score, the difference in Elo with its 95 % interval,
and, with --sprt, the log-likelihood ratio until it is decided. Times are of the clock: where the machine is busy, run
both sides under one that counts processor time.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from gomoku_tune import DEEPEST, SIZE, Stones, opening, read_weights

from enraya import _native
from enraya.games.gomoku import Gomoku
from enraya.piskvork.host import BrainFailure, Conversation

WIN = _native.WIN


class Engine:
    """The engine, or the general search, within one process."""

    def __init__(self, text: str) -> None:
        name, _, rest = text.partition(":")
        said = dict(part.split("=", 1) for part in rest.split(",") if part)
        self._limit: dict[str, Any] = {}
        if "nodes" in said:
            self._limit["nodes"] = int(said["nodes"])
        if "seconds" in said:
            self._limit["seconds"] = float(said["seconds"])
        if name == "lines":
            self._core: Any = _native.LineSearch(*Gomoku(SIZE).kernel(), 64)
        else:
            without = [part for part in said.get("without", "").split("+") if part]
            weights = read_weights(said["weights"]) if "weights" in said else []
            threads = int(said.get("threads", "1"))
            self._core = _native.GomokuSearch(SIZE, SIZE, False, 32, threads=threads, without=without, weights=weights)

    def move(self, stones: Stones) -> int:
        return int(self._core.search(*stones.sides, depth=DEEPEST, **self._limit).move)

    def close(self) -> None:
        pass


class Program:
    """Another program over the Gomocup protocol."""

    def __init__(self, command: str, turn: float) -> None:
        self._brain, self._turn = Conversation(command), turn
        self._brain.say(f"START {SIZE}")
        self._brain.read_line(20)
        self._brain.say(
            f"INFO timeout_turn {round(turn * 1000)}", "INFO timeout_match 100000000", "INFO time_left 100000000",
            "INFO max_memory 350000000", "INFO rule 0", "INFO game_type 1",
        )  # fmt: skip

    def move(self, stones: Stones) -> int:
        own = len(stones.moves) % 2
        stones = [
            f"{cell % SIZE},{cell // SIZE},{1 if number % 2 == own else 2}" for number, cell in enumerate(stones.moves)
        ]
        self._brain.say("BOARD", *stones, "DONE")
        column, row = self._brain.read_line(self._turn * 60 + 60).split(",")
        return int(row) * SIZE + int(column)

    def close(self) -> None:
        self._brain.end()


def player_of(text: str, turn: float) -> Engine | Program:
    return Program(text.partition(":")[2], turn) if text.startswith("piskvork:") else Engine(text)


def play_game(first: Engine | Program, second: Engine | Program, stones: Stones, game: Gomoku) -> float:
    """The points of *first*, who moves first after the opening's stones if their number is even."""
    state = game.initial()
    for move in stones.moves:
        state = game.play(state, move)
    while state.result is None:
        seat = len(stones.moves) % 2
        try:
            move = (first, second)[seat].move(stones)
        except (BrainFailure, ValueError) as error:
            print(f"{'first' if seat == 0 else 'second'} failed: {type(error).__name__} {error}", file=sys.stderr)
            return float(seat)
        if move not in game.legal_moves(state):
            print(f"{'first' if seat == 0 else 'second'} played {move}, which is not legal", file=sys.stderr)
            return float(seat)
        stones.moves.append(move)
        state = game.play(state, move)
    return (1 + state.result) / 2


def play_pair(one: str, other: str, seed: int, number: int, turn: float) -> tuple[float, float]:
    """The points of *one* with either colour from one opening."""
    dice, game = random.Random(f"{seed} {number}"), Gomoku(SIZE)
    start = opening(dice, _native.GomokuSearch(SIZE, SIZE, False, 8)).moves
    points = []
    for is_first in (True, False):
        players = [player_of(one, turn), player_of(other, turn)]
        stones = Stones()
        stones.moves = list(start)
        pair = players if is_first else players[::-1]
        result = play_game(pair[0], pair[1], stones, game)
        points.append(result if is_first else 1 - result)
        for player in players:
            player.close()
    return points[0], points[1]


def elo(score: float) -> float:
    score = min(0.999, max(0.001, score))
    return -400 * math.log10(1 / score - 1)


def summary(pairs: list[tuple[float, float]], sprt: tuple[float, float] | None) -> tuple[str, float | None]:
    """The score in words, and the log-likelihood ratio of the second hypothesis over the first, over pairs of games."""
    games = [point for pair in pairs for point in pair]
    means = [sum(pair) / 2 for pair in pairs]
    mean = sum(means) / len(means)
    spread = max(1e-3, sum((each - mean) ** 2 for each in means) / len(means))
    error = math.sqrt(spread / len(means))
    low, high = elo(mean - 1.96 * error), elo(mean + 1.96 * error)
    text = (
        f"{len(games)} games: +{games.count(1.0)} ={games.count(0.5)} -{games.count(0.0)}, "
        f"{mean:.1%} ± {1.96 * error:.1%}, Elo {elo(mean):+.0f} [{low:+.0f}, {high:+.0f}]"
    )
    if sprt is None:
        return text, None
    zero, some = (1 / (1 + 10 ** (-each / 400)) for each in sprt)
    ratio = len(means) * (some - zero) * (2 * mean - zero - some) / (2 * spread)
    return f"{text}, LLR {ratio:+.2f}", ratio


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--turn", type=float, default=1.0, help="seconds a move for programs from outside")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--sprt", type=float, nargs=2, metavar=("ELO0", "ELO1"))
    said = parser.parse_args()
    done: list[tuple[float, float]] = []
    bound = math.log((1 - 0.05) / 0.05)
    with ProcessPoolExecutor(said.processes) as pool:
        asked = [
            pool.submit(play_pair, said.one, said.other, said.seed, number, said.turn) for number in range(said.pairs)
        ]
        for each in asked:
            done.append(each.result())
            text, ratio = summary(done, said.sprt)
            print(text, flush=True)
            if ratio is not None and len(done) >= 10 and abs(ratio) > bound:
                print("decided:", "better" if ratio > 0 else "not better")
                pool.shutdown(cancel_futures=True)
                break


if __name__ == "__main__":
    main()
