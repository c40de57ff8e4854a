"""The map from clicks on the picture of a board to moves."""

from __future__ import annotations

import re
from typing import Any

from enraya.drawing.board_svg import draw_parts
from enraya.position import Position


def moves_by_click(position: Position) -> list[dict[str, Any]]:
    """For each cell that begins a move: its centre and side as parts of the picture, a label, and the moves."""
    board, game, state = position.board, position.game, position.state
    if board is None:
        return []
    found: dict[int, list[str]] = {}
    for move in position.playable():
        clicks = game.gesture(state, move).clicks
        for cell in clicks[0] if clicks else ():
            found.setdefault(cell, []).append(game.format_move(move))
    parts = draw_parts(board, ())
    width, height = map(float, re.findall(r'viewBox="0 0 (\S+) ([^"]+)"', parts.empty)[0])
    return [
        {
            "x": parts.centres[cell][0] / width,
            "y": parts.centres[cell][1] / height,
            "side": parts.side / width,
            "label": " / ".join(moves),
            "moves": moves,
        }
        for cell, moves in found.items()
    ]
