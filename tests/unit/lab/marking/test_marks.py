"""Right answers against a second, plain algorithm; every slip found, with its reason in both languages."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from enraya.lab.exercises.kinds import KINDS
from enraya.lab.exercises.question import read_question
from enraya.lab.marking.answers import Unreadable, read_answer, write_answer
from enraya.lab.marking.marks import mark, solution
from tests.unit.lab.trees import exercise_on, explore, minimax_value, part_at, path_of, starters, trees

TEXTBOOK = [[[-2, 4], [6, 0]], [[-6, -4], [1, 2]]]
conventions = st.sampled_from([">=", ">"])


def states(marked):
    return {(each.node, each.part): each.state for each in marked.marks}


def reason_at(marked, node, language="en"):
    return next(each.reason.in_language(language) for each in marked.marks if each.node == node and each.reason)


@given(trees, starters)
def test_the_values_are_those_of_a_second_minimax(tree, starter):
    exercise = exercise_on(tree, "values", starter)
    for name, value in solution(exercise).items():
        node = exercise.solved_tree.nodes[name]
        assert value == minimax_value(part_at(tree, path_of(node)), node.is_max)


@given(trees, starters, conventions)
def test_cuts_and_windows_are_those_of_a_second_alpha_beta(tree, starter, convention):
    exercise = exercise_on(tree, "cuts", starter)
    value, windows, cut = explore(tree, starter == "max", convention == ">")
    solved = exercise.solved_tree
    assert value == solved.root.value
    assert {path_of(node) for node in solved.cut(convention)} == cut
    found = solution(exercise_on(tree, "windows", starter), convention)
    assert {path_of(solved.nodes[name]): window for name, window in found.items()} == windows


@given(trees, starters, conventions, st.sampled_from(KINDS))
def test_the_right_answers_have_the_full_score(tree, starter, convention, kind):
    exercise = exercise_on(tree, kind, starter, convention=convention)
    again = read_answer(exercise, write_answer(exercise, solution(exercise)))
    marked = mark(exercise, again)
    assert marked.is_perfect and marked.score == exercise.points == 10


@given(trees, starters, conventions, st.sampled_from(KINDS), st.data())
@settings(max_examples=200)
def test_any_one_change_is_found_and_has_a_reason(tree, starter, convention, kind, data):
    exercise = exercise_on(tree, kind, starter, convention=convention)
    right = solution(exercise)
    answer, node = dict(right), None
    if kind == "values":
        node = data.draw(st.sampled_from(sorted(answer)))
        answer[node] = right[node] + data.draw(st.sampled_from([-3, -1, 1, 5]))
    elif kind == "windows":
        node = data.draw(st.sampled_from(sorted(answer)))
        low, high = right[node]
        answer[node] = data.draw(st.sampled_from([(17, high), (low, 17), (None, high), (low, Unreadable("x"))]))
    elif kind == "move":
        wrong = [
            child.name for child in exercise.solved_tree.root.children if child not in exercise.solved_tree.best_moves()
        ]
        assume(wrong)
        node = data.draw(st.sampled_from(wrong))
        answer = {node: True}
    else:
        looked_at = [each.name for each in exercise.asked if convention in each.searched]
        node = data.draw(st.sampled_from(sorted({*answer, *looked_at})))
        answer = {name: True for name in {*answer, node} if name != node or node not in right}
    marked = mark(exercise, answer)
    found = [each for each in marked.marks if each.node == node and each.state != "right"]
    assert found and marked.score < exercise.points
    for each in found:
        assert each.reason.in_language("en") != each.reason.in_language("es")
        assert node in each.reason.in_language("en")


def test_the_example_of_the_textbook_cuts_the_fourth_leaf_and_the_last_pair():
    exercise = exercise_on(TEXTBOOK, "cuts")
    assert exercise.solved_tree.root.value == 4
    assert list(solution(exercise)) == ["E2", "G"]
    assert mark(exercise, read_answer(exercise, "E2 G")).is_perfect
    # Whoever crosses out the leaves of the last pair one by one means the same.
    assert mark(exercise, read_answer(exercise, ["E2", "G1", "G2"])).score == 10
    assert mark(exercise, read_answer(exercise, "E2 G G1")).score == 10
    marked = mark(exercise, read_answer(exercise, "E2 G1"))
    assert states(marked) == {("E2", "cut"): "right", ("G", "cut"): "missing"}
    assert reason_at(marked, "G") == (
        "G is cut: once F was known, MIN had −4 at C, and MAX already had 4 elsewhere (α = 4). −4 ≤ 4, so MAX will not "
        "come to C and MIN's other moves there cannot matter."
    )


def test_a_branch_wrongly_cut_costs_a_share_and_is_told_why():
    exercise = exercise_on(TEXTBOOK, "cuts")
    marked = mark(exercise, read_answer(exercise, "E2 G F2 B"))
    assert marked.score == 0 and marked.count("extra") == 2
    assert reason_at(marked, "B").startswith("B is not cut: it is the first branch of A")
    assert "β = ∞" in reason_at(marked, "F2")
    assert "no se poda" in reason_at(marked, "F2", "es")


def test_with_the_strict_convention_an_equal_value_does_not_cut():
    tree = [[3, 12], [3, 5]]
    assert list(solution(exercise_on(tree, "cuts"))) == ["C2"]
    strict = exercise_on(tree, "cuts", convention=">")
    assert solution(strict) == {}
    marked = mark(strict, {"C2": True})
    assert marked.score == 0
    assert reason_at(marked, "C2").endswith("with the strict convention 3 < 3 is false.")
    assert mark(strict, {}).score == 10


def test_where_either_convention_is_accepted_the_one_that_suits_is_used_and_told():
    either = exercise_on([[3, 12], [3, 5], [2, 9]], "cuts", either=True)
    stated, other = mark(either, {"C2": True, "D2": True}), mark(either, {"D2": True})
    assert stated.is_perfect and stated.convention == ">="
    assert other.is_perfect and other.convention == ">"
    assert not mark(either, {"C2": True}).is_perfect


def test_a_value_is_explained_by_what_was_done_instead():
    exercise = exercise_on([[3, 12, 8], [2, 4, 6]], "values")
    said = {
        8: "B is a MIN node: the least of 3, 12 and 8 is 3, not 8.",
        12: "B is a MIN node: it takes the least of 3, 12 and 8, which is 3; 12 is the greatest.",
        5: "B is a MIN node: the least of its children (3, 12 and 8) is 3; none of them is 5.",
    }
    for value, reason in said.items():
        assert reason_at(mark(exercise, {"B": value}), "B") == reason


def test_a_value_that_follows_from_an_own_mistake_is_told_so_and_counts_half():
    exercise = exercise_on([[3, 12, 8], [2, 4, 6]], "values")
    marked = mark(exercise, {"B": 8.0, "C": 2.0, "A": 8.0})
    assert states(marked) == {("A", "value"): "follows", ("B", "value"): "wrong", ("C", "value"): "right"}
    assert reason_at(marked, "A").startswith("A = 8 follows from your B = 8: the mistake is there")
    assert marked.score == 5


def test_a_bound_handed_down_from_a_wrong_one_follows_from_it():
    exercise = exercise_on([[[1, 2], [3, 4]], [5, 6]], "windows")
    infinity = float("inf")
    marked = mark(exercise, {"B": (0.0, infinity), "D": (0.0, infinity)})
    assert states(marked)["B", "alpha"] == "wrong" and states(marked)["D", "alpha"] == "follows"
    swapped = mark(exercise, {"A": (infinity, -infinity)})
    assert "swapped" in reason_at(swapped, "A")


def test_a_window_at_a_node_never_entered_is_too_much():
    exercise = exercise_on(TEXTBOOK, "windows")
    marked = mark(exercise, {**solution(exercise), "G": (4.0, -4.0)})
    assert states(marked)["G", "alpha"] == states(marked)["G", "beta"] == "extra"
    assert reason_at(marked, "G").startswith("G is never entered. G is cut: once F was known")
    assert marked.score < 10


def test_of_equally_good_moves_any_is_right_and_the_others_are_told():
    exercise = exercise_on([[3, 4], [3, 9], [1, 2]], "move")
    for name in "BC":
        assert mark(exercise, {name: True}).score == 10
    assert reason_at(mark(exercise, {"B": True}), "B") == "B is right, and so is any of C: all are worth 3."
    wrong = mark(exercise, {"D": True})
    assert reason_at(wrong, "D") == "MAX does not choose D, worth 1: at A the greatest value is 3, with B and C."


@pytest.mark.parametrize(("kind", "answer"), [("values", {"B1": 3, "Z": 1}), ("windows", {"B1": [1, 2], "Z": [1, 2]})])
def test_answers_where_nothing_was_asked_are_told_and_cost_nothing(kind, answer):
    exercise = exercise_on([[3, 12], [2, 4]], kind)
    marked = mark(exercise, {**solution(exercise), **read_answer(exercise, answer)})
    assert marked.score == 10 and not marked.is_perfect and marked.count("unasked") == 2
    assert reason_at(marked, "Z") == "There is no node Z in this tree."


def test_hints_cost_a_tenth_each_down_to_nothing():
    exercise = exercise_on([[3, 12], [2, 4]], "values")
    right = solution(exercise)
    assert [mark(exercise, right, hints).score for hints in (0, 1, 3, 10, 40)] == [10, 9, 7, 0, 0]


def test_in_oso_whoever_scores_moves_again_and_the_tree_says_so():
    exercise = read_question({"kind": "values", "game": "oso(1,3)", "moves": "O@a1 S@a2"})
    tree = exercise.solved_tree
    assert mark(exercise, solution(exercise)).is_perfect
    assert [node.is_max for node in tree.inner] == [True]
    assert {node.value for node in tree.leaves} == {0, 1}
