import pytest

from enraya import find_game
from enraya.custom import CustomGame
from enraya.search.count import count
from enraya.search.limit import Budget, Limit, OutOfBudget


def test_tic_tac_toe_is_counted():
    game = find_game("mnk(3,3,3)")
    counted = count(game, game.initial(), Budget())
    assert counted.games == 255_168
    assert (counted.positions, counted.positions_up_to_symmetry) == (5478, 765)
    assert (counted.terminal, counted.terminal_up_to_symmetry) == (958, 138)
    assert counted.perft == [1, 9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 127_872]


def test_a_depth_counts_no_further():
    game = find_game("connect")
    counted = count(game, game.initial(), Budget(), depth=3)
    assert counted.perft == [1, 7, 49, 343]
    assert counted.positions == 1 + 7 + 49 + 238


def test_a_game_that_goes_round_has_positions_but_no_number_of_games():
    game = find_game("terni")
    counted = count(game, game.initial(), Budget())
    assert counted.games is counted.perft is None
    assert counted.positions > counted.positions_up_to_symmetry > counted.terminal_up_to_symmetry > 0


@pytest.mark.parametrize("name", ["mnk(1,1,1)", "oso(1,3)", "tree([[3 5] [2 9]])"])
def test_the_smallest_games_are_counted(name):
    game = find_game(name)
    counted = count(game, game.initial(), Budget())
    assert counted.terminal >= 1
    assert counted.games >= counted.terminal


@pytest.mark.parametrize("name", ["mnk(3,3,3)", "terni"])
def test_a_position_is_paid_for_once_when_it_is_met(name):
    game = find_game(name)
    budget = Budget()
    positions = count(game, game.initial(), budget).positions
    assert budget.nodes == positions
    count(game, game.initial(), Budget(Limit(nodes=positions)))
    with pytest.raises(OutOfBudget):
        count(game, game.initial(), Budget(Limit(nodes=positions - 1)))


class Nim:
    """Heaps of 3, 4 and 5: whoever takes the last stone wins, so the same heaps are met after many numbers of moves."""

    heaps = (3, 4, 5)

    def initial(self):
        return self.heaps

    def legal_moves(self, state):
        return [(heap, stones) for heap, size in enumerate(state) for stones in range(1, size + 1)]

    def play(self, state, move):
        return tuple(size - move[1] if heap == move[0] else size for heap, size in enumerate(state))

    def outcome(self, state):
        return None if any(state) else 1


def test_a_position_met_after_several_numbers_of_moves_is_counted_once():
    game = CustomGame(Nim(), "nim")
    counted = count(game, game.initial(), Budget())
    # 4 · 5 · 6 heaps with either side to move, but for the 8 that only one side can come to.
    assert (counted.positions, counted.terminal) == (2 * 4 * 5 * 6 - 8, 2)
    assert (counted.positions_up_to_symmetry, counted.terminal_up_to_symmetry) == (232, 2)
    assert counted.games == 431_128


def test_images_of_a_position_met_earlier_are_the_same_up_to_symmetry():
    class Sorted(Nim):
        heaps = (2, 2)

        def symmetries(self):
            return [(lambda state: state[::-1], lambda move: (1 - move[0], move[1]))]

    game = CustomGame(Sorted(), "nim")
    counted = count(game, game.initial(), Budget())
    reached = {game.initial()}
    waiting = [game.initial()]
    while waiting:
        state = waiting.pop()
        new = {game.play(state, move) for move in game.legal_moves(state)} - reached
        reached |= new
        waiting += new
    assert counted.positions == len(reached)
    assert counted.positions_up_to_symmetry == len({(tuple(sorted(turn.state)), turn.player) for turn in reached})


def test_a_game_that_goes_round_without_saying_so_is_counted_all_the_same():
    class Round(Nim):
        heaps = 0

        def legal_moves(self, state):
            return [1, 2] if state != 7 else []

        def play(self, state, move):
            return (state + move) % 10

        def outcome(self, state):
            return 1 if state == 7 else None

    game = CustomGame(Round(), "round")
    counted = count(game, game.initial(), Budget())
    assert counted.games is counted.perft is None
    assert (counted.positions, counted.terminal) == (20, 2)
