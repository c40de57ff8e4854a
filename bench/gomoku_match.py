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

from brains import start_brain
from gomoku_tune import DEEPEST, SIZE, Stones, opening, read_weights

from enraya import _native
from enraya.arena.sprt.pentanomial import count_pairs, elo_interval, mean_of, variance_of
from enraya.arena.sprt.ratio import Sprt
from enraya.conversation import ConversationFailure
from enraya.games.gomoku import Gomoku
from enraya.piskvork.host import BrainConversation

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
        self._brain, self._turn = BrainConversation(start_brain(command)), turn
        self._brain.say(f"START {SIZE}")
        self._brain.read_line(20)
        self._brain.say(
            f"INFO timeout_turn {round(turn * 1000)}", "INFO timeout_match 100000000", "INFO time_left 100000000",
            "INFO max_memory 350000000", "INFO rule 0", "INFO game_type 1",
        )  # fmt: skip

    def move(self, stones: Stones) -> int:
        own = len(stones.moves) % 2
        lines = [
            f"{cell % SIZE},{cell // SIZE},{1 if number % 2 == own else 2}" for number, cell in enumerate(stones.moves)
        ]
        self._brain.say("BOARD", *lines, "DONE")
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
        except (ConversationFailure, ValueError) as error:
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


def summary(pairs: list[tuple[float, float]], test: Sprt | None) -> str:
    """The score in words, with the log-likelihood ratio if there is a test."""
    games, counts = [point for pair in pairs for point in pair], count_pairs(pairs)
    error = math.sqrt(variance_of(counts) / len(pairs))
    elo, low, high = elo_interval(counts)
    text = (
        f"{len(games)} games: +{games.count(1.0)} ={games.count(0.5)} -{games.count(0.0)}, "
        f"{mean_of(counts):.1%} ± {1.96 * error:.1%}, Elo {elo:+.0f} [{low:+.0f}, {high:+.0f}]"
    )
    return text if test is None else f"{text}, LLR {test.ratio(counts):+.2f}"


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
    test = Sprt(*said.sprt) if said.sprt else None
    with ProcessPoolExecutor(said.processes) as pool:
        asked = [
            pool.submit(play_pair, said.one, said.other, said.seed, number, said.turn) for number in range(said.pairs)
        ]
        for each in asked:
            done.append(each.result())
            print(summary(done, test), flush=True)
            if test is not None and (decision := test.decide(count_pairs(done))) is not None:
                print("decided:", "better" if decision == "H1" else "not better")
                pool.shutdown(cancel_futures=True)
                break


if __name__ == "__main__":
    main()
