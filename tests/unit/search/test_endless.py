"""Games without an end are refused by what would follow them for ever."""

import pytest

from enraya.catalogue import find_game
from enraya.custom import CustomGame
from enraya.position import Position
from enraya.search import endless
from enraya.search.count import count
from enraya.search.endless import EndlessGame, refuse_endless
from enraya.search.limit import Budget, Limit, OutOfBudget
from enraya.solve.solver import Solver


class Counter:
    """Adds 1 or 2 for ever; who can stop may do so."""

    scored = False

    def __init__(self, *, stop=False, repeats=False, modulus=None):
        self.moves = ["stop", "go"] if stop else [1, 2]
        self.repeats, self.modulus = repeats, modulus

    def initial(self):
        return 0

    def legal_moves(self, state):
        return [] if state < 0 else self.moves

    def play(self, state, move):
        if move == "stop":
            return -1 - state
        after = state + (move if move != "go" else 1)
        return after % self.modulus if self.modulus else after

    def outcome(self, state):
        return 0 if state < 0 else None


@pytest.fixture
def soon(monkeypatch):
    """It is asked after few positions, and long is not so long."""
    monkeypatch.setattr(endless, "POSITIONS", 300)
    monkeypatch.setattr(endless, "LONGEST_GAME", 100)
    monkeypatch.setattr(endless, "LONGEST_LINE", 200)


def refusal(work):
    with pytest.raises(EndlessGame) as refused:
        work()
    return refused.value.code


WORK = {
    "solve": lambda game: Solver(game).solve(Position.start(game)),
    "count": lambda game: count(game, game.initial(), Budget()),
}


@pytest.mark.parametrize("work", WORK)
@pytest.mark.parametrize(
    ("rules", "code"),
    [
        (Counter(), "error.no_end"),
        (Counter(repeats=True), "error.no_end_repeats"),
        # A random game ends soon; who goes on never comes to an end.
        (Counter(stop=True), "error.no_end_line"),
    ],
)
def test_a_game_without_an_end_is_refused(soon, work, rules, code):
    assert refusal(lambda: WORK[work](CustomGame(rules, "mine.py"))) == code


def test_points_that_never_come_are_refused_before_the_search(soon):
    rules = Counter()
    rules.scored = True
    game = CustomGame(rules, "mine.py")
    assert refusal(lambda: Solver(game).solve(Position.start(game))) == "error.no_end"


def test_a_position_that_comes_back_is_as_good_as_an_end(soon):
    game = CustomGame(Counter(repeats=True, modulus=50), "mine.py")
    refuse_endless(game, game.initial(), Budget())
    assert Solver(game).solve(Position.start(game)).worth.outcome == 0


def test_a_depth_is_counted_in_any_game(soon):
    game = CustomGame(Counter(), "mine.py")
    assert count(game, game.initial(), Budget(), 400).perft[-1] == 2**400


def test_a_game_that_ends_is_explored_beyond_the_question(soon):
    game = find_game("mnk(3,3,3)")
    assert count(game, game.initial(), Budget()).positions == 5478


def test_the_question_keeps_to_the_limit_and_spends_nothing():
    game = CustomGame(Counter(), "mine.py")
    budget = Budget()
    refusal(lambda: refuse_endless(game, game.initial(), budget))
    assert budget.nodes == 0
    with pytest.raises(OutOfBudget):
        refuse_endless(game, game.initial(), Budget(Limit(seconds=0)))
