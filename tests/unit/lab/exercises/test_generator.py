"""Exercises from a seed: the same everywhere, and always with something to find."""

import pytest

from enraya.errors import EnrayaError
from enraya.lab.exercises.generator import DIFFICULTIES, make_exercise
from enraya.lab.exercises.kinds import KINDS
from enraya.lab.exercises.question import read_question
from enraya.lab.marking.hints import LAST_STEP, next_hint
from enraya.lab.marking.marks import mark, solution
from tests.scale import scaled

KIND_AND_DIFFICULTY = [(kind, difficulty) for kind in KINDS for difficulty in DIFFICULTIES]


@pytest.mark.parametrize(("kind", "difficulty"), KIND_AND_DIFFICULTY)
def test_every_seed_makes_an_exercise_that_teaches(kind, difficulty):
    for seed in range(scaled(12, soak=50)):
        exercise = make_exercise(kind, difficulty, seed)
        tree = exercise.solved_tree
        assert len({leaf.value for leaf in tree.leaves}) > 1
        assert mark(exercise, solution(exercise)).is_perfect
        assert mark(exercise, {}).score == 0
        if kind == "cuts":
            assert tree.cut(exercise.convention)
            looked_at = [node for node in tree.nodes.values() if exercise.convention in node.searched]
            assert any(node.parent and node.place for node in looked_at), "nothing tempts"
        if kind == "move":
            assert len(tree.best_moves()) < len(tree.root.children)
        if difficulty > 4:
            assert not exercise.is_textbook and len(tree.nodes) <= 48


@pytest.mark.parametrize(("kind", "difficulty"), KIND_AND_DIFFICULTY)
def test_a_seed_and_the_spec_of_its_exercise_make_the_same_again(kind, difficulty):
    made = make_exercise(kind, difficulty, 7)
    again = make_exercise.__wrapped__(kind, difficulty, 7)
    assert again.position == made.position and again.convention == made.convention
    read = read_question(made.spec())
    assert (read.position, read.depth, read.convention) == (made.position, made.depth, made.convention)
    assert read.spec() == made.spec()


def test_seeds_mean_the_same_on_every_machine():
    # Written down once: whoever changes these changes the exercises that people have shared.
    assert make_exercise("values", 1, 3).position.game.name == "tree(A[B[3 8] C[6 2]])"
    strict = make_exercise("cuts", 3, 5)
    assert strict.position.game.name == "tree(A[B[D[-1 -1] E[-5 1]] C[F[0 -5] G[5 3]]], root=min)"
    assert (
        " ".join(make_exercise("move", 6, 5).position.move_texts)
        == "7 1 4 7 7 4 1 7 5 1 7 4 5 4 4 1 7 3 3 2 5 5 3 6 5 6 3 5 4 1 2 3 3"
    )


def test_a_convention_asked_for_is_kept():
    for seed in range(10):
        assert make_exercise("cuts", 3, seed, ">").convention == ">"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("difficulty", [2, 4, 5])
def test_hints_lead_step_by_step_to_an_answer_and_end_when_all_is_right(kind, difficulty):
    exercise = make_exercise(kind, difficulty, 11)
    right = solution(exercise)
    before, steps = None, []
    for _ in range(LAST_STEP):
        hint = next_hint(exercise, {}, before)
        before = (hint.node, hint.step)
        steps.append(hint.step)
        assert hint.reason.in_language("es") != hint.reason.in_language("en")
    assert steps == [1, 2, 3] and hint.is_last
    assert next_hint(exercise, right) is None


def test_hints_start_at_the_deepest_node_on_the_left():
    exercise = read_question({"kind": "values", "tree": "A[B[D[-2 4] E[6 0]] C[F[-6 -4] G[1 2]]]"})
    said = [next_hint(exercise, {}, ("D", step)).reason.in_language("en") for step in (0, 1, 2)]
    assert said == [
        "Do D next: everything it needs is known by then.",
        "D is a MAX node, and its children are worth −2 and 4: take the greatest.",
        "D is worth 4.",
    ]
    assert next_hint(exercise, {"D": 4.0}).node == "E"
    assert next_hint(exercise, {"D": 4.0, "E": 0.0}, ("D", 3)).step == 1


def test_a_game_without_a_depth_is_looked_at_as_deep_as_a_hand_can():
    assert read_question({"kind": "values", "game": "mnk(3,3,3)"}).depth == 2
    assert read_question({"kind": "values", "game": "mnk(3,3,3)", "moves": "a1 b2 c3 a3 c1 c2"}).depth is None
    with pytest.raises(EnrayaError) as refusal:
        read_question({"kind": "values", "game": "gomoku"})
    assert refusal.value.code == "error.exercise_large"
