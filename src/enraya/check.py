"""Whether somebody's game keeps the contract: random games, and each breach told in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

from enraya.game import Player
from enraya.own import OwnGame, line_of, reason_of

GAMES = 300
LONGEST_GAME = 2000


class Breach(NamedTuple):
    """A way in which the contract is broken: a message's key, its values, and moves that lead to it."""

    code: str
    values: dict[str, object]
    moves: tuple[str, ...] = ()


class Broken(Exception):
    """Raised inside the check at the first breach of a game."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.breach = Breach(code, values)


def check_game(game: OwnGame, *, games: int = GAMES, seed: int = 0) -> list[Breach]:
    """The breaches that random play finds, each kind once; none means the game can be used everywhere."""
    found: dict[str, Breach] = {}
    dice = Random(seed)
    for _ in range(games):
        moves: list[str] = []
        try:
            _play_once(game, dice, moves)
        except Broken as broken:
            found.setdefault(broken.breach.code, broken.breach._replace(moves=tuple(moves)))
            if broken.breach.code == "check.endless":
                # Another game would take as long and say the same.
                break
    return list(found.values())


def _play_once(game: OwnGame, dice: Random, moves: list[str]) -> None:
    own = game.rules
    state = _asked(own, "initial")
    if state is None:
        raise Broken("check.initial_none")
    player = Player.FIRST
    for _ in range(LONGEST_GAME):
        _check_hashable(state)
        legal = _check_moves(own, state)
        outcome = _check_outcome(own, state)
        if outcome is None and not legal:
            raise Broken("check.stuck")
        if outcome is not None and legal:
            raise Broken("check.moves_after_end", outcome=outcome, count=len(legal))
        player = _check_turn(own, state, player)
        if outcome is not None:
            return
        move = dice.choice(legal)
        moves.append(_check_text(game, move, legal))
        state = _check_play(own, state, move)
        player = player.opponent
    if not game.repeats:
        raise Broken("check.endless", plies=LONGEST_GAME)


def _check_hashable(state: Any) -> None:
    try:
        hash(state)
    except TypeError:
        raise Broken("check.not_hashable", kind=type(state).__name__) from None


def _check_moves(own: Any, state: Any) -> Sequence[Any]:
    moves = _asked(own, "legal_moves", state)
    if moves is None:
        raise Broken("check.moves_none")
    try:
        moves = list(moves)
    except TypeError:
        raise Broken("check.moves_kind", kind=type(moves).__name__) from None
    if any(moves.count(move) > 1 for move in moves):
        raise Broken("check.moves_twice")
    return moves


def _check_outcome(own: Any, state: Any) -> int | None:
    outcome = _asked(own, "outcome", state)
    if outcome is not None and not isinstance(outcome, int | float):
        raise Broken("check.outcome_kind", answer=repr(outcome))
    if isinstance(outcome, bool):
        raise Broken("check.outcome_bool", answer=repr(outcome))
    return outcome  # type: ignore[return-value]


def _check_turn(own: Any, state: Any, by_turns: Player) -> Player:
    if not hasattr(own, "to_move"):
        return by_turns
    player = _asked(own, "to_move", state)
    if player not in (0, 1):
        raise Broken("check.turn", answer=repr(player))
    return Player(player)


def _check_text(game: OwnGame, move: Any, legal: Sequence[Any]) -> str:
    texts = [str(_guarded("format_move", partial(game.format_move, other))) for other in legal]
    text = texts[legal.index(move)]
    if texts.count(text) > 1:
        raise Broken("check.text_twice", text=text)
    return text


def _check_play(own: Any, state: Any, move: Any) -> Any:
    before = repr(state), hash(state)
    then = _asked(own, "play", state, move)
    if then is None:
        raise Broken("check.play_none")
    if (repr(state), hash(state)) != before:
        raise Broken("check.play_changes")
    _check_hashable(then)
    if _asked(own, "play", state, move) != then:
        raise Broken("check.play_differs")
    return then


def _asked(own: Any, function: str, *arguments: Any) -> Any:
    return _guarded(function, lambda: getattr(own, function)(*arguments))


def _guarded(function: str, call: Callable[[], Any]) -> Any:
    """What *call* gives; what it raises is a breach that names the line."""
    try:
        return call()
    except (Exception, SystemExit) as error:
        raise Broken("check.raises", function=function, line=line_of(error), reason=reason_of(error)) from None
