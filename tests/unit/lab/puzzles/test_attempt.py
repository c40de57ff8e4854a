"""Tries at a puzzle."""

from __future__ import annotations

from enraya.catalogue import find_game
from enraya.lab.puzzles.attempt import judge
from enraya.lab.puzzles.finding import find_puzzle
from enraya.lab.puzzles.making import exact_solver
from enraya.position import Position


def sitting(game, moves):
    solve = exact_solver(find_game(game), None)
    puzzle = find_puzzle(Position.start(game).play_all(moves), solve)
    return puzzle, lambda *tried: judge(puzzle, tried, solve)


def test_a_right_move_is_answered_until_the_game_is_won():
    puzzle, tried = sitting("mnk(4,4,3)", "a1 c4 d3 c3")
    played = ["c2"]
    verdict = tried(*played)
    while not verdict.is_solved:
        assert verdict.is_right and verdict.sentence.key == "puzzle.said.go_on"
        played.append(verdict.reply)
        position = puzzle.position().play_all(played)
        winning = [text for text in position.legal_moves if tried(*played, text).is_right]
        played.append(winning[0])
        verdict = tried(*played)
    assert len(played) == puzzle.plies
    assert puzzle.position().play_all(played).winner == puzzle.position().to_move


def test_a_wrong_move_is_refuted_on_the_board():
    puzzle, tried = sitting("mnk(3,3,3)", "c3")
    verdict = tried("c2")
    assert not verdict.is_right and verdict.sentence.key == "puzzle.said.loses"
    end = puzzle.position().play("c2").play_all(verdict.line)
    assert end.winner == puzzle.position().to_move.opponent
    assert verdict.sentence.in_language("es") == f"Tras c2 pierdes: la respuesta es {verdict.line[0]}."


def test_a_move_that_lets_the_win_go_is_told_from_one_that_loses():
    _, tried = sitting("mnk(3,3,3)", "c1 c2 b3 b1")
    wrong = [verdict for move in ("a1", "b2", "a2", "c3") if not (verdict := tried(move)).is_right]
    assert {verdict.sentence.key for verdict in wrong} <= {"puzzle.said.draws", "puzzle.said.loses"}
    assert all(verdict.line for verdict in wrong)


def test_where_a_full_row_loses_the_other_side_ends_the_game():
    puzzle, tried = sitting("mnk(3,3,3,misere=true)", "b3 c3 b1 c1")
    played, verdict = [puzzle.solution], tried(puzzle.solution)
    while not verdict.is_solved:
        played.append(verdict.reply)
        position = puzzle.position().play_all(played)
        played.append(next(text for text in position.legal_moves if tried(*played, text).is_right))
        verdict = tried(*played)
    end = puzzle.position().play_all([*played, verdict.reply])
    assert end.winner == puzzle.position().to_move
