"""Every game played to its end by a client that knows no rules: it clicks where it is told to."""

from __future__ import annotations

import random

import pytest

from enraya.position import Position
from enraya.server.views.match import show_choices
from tests.unit.server.conftest import TWO, Table, follow, still

GAMES = [
    "mnk(3,3,3)",
    "mnk(4,3,3,misere=true)",
    "gomoku(15,freestyle,free)",
    "gomoku(15,standard,swap2)",
    "connect(7,6,4)",
    "cube(3,3)",
    "terni",
    "oso(3,3)",
    "tree(A[B[3 12 8] C[2 4 6] D[14 5 2]])",
]
MOST_MOVES = 60


def drawn_ahead(state, choice):
    """The cells as a page draws them before the server has answered."""
    cells = list(state["position"]["board"]["cells"])
    if choice["clicks"]:
        if len(choice["clicks"]) == 2:
            cells[choice["clicks"][0][0]] = ""
        cells[choice.get("lands", choice["clicks"][-1][0])] = choice.get("sign") or state["turn"]["sign"]
    return cells


@pytest.mark.parametrize("game", GAMES)
def test_a_page_without_rules_plays_a_whole_game_and_is_never_wrong(client, game):
    dice = random.Random(game)
    table = Table(client, **TWO, game=game, games=1)
    with table.live() as live:
        state = live.welcome["state"]
        assert state["number"] == 1
        for _ in range(MOST_MOVES):
            if state["phase"] != "playing":
                break
            move = dice.choice(sorted(state["choices"]))
            choice = state["choices"][move]
            ahead = drawn_ahead(state, choice) if state["position"].get("board") else None
            live.say(type="play", id=1, move=move, ply=len(state["history"]), game=1)
            event = live.next("event")
            assert live.next("done")["number"] == event["number"]
            state = follow(state, event)
            if ahead is not None:
                assert state["position"]["board"]["cells"] == ahead
        assert still(state) == still(table.state)


@pytest.mark.parametrize("game", GAMES)
def test_gestures_that_are_said_to_be_the_same_in_every_state_are(game):
    position = Position.start(game)
    dice = random.Random(game)
    while not position.is_over and len(position.moves) < MOST_MOVES:
        fixed = position.game.fixed_gestures(position.to_move)
        moves = position.playable()
        assert fixed is None or [fixed[move] for move in moves] == [
            position.game.gesture(position.state, move) for move in moves
        ]
        position = position.play(dice.choice(moves))


def test_a_choice_of_swap2_is_a_button_with_words(client):
    table = Table(client, **TWO, game="gomoku(15,standard,swap2)")
    table.play("h8", "i8", "h9")
    assert table.state["choices"] == {
        move: {"clicks": [], "says": f"choice.{move}"} for move in ("black", "white", "more")
    }
    assert table.state["turn"] == {"seat": 1, "sign": None, "owner": None}


def test_a_click_anywhere_in_a_column_drops_a_disc_to_the_bottom(client):
    table = Table(client, **TWO, game="connect(7,6,4)")
    assert table.state["choices"]["4"] == {"clicks": [[38, 31, 24, 17, 10, 3]], "lands": 38}


def test_two_letters_share_a_click(client):
    choices = Table(client, **TWO, game="oso(3,3)").state["choices"]
    assert choices["S@b2"] == {"clicks": [[4]], "sign": "S"}
    assert choices["O@b2"] == {"clicks": [[4]], "sign": "O"}


def test_a_tree_is_told_by_its_nodes(client):
    table = Table(client, **TWO, game="tree(A[B[3 12] C[2 4]])")
    table.play("B")
    position = table.state["position"]
    assert position["kind"] == "tree"
    assert (position["node"], position["path"]) == ("B", ["A", "B"])
    assert position["tree"]["nodes"]["B"] == {"children": ["B1", "B2"], "value": None, "max": False}
    assert table.state["choices"]["B1"] == {"clicks": [], "node": "B1"}


def test_a_worse_choice_on_a_tree_is_told_with_what_best_play_gives(client):
    table = Table(client, **TWO, game="tree(A[3 5])", games=1)
    table.play("A1")
    told = {"winner": 1, "reason": "payoff", "outcome": 3, "par": 5, "misstep": {"played": "A1", "better": "A2"}}
    assert told.items() <= table.state["results"][0].items()
    replay = client.get(f"/api/matches/{table.match}/games/1").json()
    assert told.items() <= replay["result"].items()
    again = client.post("/api/replays", json={"game": "tree(A[3 5])", "moves": ["A1"]}).json()
    assert told.items() <= again["result"].items()


def test_a_move_is_offered_by_the_same_object_whoever_is_to_move():
    # What changed since the last move is found by comparing identities: a large board has hundreds of choices.
    position = Position.start("gomoku(15,freestyle,free)").play("h8")
    before, after = (show_choices(each)[0] for each in (position, position.play("h9")))
    assert all(after[move] is before[move] for move in after)
