"""The Connect 4 core against brute force, the other C++ core, mirror images and known values."""

from __future__ import annotations

import ast
import os
import random
import subprocess
import sys
import threading
from itertools import pairwise
from pathlib import Path

import pytest

from enraya.games.connect import Connect
from enraya.games.lines import Stones
from enraya.position import Position
from enraya.search.limit import UNLIMITED, Budget, Limit, OutOfBudget
from enraya.search.native import NativeSearch
from enraya.search.value import Scale
from enraya.solve.method import Resources
from enraya.solve.methods.alphabeta import NativeRun
from enraya.solve.methods.connect4 import Connect4Solving, ConnectRun
from tests.scale import POSITIONS

native = pytest.importorskip("enraya._native", reason="needs the C++ build")


def solving(game: Connect, megabytes: int | None = None, threads: int | None = 1) -> Connect4Solving:
    return Connect4Solving(game, Resources(megabytes, threads, books=False))


def ask(core: Connect4Solving, limit: Limit = UNLIMITED, stop: threading.Event | None = None) -> ConnectRun:
    return core.run(limit, Budget(limit), stop)


def after(game: Connect, moves: str) -> Stones:
    return Position.start(game).play_all(moves).state


def random_positions(game: Connect, count: int, most_left: int, seed: int = 1) -> list[Stones]:
    """Unfinished positions with up to *most_left* empty cells, of games played at random but not to win."""
    dice = random.Random(seed)
    found: list[Stones] = []
    while len(found) < count:
        state = game.initial()
        for _ in range(game.cells - dice.randint(1, min(most_left, game.cells))):
            moves = game.legal_moves(state)
            # Most moves do not win: the first of them in any order is found sooner than all of them.
            following = (game.play(state, move) for move in dice.sample(moves, len(moves)))
            unfinished = next((after for after in following if game.outcome(after) is None), None)
            if unfinished is None:
                break
            state = unfinished
        else:
            found.append(state)
    return found


class BruteForce:
    """The score by trying everything."""

    def __init__(self, game: Connect) -> None:
        self.game = game
        self.known: dict[Stones, int] = {}

    def score(self, state: Stones) -> int:
        if state not in self.known:
            self.known[state] = max(self.score_after(state, move) for move in self.game.legal_moves(state))
        return self.known[state]

    def score_after(self, state: Stones, move: int) -> int:
        after = self.game.play(state, move)
        outcome = self.game.outcome(after)
        if outcome is None:
            return -self.score(after)
        stones = (state.first | state.second).bit_count()
        return (self.game.cells + 1 - stones) // 2 if outcome else 0


SIZES = {
    # Columns, rows: how many cells are left at most.
    (1, 9): 9, (2, 5): 9, (4, 4): 9, (5, 4): 8, (4, 5): 8, (5, 5): 7, (6, 4): 7, (4, 6): 8, (3, 7): 9, (6, 5): 7,
    (6, 6): 7, (7, 5): 7, (7, 6): 7, (7, 7): 7, (8, 6): 6, (8, 7): 6, (8, 8): 6, (9, 9): 6, (12, 8): 5, (16, 7): 5,
    (19, 5): 5, (5, 19): 7, (3, 41): 8, (2, 63): 8,
}  # fmt: skip


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_everything_the_core_says_is_what_brute_force_finds(columns, rows):
    game = Connect(columns, rows, 4)
    truth, core = BruteForce(game), solving(game, megabytes=1)
    # A large board is seldom filled so far without a win.
    count = POSITIONS // (20 if game.cells <= 64 else 200)
    for state in random_positions(game, count, SIZES[columns, rows]):
        score = truth.score(state)
        moves = {move: truth.score_after(state, move) for move in game.legal_moves(state)}
        assert ask(core).score(state) == score, state
        assert ask(core).outcome(state) == (score > 0) - (score < 0), state
        every = ask(core).every_move(state)
        assert {move: game.score(state, worth.outcome, worth.plies) for move, worth in every} == moves, state
        _, best = ask(core).best_moves(state)
        assert set(best) == {move for move, value in moves.items() if value == score}, state
        _, one = ask(core).best_moves(state, one_is_enough=True)
        assert len(one) == 1 and set(one) <= set(best), state


@pytest.mark.parametrize(
    ("columns", "rows", "left"),
    [(4, 4, 16), (5, 4, 17), (4, 5, 17), (5, 5, 16), (6, 4, 16), (7, 6, 15), (6, 7, 13), (9, 9, 11), (12, 8, 10)],
)
def test_worths_and_best_moves_are_those_of_the_other_core(columns, rows, left):
    game = Connect(columns, rows, 4)
    scale, core, other = Scale(game), solving(game, megabytes=4), NativeSearch(game, 4)
    for state in random_positions(game, POSITIONS // 20, left, seed=2):
        expected = NativeRun(other, scale, UNLIMITED, Budget(), None, None).best_moves(state)
        assert ask(core).best_moves(state) == expected, state


@pytest.mark.parametrize(("columns", "rows", "left"), [(7, 6, 22), (8, 6, 18), (10, 9, 12), (12, 8, 12)])
def test_a_position_and_its_mirror_image_are_worth_the_same(columns, rows, left):
    game = Connect(columns, rows, 4)
    one, other = solving(game, megabytes=1), solving(game, megabytes=1)
    (mirror,) = game.symmetries()
    for state in random_positions(game, POSITIONS // 40, left, seed=3):
        every = dict(ask(one).every_move(state))
        mirrored = dict(ask(other).every_move(mirror.state(state)))
        assert {columns - 1 - move: worth for move, worth in every.items()} == mirrored


# Positions of games played at random: the score, and the nodes it takes one thread with an empty table.
SCORES = {
    "13545135": (5, 263_963),
    "5616426464": (-2, 98_796),
    "222112575176": (10, 553),
    "24142671652256": (-5, 2_336),
    "1135657263651176": (-3, 26_092),
    "352276712772712255": (2, 2_648),
    "75176343137744466251": (-2, 614),
    "7735126165437127124613": (-2, 1_829),
    "6323454652623215": (-2, 20_510),
}


@pytest.mark.parametrize(("moves", "score"), [(moves, score) for moves, (score, _) in SCORES.items()])
def test_the_score_of_a_position_does_not_hang_on_what_the_table_knows(moves, score):
    game = Connect()
    state, core = after(game, moves), solving(game)
    assert [ask(core).score(state), ask(core).outcome(state)] == [score, (score > 0) - (score < 0)]
    core.clear()
    assert [ask(core).outcome(state), ask(core).score(state)] == [(score > 0) - (score < 0), score]


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_on_one_table_give_the_same_answers(threads):
    game = Connect()
    one, several = solving(game), solving(game, threads=threads)
    for state in random_positions(game, POSITIONS // 100, 22, seed=4):
        assert ask(several).every_move(state) == ask(one).every_move(state)


@pytest.mark.parametrize("nodes_alone", [1, 1000])
def test_threads_that_join_later_give_the_same_answers(nodes_alone):
    game = Connect()
    one, several = solving(game), solving(game)
    several.search = native.ConnectSearch(game.columns, game.rows, 1, threads=2, nodes_alone=nodes_alone)
    for state in random_positions(game, POSITIONS // 100, 22, seed=5):
        assert ask(several).every_move(state) == ask(one).every_move(state)


def test_by_itself_the_core_asks_the_other_cores_for_help_only_if_a_question_takes_long():
    core, one = solving(Connect(), threads=None), solving(Connect())
    for state in random_positions(Connect(), 20, 24, seed=6):
        assert nodes_of(core, state) == nodes_of(one, state)


def nodes_of(core: Connect4Solving, state: Stones) -> int:
    budget = Budget()
    core.run(UNLIMITED, budget).score(state)
    return budget.nodes


def nodes_of_scores() -> dict[str, int]:
    core = solving(Connect())
    counts = {}
    for moves in SCORES:
        core.clear()
        counts[moves] = nodes_of(core, after(core.game, moves))
    return counts


def test_one_thread_needs_the_nodes_it_always_did():
    """Nodes, unlike seconds, are the same on every machine. Whoever changes them says so here."""
    assert nodes_of_scores() == {moves: nodes for moves, (_, nodes) in SCORES.items()}


PLAIN = f"""
import sys
from pathlib import Path

sys.path.insert(0, {str(Path(__file__).parent)!r})
from {Path(__file__).stem} import nodes_of_scores

counts, maps = nodes_of_scores(), Path("/proc/self/maps")
print({{"counts": counts, "wide": maps.exists() and "glibc-hwcaps" in maps.read_text()}})
"""


def test_the_core_for_every_processor_needs_the_same_nodes_as_the_one_for_this():
    """glibc takes a library made for AVX2 where there is one; told that there is no AVX2, it takes the other."""
    without = {**os.environ, "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2"}
    run = subprocess.run([sys.executable, "-c", PLAIN], env=without, capture_output=True, text=True, check=True)
    expected = {moves: nodes for moves, (_, nodes) in SCORES.items()}
    assert ast.literal_eval(run.stdout) == {"counts": expected, "wide": False}


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_keeps_its_limits_and_stops_when_told(threads):
    game = Connect()
    core = solving(game, threads=threads)
    with pytest.raises(OutOfBudget):
        ask(core, Limit(nodes=1000)).score(game.initial())
    with pytest.raises(OutOfBudget):
        ask(core, Limit(seconds=0.05)).every_move(game.initial())
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    with pytest.raises(OutOfBudget):
        ask(core, stop=stop).best_moves(game.initial())
    # The table is as good as before.
    state = after(game, "6323454652623215")
    assert ask(core).score(state) == -2


def test_a_listener_hears_nodes_and_bounds_that_only_narrow():
    game, heard = Connect(), []
    run = solving(game).run(UNLIMITED, Budget(), None, lambda *told: heard.append(told))
    score = run.score(after(game, "44444152"))
    assert len(heard) > 1
    for (_, nodes, bounds), (_, later_nodes, later_bounds) in pairwise(heard):
        assert nodes <= later_nodes
        assert bounds[0] <= later_bounds[0] <= score <= later_bounds[1] <= bounds[1]


@pytest.mark.parametrize(
    ("first", "second", "turn"),
    [(1, 0, 1), (1 << 35, 1 << 35, 0), (1 << 42, 0, 1), (0b1111 << 35, 0b111 << 28, 1), (0, 0, 2)],
    ids=["floating", "taken twice", "off the board", "already won", "nobody's turn"],
)
def test_what_is_no_position_is_refused(first, second, turn):
    search = native.ConnectSearch(7, 6, 1)
    with pytest.raises(ValueError):
        search.solve(first, second, turn, native.ConnectQuestion.SCORE)


@pytest.mark.parametrize(("columns", "rows"), [(0, 6), (7, 0), (19, 6), (33, 1), (8, 16)])
def test_a_board_that_does_not_fit_is_refused(columns, rows):
    assert not native.ConnectSearch.fits(columns, rows)
    with pytest.raises(ValueError):
        native.ConnectSearch(columns, rows)


@pytest.mark.parametrize(("megabytes", "threads"), [(0, 1), (1 << 21, 1), (1, 0), (1, 1000)])
def test_odd_tables_and_threads_are_refused(megabytes, threads):
    with pytest.raises(ValueError):
        native.ConnectSearch(7, 6, megabytes, threads)


def test_positions_asked_for_together_get_the_answers_they_get_alone() -> None:
    game = Connect()
    states = random_positions(game, 60, most_left=16, seed=8)
    together, alone = solving(game), solving(game)
    for state, answer in zip(states, together.solve_each(states, UNLIMITED), strict=True):
        assert (answer.value, answer.best) == ask(alone).best_moves(state)
    scores = together.score_each(states, keeps=False)
    for state, (score, nodes) in zip(states, scores, strict=True):
        alone.clear()
        run = ask(alone)
        assert (run.score(state), run._budget.nodes) == (score, nodes)


def test_of_positions_asked_for_together_those_before_a_hard_one_are_answered() -> None:
    game = Connect()
    [easy], hard = random_positions(game, 1, most_left=8), game.initial()
    assert len(solving(game).solve_each([easy, hard, easy], Limit(nodes=20_000))) == 1
    assert solving(game).solve_each([], UNLIMITED) == []
