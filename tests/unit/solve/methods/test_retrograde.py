"""Working backwards, against brute force and against what is known of terni lapilli."""

from pathlib import Path

import pytest

from enraya import Player, find_game
from enraya.search.limit import Budget
from enraya.solve.methods.retrograde import retrograde
from enraya.solve.solution import Worth
from enraya.solve.tables.graph import TooManyStates

# Movement: (the game's worth, the worth of each first move by kind, when the centre may not be opened in).
TERNI = {
    "adjacent": {"centre": (1, 9), "corner": (0, None), "edge": (-1, 8)},
    "drawn": {"centre": (1, 9), "corner": (0, None), "edge": (-1, 8)},
    "neighbour": {"centre": (0, None), "corner": (0, None), "edge": (0, None)},
    "jump": {"centre": (0, None), "corner": (0, None), "edge": (0, None)},
    "slide": {"centre": (1, 9), "corner": (0, None), "edge": (-1, 8)},
}
MOVING = str(Path(__file__).parents[1] / "moving.py")
KINDS = {"centre": [4], "corner": [0, 2, 6, 8], "edge": [1, 3, 5, 7]}


@pytest.mark.parametrize("step", TERNI)
def test_every_first_move_of_terni_lapilli_is_worth_what_is_known(step):
    game = find_game(f"terni(step={step})")
    worths = retrograde(game, game.initial(), Budget())
    for kind, cells in KINDS.items():
        for cell in cells:
            worth = worths[game.play(game.initial(), cell)]
            plies = None if worth.plies is None else worth.plies + 1
            assert (worth.outcome, plies) == TERNI[step][kind], (kind, cell)
    assert worths[game.initial()] == Worth(*TERNI[step]["centre"])


@pytest.mark.parametrize("name", [*(f"terni(step={step})" for step in TERNI), MOVING])
def test_a_second_method_agrees_on_every_position(name):
    """Plain iteration over all positions at once: in round r the wins and losses in at most r plies are known."""
    game = find_game(name)
    worths = retrograde(game, game.initial(), Budget())
    known = {state: (outcome, 0) for state in worths if (outcome := game.outcome(state)) is not None}
    for ply in range(1, 200):
        found = {}
        for state in worths:
            if state in known:
                continue
            own = 1 if game.to_move(state) == Player.FIRST else -1
            children = [known.get(game.play(state, move)) for move in game.legal_moves(state)]
            if any(child is not None and child[0] == own for child in children):
                found[state] = (own, ply)
            elif all(child is not None and child[0] == -own for child in children):
                found[state] = (-own, ply)
        if not found:
            break
        known |= found
    assert {state: (worth.outcome, worth.plies) for state, worth in worths.items() if worth.outcome} == {
        state: value for state, value in known.items() if value[0]
    }


def test_it_agrees_with_minimax_on_every_position_of_tic_tac_toe():
    game = find_game("mnk(3,3,3)")
    worths = retrograde(game, game.initial(), Budget())
    assert len(worths) == 5478

    def brute(state):
        if (outcome := game.outcome(state)) is not None:
            return outcome
        values = [brute(game.play(state, move)) for move in game.legal_moves(state)]
        return max(values) if game.to_move(state) == Player.FIRST else min(values)

    for state, worth in worths.items():
        if (state.first | state.second).bit_count() >= 4:
            assert worth.outcome == brute(state)


def test_a_game_too_large_is_refused_with_the_number():
    game = find_game("connect")
    with pytest.raises(TooManyStates, match="1,000"):
        retrograde(game, game.initial(), Budget(), most=1000)
