"""The explanation of a move: what it and its alternatives lead to, as sentences in any language."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Event
from typing import Any

from enraya.errors import NotationError
from enraya.lab.values.valuation import MoveWorth, Valuation, Valuer
from enraya.locale import Words
from enraya.players.catalogue import find_strategy
from enraya.position import Position
from enraya.search.limit import Limit

MOST_PLIES = 40
MOST_QUIET_PLIES = 8
"""The length of a line shown where nothing is forced."""

MOST_NAMED = 4
FORCED = {"win": "won", "loss": "lost"}
"""The message for a forced end whose distance is unknown."""

RULE_PLAYERS = ("rules", "oso-easy", "oso-medium")


@dataclass(frozen=True)
class Sentence:
    """The key of a message and the values that belong in it."""

    key: str
    values: dict[str, Any] = field(default_factory=dict)

    def in_language(self, language: str) -> str:
        """The sentence itself."""
        return Words(language)(self.key, **self.values)


@dataclass(frozen=True)
class Explanation:
    """One move explained: its principal variation, itself first, what each move is worth, and the sentences."""

    move: str
    principal_variation: tuple[str, ...]
    valuation: Valuation
    sentences: tuple[Sentence, ...]


def explain(
    position: Position,
    valuer: Valuer,
    limit: Limit,
    *,
    move: str | None = None,
    player: str | None = None,
    stop: Event | None = None,
) -> Explanation:
    """Explain *move*, or the best one, in *position*; *player* is who chose it, for players that go by rules."""
    if position.is_over:
        raise NotationError("error.over_already")
    chosen = None if move is None else position.game.format_move(position.move(move))
    found = valuer.last(position, limit, stop)
    if found is None:
        raise NotationError("error.no_values", game=position.game.name)
    chosen = chosen or found.best[0]
    found = valuer.including(found, position, chosen, limit)
    worth = found.of(chosen)
    assert worth is not None
    most = MOST_PLIES if worth.plies is not None else MOST_QUIET_PLIES
    rest = valuer.principal_variation(position.play(chosen), most - 1, limit, is_proven=worth.exact, stop=stop)
    variation = (chosen, *rest)
    if worth.plies is not None:
        variation = variation[: worth.plies]
    said = sentence_about(worth, variation, found, position)
    sentences = [*_rule(position, player), said, *_others(worth, found, position)]
    return Explanation(chosen, variation, found, tuple(sentences))


def _rule(position: Position, player: str | None) -> list[Sentence]:
    """The rule that a player who goes by rules followed."""
    if player is None or player.partition(":")[0] not in RULE_PLAYERS:
        return []
    reason = find_strategy(player, position.game, 0).choose(position, Limit(seconds=1)).reason
    return [Sentence(reason)] if reason else []


def sentence_about(worth: MoveWorth, variation: tuple[str, ...], found: Valuation, position: Position) -> Sentence:
    """The sentence about a move with its principal *variation*, which the move begins."""
    values: dict[str, Any] = {"move": worth.move, "line": " ".join(variation)}
    return Sentence(f"why.move.{_kind(worth, position)}", {**values, **_numbers(worth, found)})


def _others(worth: MoveWorth, found: Valuation, position: Position) -> list[Sentence]:
    """The sentences about the other moves: the better ones, those just as good, the next best and the worst."""
    others = sorted((each for each in found.moves if each is not worth), key=lambda each: -each.preference)
    if not others:
        return [Sentence("why.only")]
    said = []
    if others[0].preference > worth.preference:
        said.append(_about("better", others[0], found, position))
    equal = [each.move for each in others if each.preference == worth.preference]
    if equal:
        more = len(equal) - MOST_NAMED
        named = ", ".join(equal[:MOST_NAMED])
        key = "why.equal_more" if more > 0 else "why.equal"
        said.append(Sentence(key, {"moves": named, "count": more if more > 0 else len(equal)}))
    worse = [each for each in others if each.preference < worth.preference]
    if not worse:
        return said
    names = {each.value or "guess" for each in worse}
    if len(worse) > 1 and len(names) == 1 and names <= {"draw", "loss"} and not position.game.scored:
        return [*said, Sentence(f"why.rest.{names.pop()}")]
    said.append(_about("next", worse[0], found, position))
    if _kind(worse[-1], position) != _kind(worse[0], position):
        said.append(_about("worst", worse[-1], found, position))
    return said


def _about(which: str, worth: MoveWorth, found: Valuation, position: Position) -> Sentence:
    return Sentence(f"why.{which}.{_kind(worth, position)}", {"move": worth.move, **_numbers(worth, found)})


def _kind(worth: MoveWorth, position: Position) -> str:
    if position.game.scored:
        return "points" if worth.exact else "guess"
    if worth.value in FORCED and worth.plies is None:
        return FORCED[worth.value]
    return worth.value or "guess"


def _numbers(worth: MoveWorth, found: Valuation) -> dict[str, Any]:
    score = f"{worth.score:+g}".replace("-", "−") if worth.score else "0"
    return {"count": worth.plies or 0, "score": score, "depth": found.depth}
