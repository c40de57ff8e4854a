"""The positions that are puzzles."""

from __future__ import annotations

import pytest

from enraya.catalogue import find_game
from enraya.lab.puzzles.finding import find_puzzle
from enraya.lab.puzzles.making import exact_solver, make_puzzles
from enraya.lab.puzzles.tree import solution_tree
from enraya.position import Position


def found(game, moves):
    position = Position.start(game).play_all(moves)
    return find_puzzle(position, exact_solver(position.game, None))


@pytest.mark.parametrize(
    ("game", "moves", "kind", "solution", "plies"),
    [
        ("mnk(3,3,3)", "c3", "hold", "b2", None),  # the centre is the only answer to a corner
        ("mnk(3,3,3)", "c1 c2 b3 b1", "double_threat", "a3", 3),
        ("mnk(4,4,3)", "a1 c4 d3 c3", "forcing", "c2", 5),  # it stops a row and makes another
        ("mnk(3,3,3,misere=true)", "b2 a3", "hold", "c1", None),  # opposite to every move
    ],
)
def test_a_position_with_one_right_move_is_a_puzzle_of_its_kind(game, moves, kind, solution, plies):
    puzzle = found(game, moves)
    assert (puzzle.kind, puzzle.solution, puzzle.plies) == (kind, solution, plies)


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        ("", "every first move draws"),
        ("b2 a1 c2 a2", "a win at once is no puzzle"),
        ("b2 b1 a1", "to stop a win at once is no puzzle"),
        ("a1 b2 c3", "four moves hold"),
        ("b2 a1 c3 a3 a2 c2 b1 b3", "there is only one move"),
    ],
)
def test_what_has_no_single_right_move_or_an_obvious_one_is_no_puzzle(moves, why):
    assert found("mnk(3,3,3)", moves) is None, why


def test_where_points_count_the_move_that_takes_the_most_at_once_is_no_puzzle():
    made = list(make_puzzles(find_game("oso(4,4)"), 3, seed=1))
    assert len(made) == 3
    for puzzle in made:
        position = puzzle.position()
        gains = {
            text: position.game.evaluate(position.play(text).state, position.to_move) for text in position.legal_moves
        }
        most = max(gains.values())
        assert puzzle.kind == "points"
        assert [text for text, gain in gains.items() if gain == most] != [puzzle.solution]


def test_a_seed_makes_the_same_puzzles_and_no_two_are_alike():
    game = find_game("mnk(4,4,3)")
    made = list(make_puzzles(game, 6, seed=7))
    assert made == list(make_puzzles(game, 6, seed=7))
    assert made != list(make_puzzles(game, 6, seed=8))
    assert len({puzzle.name for puzzle in made}) == 6


def test_a_solution_tree_wins_against_each_answer_in_it():
    puzzle = found("mnk(4,4,3)", "a1 c4 d3 c3")
    position = puzzle.position()
    tree = solution_tree(position, puzzle, exact_solver(position.game, None))
    assert tree.moves == ("c2",)

    def walk(position, step):
        after = position.play(step.moves[0])
        if not step.replies:
            assert after.winner == position.to_move
            return 1
        return 2 + max(walk(after.play(reply.move), reply.then) for reply in step.replies)

    assert walk(position, tree) == puzzle.plies == len(tree.line)


def test_harder_puzzles_have_more_to_find():
    easy, hard = found("mnk(3,3,3)", "c1 c2 b3 b1"), found("mnk(3,3,3)", "c3")
    assert easy.difficulty < hard.difficulty
