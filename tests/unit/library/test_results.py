"""The results of the library's functions, and their pictures in a notebook."""

from xml.etree import ElementTree

import pytest

import enraya
from enraya import Cut, EnrayaError, Enter, NotationError, Position

FIGURE = "tree(A[B[3 12 8] C[2 4 6] D[14 5 2]])"


class Pile:
    """Take one or two; who takes the last wins."""

    def initial(self):
        return (4, 0)

    def legal_moves(self, state):
        return [taken for taken in (1, 2) if taken <= state[0]]

    def play(self, state, move):
        return (state[0] - move, 1 - state[1])

    def to_move(self, state):
        return state[1]

    def outcome(self, state):
        return None if state[0] else (1 if state[1] else -1)


def is_picture(svg):
    return ElementTree.fromstring(svg).tag.endswith("svg")


def test_an_observer_hears_as_many_nodes_as_the_report_counts():
    events = []
    report = enraya.search("mnk(3,3,3)", depth=4, observer=events.append)
    assert sum(isinstance(event, Enter) for event in events) == report.nodes
    assert any(isinstance(event, Cut) for event in events)


def test_a_search_takes_an_evaluation_a_strategy_or_a_function():
    seen = []

    def evaluate(state, player):
        seen.append(player)
        return 0

    assert enraya.search("connect", "alphabeta:depth=2", evaluate=evaluate).value == 0
    assert seen
    assert enraya.search(Pile(), lambda state, limit: 1).move == "1"
    strategy = enraya.find_strategy("random", enraya.find_game("connect"), 1)
    assert enraya.search("connect", strategy).move in "1234567"


def test_an_evaluation_for_who_takes_none_is_refused_in_a_sentence():
    with pytest.raises(NotationError, match="takes no evaluation; these do: "):
        enraya.search("connect", "random", evaluate=lambda state, player: 0)
    with pytest.raises(NotationError, match="judges by itself"):
        enraya.search("connect", lambda state, limit: "1", evaluate=lambda state, player: 0)


def test_a_finished_game_is_refused_by_every_function():
    over = Position.start("mnk(3,3,3)").play_all("a1 a2 b1 b2 c1")
    for function in (enraya.search, enraya.search_tree, enraya.analyse, enraya.compare):
        with pytest.raises(NotationError, match="over"):
            function(over)
    assert enraya.solve(over).value == "loss"


def test_an_own_game_is_solved_searched_and_played_as_an_object():
    assert enraya.solve(Pile()).best == ("1",)
    assert enraya.search(Pile(), "minimax").move == "1"
    match = enraya.play_match("minimax", "minimax", Pile(), games=2, seed=1)
    assert (match.wins, match.losses) == (1, 1)
    assert match.position(1).is_over


def test_what_is_not_solved_in_time_is_a_sentence():
    with pytest.raises(EnrayaError, match="was not solved in the time given"):
        enraya.solve("oso(6,6)", seconds=0.05)


def test_a_match_between_functions_repeats_under_a_seed():
    rules = enraya.find_game("connect")
    players = [lambda state, limit: rules.legal_moves(state)[-1], "random"]
    one, two = (enraya.play_match(*players, "connect", games=2, seed=5) for _ in range(2))
    assert [one.moves(1), one.moves(2)] == [two.moves(1), two.moves(2)]
    assert one.games[0].result.starter != one.games[1].result.starter


def test_a_function_that_plays_an_illegal_move_is_refused_by_name():
    def wild(state, limit):
        return "z9"

    with pytest.raises(EnrayaError, match="wild answered 'z9', which is not a legal move"):
        enraya.play_match(wild, "random", games=1, seed=1)


def test_every_result_shows_itself_as_a_picture():
    position = Position.start("mnk(3,3,3)").play_all("a1 b1")
    assert is_picture(position._repr_svg_())
    assert is_picture(enraya.search_tree(FIGURE)._repr_svg_())
    assert enraya.search_tree("mnk(3,3,3)", depth=4)._repr_svg_() is None
    for result in (
        enraya.analyse(position),
        enraya.analyse("oso(3,2)"),
        enraya.compare(FIGURE),
        enraya.play_match("random", "random", "terni", games=2, seed=1),
    ):
        html = result._repr_html_()
        assert is_picture(html[html.index("<svg") : html.index("</svg>") + 6])
    assert ">W5<" in enraya.analyse(position)._repr_html_()


def test_a_tree_is_written_in_every_format():
    tree = enraya.search_tree(FIGURE)
    assert '"cuts": 2' in tree.written("json")
    assert tree.written("dot").startswith("digraph")
    assert "✂ C2, C3: 2 ≤ α = 3" in str(tree)
    assert [child.move for child in tree.root.children] == ["B", "C", "D"]
