"""The wins that the Gomoku engine claims, played out by a plain second implementation; and fours it must not lose to.

    python bench/gomoku_wins.py claims [--positions 10000] [--seed 1] [--minutes 30]
    python bench/gomoku_wins.py fours [--games 100] [--nodes 20000] [--minutes 30]

`claims` asks for wins by fours (VCF) and by fours and threes (VCT) in positions of games that the engine plays with
itself from random stones, and of stones put near each other by dice, on several boards; it plays each one out against
every answer (`tests/oracle/plain_five.py`). With `--search N` it also plays out the wins that the whole search claims
in N of the positions, quiet moves and all.

`fours` has the engine play itself, and a finder that tries every four looks after each move whether the other side now
wins by a run of at most ten. That is a mistake where another move would not have allowed it, unless the engine had
already proven that it loses.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.oracle.plain_five import FourFinder, NotConfirmed, PlainFive, PlayOut
from tests.oracle.test_native_gomoku import clustered_states, sides

from enraya import _native
from enraya.games.lines import LineGame, Stones

BOARDS = [
    (15, 15, False),
    (15, 15, True),
    (19, 19, False),
    (20, 20, True),
    (13, 9, False),
    (22, 22, False),
    (10, 7, True),
]
NODES = (2_000, 20_000, 200_000, 2_000_000)
"""The node limits of a claim: the first when it is made, more while it is played out if less is not enough."""

DEEPEST = 99
WIN = _native.WIN


class Claims:
    """The engine's word on one board."""

    def __init__(self, columns: int, rows: int, exact: bool) -> None:
        self.rules = PlainFive(columns, rows, exact)
        self._board = _native.GomokuBoard(columns, rows, exact)
        self._search = _native.GomokuSearch(columns, rows, exact, 16)

    def by_fours(self, own: int, other: int, nodes: tuple[int, ...] = NODES) -> int:
        for most in nodes:
            self._set_up(own, other)
            plies, line = self._board.win_by_fours(most)
            if plies:
                return self.rules.bit_of(line[0])
        return 0

    def by_threats(self, own: int, other: int, nodes: tuple[int, ...] = NODES) -> int:
        for most in nodes:
            self._set_up(own, other)
            is_known, plies, move = self._board.win_by_threats(most)
            if plies:
                return self.rules.bit_of(move)
            if is_known:
                return 0
        return 0

    def by_search(self, own: int, other: int, nodes: tuple[int, ...] = NODES) -> int:
        for most in nodes:
            cells = self.rules.cells_of(own), self.rules.cells_of(other)
            report = self._search.search(*cells, 0, depth=DEEPEST, nodes=most)
            if report.complete:
                return self.rules.bit_of(report.move) if report.value > 0 else 0
        return 0

    def _set_up(self, own: int, other: int) -> None:
        self._board.set_up(self.rules.cells_of(own), self.rules.cells_of(other), 0)


def self_play(game: LineGame, exact: bool, dice: random.Random) -> Iterator[Stones]:
    """The positions of games that a quick search plays with itself after a few stones of the dice."""
    core = _native.GomokuSearch(game.columns, game.rows, exact, 4)
    while True:
        state = next(clustered_states(game, 1, str(dice.random()))) if dice.random() < 0.2 else game.initial()
        for _ in range(dice.randint(2, 7)):
            if state.result is None:
                state = game.play(state, dice.choice(near_middle(game, state)))
        while state.result is None:
            yield state
            state = game.play(
                state, core.search(*sides(state), depth=DEEPEST, nodes=dice.choice((100, 400, 1500))).move
            )


def near_middle(game: LineGame, state: Stones) -> list[int]:
    free = game.legal_moves(state)
    close = [
        cell
        for cell in free
        if abs(cell % game.columns - game.columns // 2) < 4 and abs(cell // game.columns - game.rows // 2) < 4
    ]
    return close or list(free)


def positions(count: int, seed: int) -> Iterator[tuple[Claims, int, int]]:
    """Unfinished positions for the side to move, half of them from games and half put together by dice."""
    sources = []
    for columns, rows, exact in BOARDS:
        game = LineGame((columns, rows), 5, exact=exact)
        game.name = f"five({columns},{rows},{exact})"
        dice = random.Random(f"{seed} {game.name}")
        claims = Claims(columns, rows, exact)
        sources.append((claims, self_play(game, exact, dice)))
        sources.append((claims, clustered_states(game, count, str(seed))))
    for number in range(count):
        claims, states = sources[number % len(sources)]
        first, second, turn = sides(next(states))
        own, other = (second, first) if turn else (first, second)
        yield claims, claims.rules.mask_of(own), claims.rules.mask_of(other)


def check_claims(count: int, searches: int, seed: int, until: float) -> int:
    """Play out what is claimed; how many claims were wrong."""
    tally: Counter[str] = Counter()
    began = time.monotonic()

    def tell() -> None:
        print(
            f"{tally['positions']:,} positions: VCF claimed {tally['fours']:,}, wrong {tally['fours wrong']}; "
            f"VCT claimed {tally['threats']:,}, wrong {tally['threats wrong']}; "
            f"search claimed {tally['search']:,}, wrong {tally['search wrong']}; "
            f"{tally['played out']:,} positions played out; {time.monotonic() - began:.0f} s",
            flush=True,
        )

    for claims, own, other in positions(count, seed):
        if time.monotonic() > until:
            break
        tally["positions"] += 1
        kinds = [("fours", claims.by_fours, 0), ("threats", claims.by_threats, 0)]
        if tally["searched"] < searches:
            tally["searched"] += 1
            kinds.append(("search", claims.by_search, 6))
        for kind, oracle, quiet in kinds:
            if claims.rules.fives(own, other) or not oracle(own, other, NODES[:1]):
                continue
            tally[kind] += 1
            play_out = PlayOut(claims.rules, oracle, quiet)
            try:
                play_out.confirm(own, other)
            except NotConfirmed as wrong:
                tally[f"{kind} wrong"] += 1
                print(f"WRONG by {kind} on {claims.rules}, own {own:#x}, other {other:#x}: {wrong}", flush=True)
            tally["played out"] += play_out.positions
        if tally["positions"] % 1000 == 0:
            tell()
    tell()
    return sum(number for name, number in tally.items() if name.endswith("wrong"))


def check_fours(games: int, nodes: int, seed: int, until: float) -> int:
    """Look for runs of fours after each move of the engine; how many it could have prevented."""
    tally: Counter[str] = Counter()
    for number in range(games):
        if time.monotonic() > until:
            break
        exact = number % 2 == 1
        size = (15, 15, 19)[number % 3]
        game, rules = LineGame((size, size), 5, exact=exact), PlainFive(size, size, exact)
        finder, dice = FourFinder(rules), random.Random(f"{seed} {number}")
        core = _native.GomokuSearch(size, size, exact, 16)
        state = game.initial()
        for _ in range(dice.randint(2, 6)):
            state = game.play(state, dice.choice(near_middle(game, state)))
        is_lost: set[int] = set()
        while state.result is None:
            report = core.search(*sides(state), depth=DEEPEST, nodes=nodes)
            if report.complete and report.value < 0:
                is_lost.add(int(state.turn))
            before, state = state, game.play(state, report.move)
            tally["moves"] += 1
            if state.result is None and (move := found(finder, rules, state)):
                tally["allowed"] += 1
                if int(before.turn) in is_lost:
                    tally["lost before"] += 1
                elif safe := safe_move(finder, rules, game, before):
                    tally["mistakes"] += 1
                    print(
                        f"MISTAKE on {rules} {sides(before)}: played {report.move}, not {safe}; lost to {move:#x}",
                        flush=True,
                    )
                else:
                    tally["no way out"] += 1
        tally["games"] += 1
    print(
        f"{tally['games']} games at {nodes:,} nodes a move, {tally['moves']:,} moves: {tally['allowed']} left a run of "
        f"ten or fewer fours, {tally['lost before']} of them after the engine had proven its loss, "
        f"{tally['no way out']} where every move left one, {tally['mistakes']} mistakes"
    )
    return tally["mistakes"]


def found(finder: FourFinder, rules: PlainFive, state: Stones) -> int:
    own, other = (state.second, state.first) if state.turn else (state.first, state.second)
    return finder.find(rules.mask_of(own), rules.mask_of(other))


def safe_move(finder: FourFinder, rules: PlainFive, game: LineGame, state: Stones) -> int | None:
    """A move after which the other side has no such run."""
    for move in game.legal_moves(state):
        after: Any = game.play(state, move)
        if after.result is not None or not found(finder, rules, after):
            return move
    return None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("claims", "fours"))
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--search", type=int, default=0)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=30.0, help="end then, with what has been done")
    said = parser.parse_args()
    until = time.monotonic() + said.minutes * 60
    if said.what == "claims":
        wrong = check_claims(said.positions, said.search, said.seed, until)
    else:
        wrong = check_fours(said.games, said.nodes, said.seed, until)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
