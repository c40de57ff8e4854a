"""Every player: legal moves, limits kept, the same seed the same move, and a report of what it did."""

from itertools import count
from random import Random
from threading import Event

import pytest

from enraya import NotationError, Position, find_game
from enraya.players.catalogue import find_strategy, strategy_names
from enraya.players.perfect import _is_quick
from enraya.search.limit import Limit
from enraya.search.trace import Enter, Leave

SHORT = Limit(nodes=200)
ROUNDS = Limit(nodes=40)
"""For Monte-Carlo rounds on a large board: each is a whole game, and two hundred are no tree of two moves either."""

GAMES = [
    "mnk(3,3,3)",
    "mnk(4,4,4)",
    "mnk(3,3,3,misere=true)",
    "gomoku(15,freestyle,free)",
    "gomoku(15,standard,swap2)",
    "connect(7,6,4)",
    "cube(3,3)",
    "terni",
    "oso(4,4)",
    "tree([[3 12 8] [2 4 6]])",
]
SPECS = {"level": "level:7"}


def players_of(game):
    return [(game, SPECS.get(name, name)) for name in strategy_names(find_game(game))]


@pytest.mark.parametrize(("game", "player"), [pair for game in GAMES for pair in players_of(game)])
def test_a_player_makes_legal_moves_and_repeats_them_under_its_seed(game, player):
    position = Position.start(game)
    one, two = (find_strategy(player, position.game, 5) for _ in range(2))
    for _ in range(4):
        # To be perfect takes what it takes.
        limit = Limit() if player == "perfect" else ROUNDS if (game[:6], player) == ("gomoku", "mcts") else SHORT
        report = one.choose(position, limit)
        assert report.move in position.playable()
        assert two.choose(position, limit).move == report.move
        position = position.play(report.move)
        if position.is_over:
            break


@pytest.mark.parametrize(("game", "player"), [*players_of("mnk(3,3,3)"), *players_of("oso(4,4)")])
def test_every_player_tells_nodes_that_are_entered_and_left(game, player):
    position = Position.start(game)
    open_nodes, entered = [], 0

    def hear(event):
        nonlocal entered
        if isinstance(event, Enter):
            assert event.ply == len(open_nodes)
            open_nodes.append(event)
            entered += 1
        elif isinstance(event, Leave):
            assert event.ply == len(open_nodes) - 1
            open_nodes.pop()

    limit = Limit() if player == "perfect" else Limit(nodes=300, depth=2)
    find_strategy(player, position.game, 5).choose(position, limit, observer=hear)
    assert entered > 0


@pytest.mark.parametrize("player", ["minimax", "alphabeta", "alphabeta+", "alphabeta+:native=false", "mcts"])
def test_a_search_reports_what_it_did(player):
    position = Position.start("mnk(3,3,3)", "XX./OO./...")
    report = find_strategy(player, position.game, 1).choose(position, Limit(nodes=20_000))
    assert report.move == 2
    assert report.value > 0
    assert report.nodes > 0
    assert report.depth > 0
    assert report.principal_variation[0] == 2
    assert {root.move for root in report.roots} >= {2}
    assert report.seconds >= 0


@pytest.mark.parametrize("player", ["minimax", "alphabeta", "alphabeta+", "alphabeta+:native=false", "mcts"])
@pytest.mark.parametrize("nodes", [1, 50, 1000])
def test_a_node_limit_is_kept(player, nodes):
    position = Position.start("connect")
    report = find_strategy(player, position.game).choose(position, Limit(nodes=nodes))
    assert report.nodes <= nodes + 1
    assert report.move in position.playable()


@pytest.mark.parametrize("player", ["minimax", "alphabeta", "alphabeta+", "alphabeta+:native=false"])
@pytest.mark.parametrize("depth", [1, 3])
def test_a_depth_limit_is_kept(player, depth):
    position = Position.start("connect")
    assert find_strategy(player, position.game).choose(position, Limit(depth=depth)).depth == depth


@pytest.mark.parametrize(
    "player",
    [
        "minimax:depth=30",
        "alphabeta:depth=30",
        "alphabeta+:seconds=3600",
        "alphabeta+:native=false,seconds=3600",
        "mcts:seconds=3600",
    ],
)
def test_a_player_told_to_stop_answers_with_what_it_has(player):
    stop = Event()
    stop.set()
    position = Position.start("connect")
    report = find_strategy(player, position.game).choose(position, Limit(), stop=stop)
    assert report.move in position.playable()


@pytest.mark.parametrize("game", ["mnk(4,4,4)", "mnk(5,5,5)"])
@pytest.mark.parametrize("player", ["alphabeta:depth=2", "alphabeta+:depth=3", "alphabeta+:depth=3,native=false"])
class TestDepthLimitedPlay:
    def test_it_takes_a_win_when_there_is_one(self, game, player):
        k = find_game(game).k
        first, second = [f"a{row + 1}" for row in range(k - 1)], [f"c{row + 1}" for row in range(k - 1)]
        moves = [move for pair in zip(first, second, strict=True) for move in pair]
        position = Position.start(game).play_all(moves)
        report = find_strategy(player, position.game, 3).choose(position, Limit())
        assert position.game.format_move(report.move) == f"a{k}"

    def test_it_blocks_a_win_when_it_must(self, game, player):
        k = find_game(game).k
        first, second = [f"a{row + 1}" for row in range(k - 1)], ["c1", "d3", "b4", "d2"][: k - 2]
        moves = [first[0]]
        for own, other in zip(second, first[1:], strict=True):
            moves += [own, other]
        position = Position.start(game).play_all(moves)
        report = find_strategy(player, position.game, 3).choose(position, Limit())
        assert position.game.format_move(report.move) == f"a{k}"

    def test_it_builds_on_its_own_pieces_otherwise(self, game, player):
        """Four times in five on a line with a piece of its own; a search that sees nothing there would play a1."""
        found, dice, building = find_game(game), Random(game), 0
        for _ in range(20):
            position = Position.start(found)
            for _ in range(2):
                position = position.play(dice.choice(position.playable()))
            move = find_strategy(player, found).choose(position, Limit()).move
            building += any(
                move in line and any(position.state.first >> cell & 1 for cell in line) for line in found.lines
            )
        assert building >= 16


def test_levels_go_from_random_to_the_best():
    game = find_game("mnk(3,3,3)")
    assert find_strategy("level:0", game, 1).choose(Position.start(game), SHORT).nodes == 0
    assert find_strategy("level:10", game, 1).choose(Position.start(game), Limit(seconds=2)).complete
    for wrong in ("level", "level:11", "level:x", "level:-1"):
        with pytest.raises(NotationError, match="from 0 to 10"):
            find_strategy(wrong, game)


UNKNOWN_PLAYERS = [
    ("", "error.player_spec"),
    ("nobody", "error.player_unknown"),
    ("alphabeta:depth=0", "error.option_number"),
    ("alphabeta:depth=x", "error.option_number"),
    ("alphabeta:colour=3", "error.option_unknown"),
    ("alphabeta:cut=<", "error.option_word"),
    ("minimax:cut=>", "error.option_unknown"),
    ("random:depth=3", "error.option_unknown"),
    ("alphabeta+:seconds=never", "error.option_decimal"),
    ("mcts:nodes=0", "error.option_number"),
    ("rules", "error.player_not_for"),
    ("oso-easy", "error.player_not_for"),
    ("perfect", "error.player_not_for"),
    ("nothere.py", "error.own_unreadable"),
]


def test_a_player_that_is_not_there_is_refused_in_a_sentence():
    game = find_game("connect(8,7,4)")
    for text, code in UNKNOWN_PLAYERS:
        with pytest.raises(NotationError) as refusal:
            find_strategy(text, game)
        assert refusal.value.code == code, text
        english, spanish = (refusal.value.in_language(language) for language in ("en", "es"))
        assert english != spanish, text


def test_ties_are_broken_by_the_seed():
    # With the centre taken the four corners are alike.
    position = Position.start("mnk(3,3,3)").play("b2")
    for player in ("minimax:depth=1", "alphabeta:depth=9", "alphabeta+", "perfect"):
        moves = {find_strategy(player, position.game, seed).choose(position, Limit()).move for seed in range(12)}
        assert len(moves) > 1, player


def test_who_is_offered_does_not_depend_on_how_busy_the_machine_is(monkeypatch):
    """A clock on which years pass between two looks stands for a machine that is very busy."""
    names = strategy_names(find_game("mnk(3,4,3,misere=true)"))
    clock = count(step=1e9)
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    _is_quick.cache_clear()
    assert strategy_names(find_game("mnk(3,4,3,misere=true)")) == names
    assert strategy_names(find_game("terni")).count("perfect") == 1


def test_the_greedy_player_takes_a_win_and_sees_no_threat():
    position = Position.start("mnk(3,3,3)")
    wins = position.play_all("a1 a2 b1 b2")
    assert find_strategy("greedy", position.game).choose(wins, Limit()).move == wins.move("c1")
    threatened = position.play_all("a1 b2 b1")
    values = {root.value for root in find_strategy("greedy", position.game).choose(threatened, Limit()).roots}
    assert find_strategy("greedy", position.game).choose(threatened, Limit()).depth == 1
    assert max(values) < 90


def test_the_pair_plays_as_minimax_does():
    position = Position.start("mnk(3,3,3)").play_all("b2 a1")
    one, two = (find_strategy(name, position.game, 3).choose(position, Limit()) for name in ("minimax", "minimax-pair"))
    assert (one.move, one.value, one.nodes) == (two.move, two.value, two.nodes)
