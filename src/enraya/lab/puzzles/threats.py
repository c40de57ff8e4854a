"""Threats, by the rules alone: moves that win at once, double threats, and wins by threats only."""

from __future__ import annotations

from typing import Any

from enraya.game import Game, Player

FORCED_LENGTH = 5
"""Plies of the shortest win by threats that is more than one double threat."""


def winning_moves(game: Game[Any, Any], state: Any) -> list[Any]:
    """The moves of the unfinished *state* that win at once."""
    mover = game.to_move(state)
    return [move for move in game.legal_moves(state) if _is_won(game, game.play(state, move), mover)]


def is_double_threat(game: Game[Any, Any], state: Any) -> bool:
    """True if in *state*, whoever is to move, every answer lets the other side win at once, and one in two ways."""
    player = game.to_move(state).opponent
    has_two = False
    for move in game.legal_moves(state):
        child = game.play(state, move)
        if game.outcome(child) is not None or game.to_move(child) != player:
            return False
        ways = len(winning_moves(game, child))
        if not ways:
            return False
        has_two = has_two or ways > 1
    return has_two


def wins_by_threats(game: Game[Any, Any], state: Any, plies: int) -> bool:
    """True if the side to move wins within *plies* so that each answer on the way is the only one that lasts."""
    if winning_moves(game, state):
        return True
    if plies < 3:
        return False
    return any(is_forcing(game, game.play(state, move), plies - 1) for move in game.legal_moves(state))


def is_forcing(game: Game[Any, Any], state: Any, plies: int) -> bool:
    """True if the side that has just moved to *state* wins within *plies* so that each answer is the only one."""
    if game.outcome(state) is not None:
        return False
    player = game.to_move(state).opponent
    lasting = []
    for move in game.legal_moves(state):
        child = game.play(state, move)
        if game.outcome(child) is not None or game.to_move(child) != player:
            return False
        if not winning_moves(game, child):
            lasting.append(child)
            if len(lasting) > 1:
                return False
    return not lasting or wins_by_threats(game, lasting[0], plies - 1)


def _is_won(game: Game[Any, Any], state: Any, player: Player) -> bool:
    outcome = game.outcome(state)
    return outcome is not None and (outcome > 0 if player is Player.FIRST else outcome < 0)
