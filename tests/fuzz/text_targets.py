"""What people type: moves and positions of every game, games, players, trees, saved positions."""

from __future__ import annotations

import random

from enraya import Position
from enraya.catalogue import FAMILIES, find_built_in
from enraya.errors import EnrayaError
from enraya.games.tree_formats import FORMS, read_any_tree
from enraya.notation import parse_game_spec, parse_player_spec
from enraya.players.catalogue import KINDS, find_strategy, is_foreign
from tests.conformance.samples import GAMES, OWN_GAME, random_play
from tests.fuzz.target import Target, text_of

NAMES = [name for name in GAMES if name != OWN_GAME]
LARGE = 20
"""Plies of the seeds of large boards."""

TREES = ("A[B[3 12 8] C[2 4 6] D[14 5 2]]", "[[−2 4][6 9]], root=min", "A[x=3 [4, [5 [−6 7]]] é[8 9]], root=second")


def _position(data: bytes) -> tuple[Position, str]:
    """The first byte picks a game; the text is the rest."""
    number = data[0] if data else 0
    return Position.start(find_built_in(NAMES[number % len(NAMES)])), text_of(data[1:])


def _played() -> list[Position]:
    dice, found = random.Random(1), []
    for name in NAMES:
        game = find_built_in(name)
        found.append(Position.start(game).play_all(random_play(game, dice, most=LARGE).moves))
    return found


def move_seeds() -> list[bytes]:
    return [bytes([number]) + " ".join(each.move_texts).encode() for number, each in enumerate(_played())]


def take_moves(data: bytes) -> None:
    """Moves lead somewhere that their own texts lead to again."""
    start, text = _position(data)
    reached = start.play_all(text)
    assert start.play_all(reached.move_texts).state == reached.state
    if reached.move_texts:
        reached.undo()


def position_seeds() -> list[bytes]:
    texts = [each.game.format_state(each.state) or "" for each in _played()]
    return [bytes([number]) + text.encode() for number, text in enumerate(texts)]


def take_position(data: bytes) -> None:
    """A position that is read is written and read the same again."""
    start, text = _position(data)
    found = Position.start(start.game, text)
    written = found.game.format_state(found.state)
    assert written is not None and found.game.parse_state(written) == found.state
    assert str(found) and isinstance(found.legal_moves, list)


def game_seeds() -> list[bytes]:
    presets = [preset for family in FAMILIES.values() for preset in family.presets]
    return [name.encode() for name in dict.fromkeys([*NAMES, *map(str, presets), *FAMILIES])]


def take_game(data: bytes) -> None:
    """The name of a game that is found finds it again."""
    text = text_of(data)
    parse_game_spec(text)
    found = find_built_in(text)
    assert find_built_in(found.name) == found


def player_seeds() -> list[bytes]:
    more = ("alphabeta:depth=4,seed=2", "alphabeta:cut=>,distance=true", "level:7", "mcts:nodes=50,seconds=0.1")
    return [
        name.encode() for name in (*KINDS, *more, "oso-hard:plies=3", "greedy:file=mine.py", "minimax:native=false")
    ]


def take_player(data: bytes) -> None:
    """A player is found or refused; what would run a file is not asked for."""
    text = text_of(data)
    parse_player_spec(text)
    if is_foreign(text):
        return
    refusals = []
    for name in ("mnk(3,3,3)", "oso(3,3)"):
        try:
            find_strategy(text, find_built_in(name), seed=1)
        except EnrayaError as refusal:
            refusals.append(refusal)
    if refusals:
        raise refusals[0]


def tree_seeds() -> list[bytes]:
    return [form(*read_any_tree(text)).encode() for text in TREES for form in FORMS.values()]


def take_tree(data: bytes) -> None:
    """A tree in any of the formats can be written in all of them, and is the same then."""
    root, starter = read_any_tree(text_of(data))
    written = FORMS["json"](root, starter)
    for form in FORMS.values():
        again, turn = read_any_tree(form(root, starter))
        assert turn == starter and FORMS["json"](again, turn) == written


def saved_seeds() -> list[bytes]:
    return [each.save().encode() for each in _played()]


def take_saved(data: bytes) -> None:
    """A saved position is loaded, or refused."""
    loaded = Position.load(text_of(data))
    assert Position.load(loaded.save()).state == loaded.state


_GAMES = ("lines", "connect", "oso", "swap2", "terni", "tree")
TARGETS = (
    Target("moves", (*(f"games/{name}" for name in _GAMES), "position"), move_seeds, take_moves),
    Target("positions", (*(f"games/{name}" for name in _GAMES), "notation"), position_seeds, take_position),
    Target("games", ("catalogue", "notation"), game_seeds, take_game),
    Target("players", ("players/catalogue", "players/options", "notation"), player_seeds, take_player),
    Target("trees", ("games/tree_formats", "games/tree_notation", "games/tree_assembly"), tree_seeds, take_tree),
    Target("saved-positions", ("position",), saved_seeds, take_saved),
)
