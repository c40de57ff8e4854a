"""The search that asks whether a player can win, against brute force and what is known."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple, NoReturn

import pytest

from enraya.catalogue import find_game
from enraya.game import Player
from enraya.games.cube import Cube
from enraya.games.lines import LineGame
from enraya.games.mnk import MNK
from enraya.kernel import LineKernel
from enraya.search.limit import Budget
from enraya.solve.proofs.lines.passes import PassChecker
from enraya.solve.proofs.lines.threats import LineSet
from tests.scale import POSITIONS, scaled

native = pytest.importorskip("enraya._native", reason="needs the C++ build")

WIDE = ("mnk(4,4,3)", "mnk(5,4,4)", "mnk(5,5,4)", "cube(3,3)")
"""The boards that are asked about as part of larger ones too."""

BOARDS = [
    (MNK(3, 3, 3), 9),
    (MNK(4, 3, 3), 9),
    (MNK(4, 4, 3), 9),
    (MNK(5, 3, 3), 9),
    (MNK(4, 4, 4), 9),
    (MNK(5, 4, 4), 9),
    (MNK(5, 5, 4), 9),
    (MNK(6, 4, 4), 9),
    (MNK(5, 5, 5), 8),
    (MNK(7, 3, 3), 9),
    (Cube(3, 3), 9),
]
"""Boards, and how many cells brute force can bear to be empty."""


class Spread(NamedTuple):
    """Where the cells of a small board lie on a larger one, whose other cells are in no line and taken."""

    first: int = 0
    step: int = 1

    def at(self, cell: int) -> int:
        return self.first + self.step * cell


NARROW, TWO_WORDS, FOUR_WORDS = Spread(), Spread(first=52, step=3), Spread(first=55, step=7)
SPREADS = [
    *((*board, NARROW) for board in BOARDS),
    *((*board, spread) for board in BOARDS if board[0].name in WIDE for spread in (TWO_WORDS, FOUR_WORDS)),
]


class Sides(NamedTuple):
    """A position: the pieces of both players, and whose turn it is."""

    pieces: tuple[int, int]
    turn: int

    def after(self, cell: int) -> Sides:
        first, second = self.pieces
        added = (first | 1 << cell, second) if self.turn == 0 else (first, second | 1 << cell)
        return Sides(added, 1 - self.turn)


class BruteForce:
    """The winner by brute force."""

    def __init__(self, game: LineGame) -> None:
        kernel = game.kernel()
        assert isinstance(kernel, LineKernel)
        self.cells = kernel.cells
        self.lines = [sum(1 << cell for cell in line) for line in kernel.lines]
        self.known: dict[Sides, int | None] = {}

    def has_line(self, pieces: int) -> bool:
        return any(line & ~pieces == 0 for line in self.lines)

    def empty(self, sides: Sides) -> list[int]:
        taken = sides.pieces[0] | sides.pieces[1]
        return [cell for cell in range(self.cells) if not taken >> cell & 1]

    def winner(self, sides: Sides) -> int | None:
        """The player who can force a win, if any."""
        if sides not in self.known:
            self.known[sides] = self._look(sides)
        return self.known[sides]

    def _look(self, sides: Sides) -> int | None:
        results = []
        for cell in self.empty(sides):
            after = sides.after(cell)
            won = self.has_line(after.pieces[sides.turn])
            results.append(sides.turn if won else self.winner(after))
            if results[-1] == sides.turn:
                return sides.turn
        return None if None in results or not results else 1 - sides.turn


class WithoutLines:
    """Brute force for a maker against a pure breaker: does the maker fill a line?"""

    def __init__(self, brute: BruteForce, maker: int) -> None:
        self.brute, self.maker = brute, maker
        self.known: dict[Sides, bool] = {}

    def wins(self, sides: Sides) -> bool:
        if self.brute.has_line(sides.pieces[self.maker]):
            return True
        if sides not in self.known:
            tries = (self.wins(sides.after(cell)) for cell in self.brute.empty(sides))
            self.known[sides] = any(tries) if sides.turn == self.maker else self._is_helpless(sides)
        return self.known[sides]

    def _is_helpless(self, sides: Sides) -> bool:
        cells = self.brute.empty(sides)
        return bool(cells) and all(self.wins(sides.after(cell)) for cell in cells)


class Found(NamedTuple):
    """An answer of the core, as one about the small board."""

    known: bool = True
    wins: bool = False
    holds: bool = False
    move: int = -1
    zone: int = 0
    moves: tuple[int, ...] = ()


class Core:
    """The native search, asked in integers about a small board, which may lie spread over a larger one."""

    def __init__(self, game: LineGame, spread: Spread = NARROW) -> None:
        kernel = game.kernel()
        assert isinstance(kernel, LineKernel)
        self.cells = [spread.at(cell) for cell in range(kernel.cells)]
        more = [cell for cell in range(self.cells[-1] + 1) if cell not in self.cells]
        self.beside = sum(1 << cell for cell in more[::2]), sum(1 << cell for cell in more[1::2])
        symmetries = [tuple(self._wide_permutation(each, more)) for each in kernel.symmetries]
        lines = tuple(tuple(self.cells[cell] for cell in line) for line in kernel.lines)
        wide = kernel._replace(cells=self.cells[-1] + 1, lines=lines, symmetries=tuple(symmetries))
        self.search = native.MakerSearch(*wide, table_megabytes=32)

    def _wide_permutation(self, narrow: tuple[int, ...], more: list[int]) -> Iterator[int]:
        images = {self.cells[cell]: self.cells[image] for cell, image in enumerate(narrow)}
        return (images.get(cell, cell) for cell in range(len(narrow) + len(more)))

    def pieces(self, sides: Sides) -> tuple[int, int]:
        first, second = (self._wide(pieces) for pieces in sides.pieces)
        return first | self.beside[0], second | self.beside[1]

    def _wide(self, pieces: int) -> int:
        return sum(1 << wide for cell, wide in enumerate(self.cells) if pieces >> cell & 1)

    def _narrow(self, found: Any) -> Found:
        """What is said of the large board as said of the small one; a zone beyond its cells would not be one."""
        wide = {name: getattr(found, name) for name in Found._fields if hasattr(found, name)}
        numbers = {wide: cell for cell, wide in enumerate(self.cells)} | {-1: -1}
        if "move" in wide:
            wide["move"] = numbers[wide["move"]]
        wide["moves"] = tuple(numbers[move] for move in wide.get("moves", ()))
        zone = wide.get("zone", 0)
        wide["zone"] = sum(1 << cell for cell, place in enumerate(self.cells) if zone >> place & 1)
        assert not zone & (self.beside[0] | self.beside[1])
        return Found(**wide)

    def can_win(self, sides: Sides, player: int, **options: object) -> Any:
        return self.search.can_win(*self.pieces(sides), sides.turn, player, **options)

    def found(self, sides: Sides, player: int, **options: object) -> Found:
        return self._narrow(self.can_win(sides, player, **options))

    def by_order(self, sides: Sides, player: int, order: int) -> Found:
        return self._narrow(self.search.win_by_order(*self.pieces(sides), sides.turn, player, order, with_move=True))

    def pairs(self, sides: Sides, player: int) -> list[tuple[int, int]] | None:
        pairs = self.search.hold(*self.pieces(sides), sides.turn, player)
        return pairs and [(self.cells.index(one), self.cells.index(two)) for one, two in pairs]

    def held_by_zone(self, sides: Sides, player: int) -> Found:
        return self._narrow(self.search.hold_by_zone(*self.pieces(sides), sides.turn, player))

    def threats(self, sides: Sides, player: int) -> Found | None:
        found = self.search.threaten(*self.pieces(sides), player)
        return found and self._narrow(found)


def random_positions(brute: BruteForce, most_empty: int, number: int) -> Iterator[Sides]:
    """Unfinished positions, some with more pieces of one player than play could give."""
    dice = random.Random(brute.cells * 1000 + most_empty)
    while number:
        empty = dice.randint(most_empty // 2, most_empty)
        cells = dice.sample(range(brute.cells), brute.cells - empty)
        half = len(cells) // 2 + dice.choice((0, 0, 0, 1, 2))
        pieces = sum(1 << cell for cell in cells[:half]), sum(1 << cell for cell in cells[half:])
        if not any(map(brute.has_line, pieces)):
            number -= 1
            yield Sides(pieces, dice.randrange(2))


@pytest.fixture(scope="module", params=SPREADS, ids=lambda board: f"{board[0].name}+{board[2].first}")
def board(request: pytest.FixtureRequest) -> tuple[BruteForce, Core, list[Sides]]:
    game, most_empty, spread = request.param
    brute = BruteForce(game)
    return brute, Core(game, spread), list(random_positions(brute, most_empty, max(20, POSITIONS // 20)))


def test_who_can_win_is_who_wins_by_brute_force(board):
    brute, core, positions = board
    for sides in positions:
        for player in (0, 1):
            found = core.found(sides, player)
            assert found.known
            assert found.wins == (brute.winner(sides) == player), (sides, player)


def test_the_move_given_keeps_what_the_mover_has(board):
    brute, core, positions = board
    for sides in positions:
        for player in (0, 1):
            found = core.found(sides, player, with_move=True)
            wins, move = found.wins, found.move
            if wins != (player == sides.turn):
                assert move == -1
                continue
            after = sides.after(move)
            assert move in brute.empty(sides)
            reached = sides.turn if brute.has_line(after.pieces[sides.turn]) else brute.winner(after)
            assert (reached == player) == wins, (sides, player, move)


def test_who_can_hold_by_pairs_and_weights_does_not_lose(board):
    brute, core, positions = board
    held = 0
    for sides in positions:
        for player in (0, 1):
            pairs = core.pairs(sides, player)
            if pairs is None:
                continue
            held += 1
            cells = [cell for pair in pairs for cell in pair]
            assert len(set(cells)) == len(cells) and set(cells) <= set(brute.empty(sides))
            assert brute.winner(sides) != 1 - player, (sides, player, pairs)
    # With three in a row nobody holds so late without a threat of the other's, and no threat is held this way.
    assert held > 0 or brute.lines[0].bit_count() == 3


def test_who_holds_without_own_lines_is_who_does_by_brute_force_whatever_the_other_has_outside_the_zone(board):
    brute, core, positions = board
    dice = random.Random(7)
    solvers = WithoutLines(brute, 0), WithoutLines(brute, 1)
    for sides in positions:
        for player in (0, 1):
            maker = 1 - player
            can_fill = any(brute.has_line(sides.pieces[maker] | 1 << cell) for cell in brute.empty(sides))
            found = core.held_by_zone(sides, player)
            holds, move, zone = found.holds, found.move, found.zone
            assert found.known
            assert holds == (not can_fill and not solvers[maker].wins(sides)), (sides, player)
            assert (move != -1) == (holds and sides.turn == player)
            if not holds:
                continue
            assert move == -1 or not solvers[maker].wins(sides.after(move)), (sides, player, move)
            outside = [cell for cell in brute.empty(sides) if not zone >> cell & 1]
            for more in (outside, dice.sample(outside, len(outside) // 2)):
                added = sum(1 << cell for cell in more)
                first, second = sides.pieces
                fuller = Sides((first | added, second) if maker == 0 else (first, second | added), sides.turn)
                assert not solvers[maker].wins(fuller), (sides, player, zone, more)


def test_a_win_by_threats_is_one_and_stands_unless_its_zone_is_entered(board):
    brute, core, positions = board
    for sides in positions:
        for player in (0, 1):
            found = core.threats(sides, player)
            if found is None:
                continue
            own_turn = Sides(sides.pieces, player)
            after = own_turn.after(found.moves[0])
            assert brute.has_line(after.pieces[player]) or brute.winner(after) == player
            others_turn = Sides(sides.pieces, 1 - player)
            for cell in (cell for cell in brute.empty(sides) if not found.zone >> cell & 1):
                reached = others_turn.after(cell)
                assert not brute.has_line(reached.pieces[1 - player])
                assert brute.winner(reached) == player, (sides, player, cell, found.zone)


def test_a_win_by_order_is_one_and_those_of_a_lower_order_are_among_them(board):
    brute, core, positions = board
    for sides in positions:
        for player in (0, 1):
            found = [core.by_order(sides, player, order) for order in (2, 3)]
            assert all(each.known for each in found)
            assert found[1].wins or not found[0].wins
            for won in (each for each in found if each.wins):
                assert brute.winner(sides) == player
                assert (won.move != -1) == (sides.turn == player)
                if won.move != -1:
                    after = sides.after(won.move)
                    assert brute.has_line(after.pieces[player]) or brute.winner(after) == player


class ByOrder:
    """The advice of the core on a win by order, to the checker of wins after a pass."""

    is_concise = True

    def __init__(self, core: Core, lines: LineSet, start: Sides, player: int, order: int) -> None:
        self._core, self._lines, self._player, self._order = core, lines, player, order
        self._lead = self._lead_in(start.pieces)

    def _lead_in(self, pieces: tuple[int, int]) -> int:
        return pieces[self._player].bit_count() - pieces[1 - self._player].bit_count()

    def reply(self, pieces: tuple[int, int]) -> int:
        order = self._order - self._lead_in(pieces) + self._lead
        return self._core.by_order(Sides(pieces, self._player), self._player, order).move

    def sequences(self, pieces: tuple[int, int], turn: Player) -> list[tuple[int, ...]] | None:
        found = self._core.threats(Sides(pieces, self._player), self._player)
        if found is None:
            return [] if turn == self._player else None
        played = self._lines.play_out(pieces[self._player], pieces[1 - self._player], found.moves)
        assert played is not None
        return [found.moves[: played.length]]


@pytest.mark.parametrize("game", [MNK(6, 6, 4), MNK(7, 6, 4), MNK(7, 7, 4)], ids=lambda game: game.name)
def test_a_win_after_a_pass_stands_unless_its_zone_is_entered(game):
    """What is won is told by the other search, which knows no zones of longer wins."""
    brute, core = BruteForce(game), Core(game)
    kernel = game.kernel()
    assert isinstance(kernel, LineKernel)
    lines = LineSet(kernel.cells, kernel.lines)

    def reject(code: str, pieces: tuple[int, int], turn: Player) -> NoReturn:
        pytest.fail(f"{code} {pieces} {turn}")

    outside = 0
    for sides in random_positions(brute, brute.cells - 2, scaled(100, soak=2000)):
        for player in (0, 1):
            own_turn, others_turn = Sides(sides.pieces, player), Sides(sides.pieces, 1 - player)
            filling = [brute.has_line(sides.pieces[1 - player] | 1 << cell) for cell in brute.empty(sides)]
            if any(filling) or core.threats(own_turn, player):
                continue
            order = next((order for order in (2, 3) if core.by_order(own_turn, player, order).wins), None)
            if order is None:
                continue
            advice = ByOrder(core, lines, own_turn, player, order)
            zone = PassChecker(lines, kernel.cells, Player(player), advice, Budget(), reject).zone(sides.pieces)
            for cell in (cell for cell in brute.empty(sides) if not zone >> cell & 1):
                outside += 1
                assert core.found(others_turn.after(cell), player).wins, (sides, player, order, cell)
    assert outside > 0


KNOWN = [
    *((name, False) for name in ("3,3,3", "4,4,4", "5,4,4", "6,4,4", "5,5,4", "5,5,5", "6,5,5", "7,5,5", "6,6,5")),
    *((name, False) for name in ("7,4,4", "7,7,5", "8,6,5")),
    *((name, True) for name in ("4,3,3", "5,3,3", "4,4,3", "6,5,4", "6,6,4", "7,7,4", "8,8,4", "4,4,2")),
]


@pytest.mark.parametrize(("name", "is_win"), KNOWN)
def test_known_values_of_boards_come_out(name, is_win):
    core = Core(find_game(f"mnk({name})"))
    found = core.can_win(Sides((0, 0), 0), 0)
    assert (found.known, found.wins) == (True, is_win)


def test_the_first_player_wins_the_cube_of_three_in_the_centre():
    core = Core(Cube(3, 3))
    found = core.can_win(Sides((0, 0), 0), 0, with_move=True)
    assert (found.known, found.wins, found.move) == (True, True, 13)


@pytest.mark.parametrize("name", ["mnk(9,8,4)", "mnk(10,10,4)", "mnk(13,13,4)"])
def test_four_in_a_row_is_won_on_boards_beyond_64_cells(name):
    core = Core(find_game(name))
    found = core.can_win(Sides((0, 0), 0), 0, with_move=True)
    assert (found.known, found.wins) == (True, True)
    after = Sides((0, 0), 0).after(found.move)
    assert core.can_win(after, 0).wins


@pytest.mark.parametrize(
    ("name", "nodes"),
    [("5,5,4", 12_316), ("6,6,4", 6_131), ("7,7,4", 8_488), ("6,6,5", 20), ("7,4,4", 100_352), ("7,7,5", 15_592)],
)
def test_the_work_does_not_grow(name, nodes):
    """Nodes, and not seconds, so that a slower machine or a busy one fails no test."""
    core = Core(find_game(f"mnk({name})"))
    assert core.can_win(Sides((0, 0), 0), 0).nodes <= nodes


def test_limits_and_stops_are_kept():
    core = Core(find_game("mnk(8,4,4)"))
    asked = core.can_win(Sides((0, 0), 0), 0, nodes=5000)
    assert not asked.known
    assert asked.nodes == 5000
    assert not core.can_win(Sides((0, 0), 0), 0, seconds=0.001).known
    held = core.search.hold_by_zone(0, 0, 0, 1, nodes=500)
    assert not held.known
    assert not held.holds
    assert held.nodes == 500


def test_heavy_lines_are_not_asked_about_unless_wanted():
    core = Core(find_game("mnk(8,8,4)"))
    found = core.search.hold_by_zone(0, 0, 0, 1, light=True)
    assert (found.known, found.holds, found.move, found.zone, found.nodes) == (True, False, -1, 0, 0)
    assert core.search.hold_by_zone(0, 0, 0, 1).nodes > 0


def test_full_lines_of_who_holds_without_them_end_nothing():
    core = Core(MNK(3, 3, 3))
    pieces = 0b000_000_111, 0b001_001_000
    found = core.search.hold_by_zone(*pieces, 1, 0)
    assert found.known and found.holds
    with pytest.raises(ValueError, match="over"):
        core.search.hold_by_zone(*pieces, 1, 1)


@pytest.mark.parametrize("game", ["mnk(17,16,5)", "connect(5,4,4)", "mnk(3,3,3,misere=true)"], ids=lambda name: name)
def test_other_kinds_of_rules_are_refused(game):
    kernel = find_game(game).kernel()
    assert not native.MakerSearch.fits(*kernel)
    with pytest.raises(ValueError, match="free lines"):
        native.MakerSearch(*kernel)


@pytest.mark.parametrize(
    ("first", "second", "turn", "player"),
    [(1, 1, 0, 0), (0b111, 0, 1, 0), (1 << 9, 0, 0, 0), (0, 0, 2, 0), (0, 0, 0, 2), (0b101110001, 0b010001110, 0, 0)],
)
def test_what_is_no_unfinished_position_is_refused(first, second, turn, player):
    core = Core(MNK(3, 3, 3))
    with pytest.raises(ValueError):
        core.search.can_win(first, second, turn, player)
