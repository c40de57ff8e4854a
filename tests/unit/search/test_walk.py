from enraya import find_game
from enraya.search.count import count
from enraya.search.limit import Budget
from enraya.search.walk import Tally, walk


def test_every_game_of_tic_tac_toe_is_walked_through():
    game, tally, budget = find_game("mnk(3,3,3)"), Tally(), Budget()
    walk(game, game.initial(), tally, budget)
    assert (tally.games, tally.first, tally.second, tally.drawn) == (255_168, 131_184, 77_904, 46_080)
    assert tally.plies == [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]
    assert budget.nodes == sum(tally.plies) == 549_946


def test_walking_and_counting_layer_by_layer_agree():
    for name in ("mnk(4,2,2)", "connect(4,3,3)", "oso(1,3)", "tree(A[B[3 12] C[2 4]])"):
        game, tally = find_game(name), Tally()
        walk(game, game.initial(), tally, Budget())
        counted = count(game, game.initial(), Budget())
        assert (tally.games, tally.plies) == (counted.games, counted.perft), name
