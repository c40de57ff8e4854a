"""The Gomoku engine against plain rules: its patterns against a classification of whole lines, its wins played out."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from enraya.games.gomoku import Gomoku
from enraya.games.lines import LineGame, Stones
from enraya.games.mnk import MNK
from tests.oracle.native_search import native

POSITIONS = int(os.environ.get("ENRAYA_TEST_POSITIONS", "2000"))
RARE = max(POSITIONS, 2000)
"""Positions to be looked at for what few of them have: fewer would hold none."""

WIN = native.WIN
DEAD, ONE, OPEN_ONE, TWO, OPEN_TWO, _, OPEN_TWO_THRICE, THREE, OPEN_THREE, OPEN_THREE_TWICE, FOUR, OPEN_FOUR, FIVE = (
    range(13)
)
MAKES_THREE, MAKES_FOUR, MAKES_DOUBLE_THREE, MAKES_FOUR_THREE, MAKES_OPEN_FOUR, MAKES_FIVE = range(1, 7)
GAMES: list[LineGame] = [Gomoku(15), Gomoku(15, "standard"), Gomoku(19), MNK(5, 5, 5), MNK(13, 7, 5)]
STEPS = ((1, 0), (0, 1), (1, 1), (-1, 1))


def is_exact(game: LineGame) -> bool:
    return any(game.ends)


def board_of(game: LineGame) -> Any:
    return native.GomokuBoard(game.columns, game.rows, is_exact(game))


def sides(state: Stones) -> tuple[int, int, int]:
    return state.first, state.second, int(state.turn)


def clustered_states(game: LineGame, count: int, seed: str = "") -> Iterator[Stones]:
    """Unfinished states with the stones close together, as in real games."""
    source = random.Random(game.name + seed)
    while count:
        state = game.initial()
        for _ in range(source.randint(1, min(40, game.cells - 1))):
            stones = [cell for cell in range(game.cells) if (state.first | state.second) >> cell & 1]
            at = source.choice(stones) if stones and source.random() < 0.9 else source.randrange(game.cells)
            column = at % game.columns + source.randint(-2, 2)
            row = at // game.columns + source.randint(-2, 2)
            move = row * game.columns + column
            if not (0 <= column < game.columns and 0 <= row < game.rows) or move not in game.legal_moves(state):
                continue
            after = game.play(state, move)
            if after.result is None:
                state = after
        if game.legal_moves(state):
            count -= 1
            yield state


def line_through(game: LineGame, state: Stones, side: int, cell: int, step: tuple[int, int]) -> tuple[str, int]:
    """The whole line of *cell* as *side* sees it, x own, o closed, and where *cell* is in it."""
    column, row = cell % game.columns, cell // game.columns
    before = 0
    while 0 <= column - (before + 1) * step[0] < game.columns and row - (before + 1) * step[1] >= 0:
        before += 1
    text, at = "", -before
    while 0 <= column + at * step[0] < game.columns and 0 <= row + at * step[1] < game.rows:
        bit = 1 << (row + at * step[1]) * game.columns + column + at * step[0]
        own, other = (state.first, state.second) if side == 0 else (state.second, state.first)
        text += "x" if own & bit else "o" if other & bit else "."
        at += 1
    return text, before


@cache
def plain_pattern(line: str, index: int, exact: bool) -> int:
    """The pattern that a stone at *index*, where it stands already, makes of *line*: by trying every stone that could
    follow.
    """
    first = last = index
    while first and line[first - 1] == "x":
        first -= 1
    while last + 1 < len(line) and line[last + 1] == "x":
        last += 1
    if last - first + 1 == 5 or (not exact and last - first + 1 > 5):
        return FIVE
    near = range(max(0, index - 4), min(len(line), index + 5))
    ways = [plain_pattern(line[:other] + "x" + line[other + 1 :], index, exact) for other in near if line[other] == "."]
    for following, made, most in (
        ((FIVE,), FOUR, 2),
        ((OPEN_FOUR,), OPEN_THREE, 2),
        ((FOUR,), THREE, 1),
        ((OPEN_THREE, OPEN_THREE_TWICE), OPEN_TWO, 3),
        ((THREE,), TWO, 1),
        (tuple(range(OPEN_TWO, OPEN_TWO_THRICE + 1)), OPEN_ONE, 1),
        ((TWO,), ONE, 1),
    ):
        if count := sum(way in following for way in ways):
            return made + min(count, most) - 1
    return DEAD


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_patterns_equal_those_of_trying_every_stone_on_the_whole_line(game: LineGame) -> None:
    board, source = board_of(game), random.Random(3)
    for state in clustered_states(game, POSITIONS // 25):
        board.set_up(*sides(state))
        free = game.legal_moves(state)
        for cell in source.sample(free, min(6, len(free))):
            for side in (0, 1):
                expected = []
                for step in STEPS:
                    line, index = line_through(game, state, side, cell, step)
                    expected.append(plain_pattern(line[:index] + "x" + line[index + 1 :], index, is_exact(game)))
                assert board.patterns(side, cell) == expected, (state, side, cell)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_moves_and_undone_moves_leave_what_a_new_board_shows(game: LineGame) -> None:
    played, fresh, source = board_of(game), board_of(game), random.Random(1)
    for state in clustered_states(game, 5):
        played.set_up(*sides(state))
        history = [state]
        for _ in range(30):
            moves = [move for move in game.legal_moves(history[-1]) if game.play(history[-1], move).result is None]
            if len(history) > 1 and (source.random() < 0.4 or not moves):
                played.undo()
                history.pop()
            elif moves:
                move = source.choice(moves)
                played.play(move)
                history.append(game.play(history[-1], move))
            fresh.set_up(*sides(history[-1]))
            if source.random() < 0.5:  # else it is asked for some plies later
                assert played.estimate() == fresh.estimate()
            for side in (0, 1):
                assert played.answers(side) == fresh.answers(side)
                for threat in range(MAKES_THREE, MAKES_FIVE + 1):
                    assert played.cells_of(side, threat) == fresh.cells_of(side, threat)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_only_the_answers_and_fours_prevent_an_open_four(game: LineGame) -> None:
    board, tried = board_of(game), 0
    for state in clustered_states(game, RARE // 40, "answers"):
        board.set_up(*sides(state))
        own, other = int(state.turn), 1 - int(state.turn)
        if (
            board.cells_of(own, MAKES_FIVE)
            or board.cells_of(other, MAKES_FIVE)
            or not board.cells_of(other, MAKES_OPEN_FOUR)
        ):
            continue
        tried += 1
        helping = {
            *board.answers(other),
            *(cell for cell in game.legal_moves(state) if board.threat(own, cell) >= MAKES_FOUR),
        }
        for move in set(game.legal_moves(state)) - helping:
            board.play(move)
            assert board.cells_of(other, MAKES_OPEN_FOUR) or board.cells_of(other, MAKES_FIVE), (state, move)
            board.undo()
    assert tried or game.cells == 25


def fives(game: LineGame, state: Stones) -> list[int]:
    """The moves with which the side to move wins at once."""
    return [move for move in game.legal_moves(state) if game.play(state, move).result]


def wins_by_fours(game: LineGame, state: Stones, plies: int) -> bool:
    """True if the side to move wins within *plies* by a five, or by a sequence of fours: by plain search."""
    if plies < 1:
        return False
    if fives(game, state):
        return True
    passed = state._replace(turn=state.turn.opponent)
    must = fives(game, passed)
    for move in must or game.legal_moves(state):
        after = game.play(state, move)
        threatened = fives(game, after._replace(turn=state.turn))
        if not threatened or fives(game, after):
            continue
        if len(threatened) > 1 and plies >= 3:
            return True
        answered = game.play(after, threatened[0])
        if answered.result is None and wins_by_fours(game, answered, plies - 2):
            return True
    return False


def test_wins_by_fours_are_those_that_a_plain_search_finds() -> None:
    game = MNK(9, 9, 5)
    board, found = native.GomokuBoard(9, 9, False), 0
    for state in clustered_states(game, RARE // 40, "fours"):
        board.set_up(*sides(state))
        plies, line = board.win_by_fours(100_000)
        assert (plies > 0) == wins_by_fours(game, state, plies or 7) or plies > 7, state
        found += plies > 1
        if plies:
            assert len(line) == (plies if plies == 1 else plies - 2)
    assert found > 3


def is_won_by_threats(game: LineGame, state: Stones, attacker: int, plies: int, board: Any) -> bool:
    """True if *attacker* wins *state* within *plies* with the moves that the engine proves, whatever the defender
    plays.
    """
    if plies < 1:
        return False
    if state.turn != attacker:
        after = [game.play(state, move) for move in game.legal_moves(state)]
        return all(each.result is None and is_won_by_threats(game, each, attacker, plies - 1, board) for each in after)
    if winning := fives(game, state):
        return game.play(state, winning[0]).result is not None
    board.set_up(*sides(state))
    _, at_most, move = board.win_by_threats(20_000)
    return 0 < at_most <= plies and is_won_by_threats(game, game.play(state, move), attacker, plies - 1, board)


def test_wins_by_threats_are_wins_against_every_answer() -> None:
    game = MNK(8, 8, 5)
    board, confirmed = native.GomokuBoard(8, 8, False), 0
    for state in clustered_states(game, RARE // 10, "threats"):
        board.set_up(*sides(state))
        is_known, plies, _ = board.win_by_threats(20_000)
        if is_known and 3 <= plies <= 7:
            assert is_won_by_threats(game, state, int(state.turn), plies, board), state
            confirmed += plies > 3
    assert confirmed


def test_root_moves_called_won_in_three_make_two_fives() -> None:
    game, core, seen = MNK(11, 11, 5), native.GomokuSearch(11, 11, False, 1), 0
    for state in clustered_states(game, POSITIONS // 20, "roots"):
        report = core.search(*sides(state), depth=6, nodes=5_000)
        for move, value, bound in report.roots:
            if move in report.proven and value == WIN - 3:
                after = game.play(state, move)
                assert bound == 0
                assert len(fives(game, after._replace(turn=state.turn))) > 1, (state, move)
                seen += 1
    assert seen


def test_a_search_repeats_itself_with_a_limit_of_nodes_and_refuses_what_is_no_position() -> None:
    game = Gomoku(15)
    for state in clustered_states(game, 3, "again"):
        reports = [native.GomokuSearch(15, 15, False, 4).search(*sides(state), depth=99, nodes=20_000) for _ in (1, 2)]
        one, two = (
            (each.move, each.value, each.depth, each.nodes, each.principal_variation, each.roots) for each in reports
        )
        assert one == two
        assert reports[0].nodes <= 20_000
        assert reports[0].move in game.legal_moves(state)
    core = native.GomokuSearch(15, 15, False, 1)
    with pytest.raises(ValueError, match="both sides"):
        core.search(1, 1, 0, depth=1)
    with pytest.raises(ValueError, match="over"):
        core.search(31, 31 << 30, 0, depth=1)
    with pytest.raises(ValueError, match="not on the board"):
        core.search(1 << 225, 0, 0, depth=1)
    for columns, rows in ((4, 15), (15, 23)):
        with pytest.raises(ValueError, match="5 to 22"):
            native.GomokuSearch(columns, rows, False, 1)


@pytest.mark.parametrize(
    ("columns", "rows", "exact"),
    [
        *((5, 5, False), (5, 22, True), (22, 5, False), (22, 22, False), (22, 21, True), (20, 20, False)),
        *((11, 10, False), (6, 17, True), (9, 9, True)),
    ],
)
def test_every_size_is_played_to_the_end_without_an_illegal_move(columns: int, rows: int, exact: bool) -> None:
    game = LineGame((columns, rows), 5, exact=exact)
    core, state = native.GomokuSearch(columns, rows, exact, 1, threads=2), game.initial()
    while state.result is None:
        report = core.search(*sides(state), depth=4, nodes=300)
        assert report.move in game.legal_moves(state)
        assert all(move in game.legal_moves(state) for move, _, _ in report.roots)
        state = game.play(state, report.move)


def test_games_against_itself_are_legal_end_where_a_win_is_proven_and_repeat_themselves() -> None:
    games, game, again = native.GomokuSelfPlay(15), Gomoku(15), native.GomokuSelfPlay(15)
    for number in range(4):
        line = games.game(5, number, 300)
        assert line == again.game(5, number, 300)
        winner, placed, *moves = line.split()
        assert 2 <= int(placed) <= 7
        assert ["" if index < int(placed) else ":" for index in range(len(moves))] == [
            move.lstrip("0123456789")[:1] for move in moves
        ]
        state = game.initial()
        for move in moves:
            state = game.play(state, int(move.partition(":")[0]))
        assert state.result is None
        found = native.GomokuSearch(15, 15, False, 8).search(*sides(state), depth=60, nodes=200_000)
        if abs(found.value) > WIN // 2:
            assert (found.value > 0) == (int(winner) == (1, -1)[state.turn])


def test_the_estimate_is_the_same_for_either_colour_and_however_far_the_edge_is() -> None:
    small, large = native.GomokuBoard(19, 19, False), native.GomokuBoard(22, 21, False)
    source = random.Random("edges")
    for _ in range(50):
        cells = source.sample([(column, row) for column in range(8, 11) for row in range(8, 11)], 5)
        near = [sum(1 << row * 19 + column for column, row in part) for part in (cells[::2], cells[1::2])]
        far = [sum(1 << (row + 1) * 22 + column + 2 for column, row in part) for part in (cells[::2], cells[1::2])]
        small.set_up(near[0], near[1], 1)
        large.set_up(far[0], far[1], 1)
        estimate = small.estimate()
        assert large.estimate() == estimate
        small.set_up(near[1], near[0], 0)
        assert small.estimate() == estimate


def test_a_network_learns_from_games_and_plays() -> None:
    games, learnt, held = (
        native.GomokuSelfPlay(15),
        native.GomokuNetworkFit(15, 1),
        native.GomokuNetworkFit(15, 2),
    )
    for number in range(24):
        winner, placed, *moves = games.game(5, number, 200).split()
        targets = [-1.0 if i < int(placed) else (1 + int(winner) * (-1) ** i) / 2 for i in range(len(moves))]
        for fit in (learnt, held):
            fit.add([int(move.partition(":")[0]) for move in moves], targets)
    assert held.loss(learnt) == pytest.approx(0.6931, abs=1e-3)
    for epoch in range(100):
        learnt.epoch(0.003, 0.003, epoch)
    assert held.loss(learnt) < 0.6
    assert learnt.positions == held.positions > 100
    weights = learnt.weights()
    assert len(weights) == len(native.GomokuSearch.built_in_weights())
    found = native.GomokuSearch(15, 15, False, 1, weights=weights).search(1 << 112, 1 << 97, 0, depth=4)
    assert found.depth == 4
    with pytest.raises(ValueError, match="wrong number"):
        native.GomokuSearch(15, 15, False, 1, weights=weights[1:])
    for moves, targets in (([225], [0.5]), ([3], [])):
        with pytest.raises(ValueError, match=r"no such cell|each move"):
            learnt.add(moves, targets)
    held.add([3, 3], [0.5, 0.5])
    with pytest.raises(ValueError, match="cannot be made"):
        held.loss(learnt)


PLAIN = """
from pathlib import Path
from enraya import _native

core = _native.GomokuSearch(15, 15, False, 1)
found = core.search(0b111 << 96 | 1 << 128, 0b11 << 112 | 1 << 80, 0, depth=30, nodes=20_000)
print(found.move, found.value, found.depth, found.principal_variation)
maps = Path("/proc/self/maps")
print(maps.exists() and "glibc-hwcaps" in maps.read_text())
"""


def test_the_engine_for_every_processor_searches_the_same_as_the_one_for_this() -> None:
    """glibc takes a library made for AVX2 where there is one; told that there is no AVX2, it takes the other."""
    plain, this = (
        subprocess.run([sys.executable, "-c", PLAIN], env=env, capture_output=True, text=True, check=True).stdout
        for env in ({**os.environ, "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2"}, dict(os.environ))
    )
    assert plain.splitlines()[0] == this.splitlines()[0]
    assert plain.splitlines()[1] == "False"
