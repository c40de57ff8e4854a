"""A game move by move, as a replay draws it: the start, and what each move changes."""

from __future__ import annotations

from collections.abc import Sequence

from enraya.games.tree import Tree
from enraya.match import GameResult, MoveMade
from enraya.position import Position
from enraya.server.shelf import Json, Shelf, kind_of
from enraya.server.view import changed_cells, show_game, show_position, show_result, show_strikes


def show_replay(
    final: Position,
    shelf: Shelf,
    *,
    players: Sequence[str],
    first_seat: int = 0,
    number: int = 1,
    starter: int = 0,
    result: GameResult | None = None,
    history: Sequence[MoveMade] | None = None,
) -> Json:
    """The game that ends at *final*; with *history*, how long each move took and who made it."""
    game = final.game
    opening = Position(game, final.states[:1])
    frames = []
    for ply, move in enumerate(final.move_texts):
        before, after = (Position(game, final.states[: ply + at], final.moves[: ply + at - 1]) for at in (1, 2))
        made = history[ply] if history else MoveMade(first_seat ^ int(before.to_move), move, 0.0)
        frames.append(_frame(before, after, made, is_timed=history is not None))
    return {
        "game": show_game(game, shelf, kind_of(opening, opening.board)),
        "number": number,
        "players": list(players),
        "starter": starter,
        "result": show_result(result) if result else None,
        "opening": show_position(opening),
        "frames": frames,
        "exports": exports_of(final),
    }


def _frame(before: Position, after: Position, made: MoveMade, *, is_timed: bool) -> Json:
    board, old = after.board, before.board
    cells = [[cell, board.cells[cell], board.owners[cell]] for cell in changed_cells(old, board)] if board else []
    struck = board is not None and old is not None and board.strikes != old.strikes
    return {
        "move": made.move,
        "seat": made.seat,
        "seconds": round(made.seconds, 3) if is_timed else None,
        "timed_out": made.timed_out,
        "nodes": made.nodes,
        "value": made.value,
        "reason": made.reason,
        "cells": cells,
        "strikes": show_strikes(board.strikes) if board and struck else None,
        "node": after.state.node if isinstance(after.game, Tree) else None,
        "shown": after.game.render(after.state) if board is None and not isinstance(after.game, Tree) else None,
    }


def exports_of(position: Position) -> list[str]:
    """The formats that a game can be exported in."""
    formats = ["json", "pgn", "svg"]
    if position.game.name.startswith("gomoku("):
        formats.append("sgf")
    if position.board is not None:
        formats.append("gif")
    return formats
