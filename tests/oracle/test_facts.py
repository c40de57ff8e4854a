"""Known facts about the games, from the literature or measured twice, come out of this program."""

from collections import Counter
from functools import cache
from itertools import product

import pytest

from enraya import Player, Position, find_game
from enraya.games.oso import Oso
from enraya.search.count import count
from enraya.search.limit import UNLIMITED, Budget
from enraya.search.native import is_available
from enraya.search.symmetry import images
from enraya.solve.methods.maker import MakerCore
from enraya.solve.solver import Solver
from tests.scale import scaled

needs_native = pytest.mark.skipif(not is_available(), reason="takes minutes without the C++ search")


def solve(name, moves=""):
    position = Position.start(name).play_all(moves)
    return position, Solver(position.game).solve(position)


def layers(game, depth):
    layer = {game.initial(): 1}
    yield layer
    for _ in range(depth):
        following = Counter()
        for state, ways in layer.items():
            for move in game.legal_moves(state):
                following[game.play(state, move)] += ways
        layer = following
        yield layer


# Counts


def test_tic_tac_toe_games_by_result():
    game = find_game("mnk(3,3,3)")
    results = Counter()
    for layer in layers(game, 9):
        for state, ways in layer.items():
            if (outcome := game.outcome(state)) is not None:
                results[outcome] += ways
    assert results == {1: 131_184, -1: 77_904, 0: 46_080}


def test_tic_tac_toe_ends_up_to_symmetry_by_result():
    game = find_game("mnk(3,3,3)")
    classes, seen = Counter(), set()
    for layer in layers(game, 9):
        for state in layer:
            if game.outcome(state) is not None and state not in seen:
                classes[game.outcome(state)] += 1
                seen.update(images(game, state))
    assert classes == {1: 91, -1: 44, 0: 3}


def test_tic_tac_toe_games_up_to_symmetry_in_both_meanings():
    game = find_game("mnk(3,3,3)")

    def merged(state):
        """Games when children that are the same seen from another side are merged at each node."""
        if game.outcome(state) is not None:
            return 1
        classes = {frozenset(images(game, game.play(state, move))): move for move in game.legal_moves(state)}
        return sum(merged(game.play(state, move)) for move in classes.values())

    assert merged(game.initial()) == 26_830
    # A game is its own mirror image only if every move is on the mirror's axis, and no axis has five cells: each
    # game is one of eight different ones.
    assert count(game, game.initial(), Budget()).games // 8 == 31_896


def test_connect_four_move_sequences_and_positions_by_ply():
    """Plies 9 and 10, 39 and 268 million sequences, take minutes in the reference rules and are left out."""
    sequences, positions = [], []
    for layer in layers(find_game("connect"), 8):
        sequences.append(sum(layer.values()))
        positions.append(len(layer))
    assert sequences == [1, 7, 49, 343, 2401, 16_807, 117_649, 823_536, 5_673_234]
    assert positions == [1, 7, 49, 238, 1120, 4263, 16_422, 54_859, 184_275]


@pytest.mark.parametrize(("name", "lines"), [("cube(4,4)", 76), ("cube(3,3)", 49), ("connect", 69), ("gomoku", 572)])
def test_winning_lines(name, lines):
    assert len(find_game(name).lines) == lines


# Values of m,n,k-games


@pytest.mark.parametrize(("name", "value"), {
    "mnk(3,3,3)": 0, "mnk(4,4,4)": 0, "mnk(5,4,4)": 0, "mnk(6,4,4)": 0, "mnk(5,5,4)": 0,
    "mnk(5,5,5)": 0, "mnk(6,5,5)": 0, "mnk(7,5,5)": 0, "mnk(6,6,5)": 0, "mnk(7,4,4)": 0,
    "mnk(4,3,3)": 1, "mnk(5,3,3)": 1, "mnk(4,4,3)": 1, "mnk(6,5,4)": 1, "mnk(6,6,4)": 1, "mnk(7,7,4)": 1,
    "mnk(3,3,1)": 1, "mnk(2,2,2)": 1, "mnk(6,4,2)": 1, "mnk(19,19,1)": 1,
    "mnk(3,3,3,misere=true)": 0, "mnk(4,4,4,misere=true)": 0,
    "mnk(4,3,3,misere=true)": -1, "mnk(4,4,3,misere=true)": -1, "mnk(5,3,3,misere=true)": -1,
}.items())  # fmt: skip
@needs_native
def test_the_value_of_m_n_k_games(name, value):
    """Misère 5,4,3 (14 s) comes out too; misère 5,4,4 needs a search of its own."""
    _, solution = solve(name)
    assert solution.worth.outcome == value


@pytest.mark.parametrize(("name", "is_won"), [("8,4,4", False), ("7,7,5", False), *scaled([], soak=[("9,4,4", True)])])
@needs_native
def test_whether_the_first_player_wins_the_larger_boards(name, is_won):
    """Seconds each, 9,4,4 ten: every other best move of a draw would take as long again."""
    game = find_game(f"mnk({name})")
    assert MakerCore(game).can_win(game.initial(), Player.FIRST, UNLIMITED).wins is is_won


# Cubes


@needs_native
def test_the_small_cube_is_won_by_its_centre():
    position, solution = solve("cube(3,3)")
    assert solution.worth.outcome == 1
    assert "b2@2" in [position.game.format_move(move) for move in solution.best]


def test_no_filling_of_the_small_cube_is_a_draw():
    """Colour the cells one by one, fourteen against thirteen, never filling a line: there is no way to the end."""
    game = find_game("cube(3,3)")
    ends_at = [[] for _ in range(27)]
    for line in game.lines:
        ends_at[max(line)].append([cell for cell in line if cell != max(line)])

    def can_fill(colours, cell):
        if cell == 27:
            return sum(colours) in (13, 14)
        for colour in (0, 1):
            if not any(all(colours[other] == colour for other in line) for line in ends_at[cell]):
                colours[cell] = colour
                if can_fill(colours, cell + 1):
                    return True
        return False

    assert not can_fill([0] * 27, 0)


# Connect 4


@pytest.mark.parametrize(
    ("columns", "rows", "value"), [(4, 4, 0), (5, 4, 0), (6, 4, -1), (4, 5, 0), (5, 5, 0), (4, 6, 0)]
)
@needs_native
def test_the_value_of_small_connect_boards(columns, rows, value):
    _, solution = solve(f"connect({columns},{rows},4)")
    assert solution.worth.outcome == value


# OSO


OSO = {
    **dict(zip([(1, length) for length in range(3, 15)], [0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0], strict=True)),
    **dict(zip([(2, length) for length in range(3, 8)], [0, 0, 0, 0, -1], strict=True)),
    **{(3, length): 0 for length in (3, 4, 5)},
    (4, 4): 0,
}


@pytest.mark.parametrize(("rows", "columns"), OSO)
@needs_native
def test_the_best_score_difference_of_oso(rows, columns):
    """1×15 to 1×18, 2×8, 2×9, 3×6 and 4×5 take from seconds to minutes."""
    position, solution = solve(Oso(columns, rows))
    assert position.game.score(position.state, solution.worth.outcome, None) == OSO[rows, columns]


@pytest.mark.parametrize("length", [3, 4, 5, 6, 7])
def test_short_rows_of_oso_by_brute_force(length):
    game = find_game(f"oso({length},1)")

    @cache
    def best(state):
        if (outcome := game.outcome(state)) is not None:
            return outcome
        values = [best(game.play(state, move)) for move in game.legal_moves(state)]
        return max(values) if game.to_move(state) == Player.FIRST else min(values)

    assert best(game.initial()) == OSO[1, length]


def test_every_order_of_two_letters_is_in_the_rules():
    """The whole of 1×3 by hand: an OSO is spelled from either end and from the middle."""
    for letters in product("SO", repeat=3):
        position = Position.start("oso(3,1)").play_all(f"{letters[0]}@a1 {letters[2]}@c1")
        position = position.play(f"{letters[1]}@b1")
        assert position.outcome == (1 if "".join(letters) == "OSO" else 0)
