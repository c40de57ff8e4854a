"""The output that several commands share: JSON, and the fields of solved values."""

from __future__ import annotations

import json
from typing import Any

from enraya.game import Player
from enraya.position import Position
from enraya.solve.solution import Solution, SolvedValue


def print_json(data: Any) -> None:
    """One line of JSON."""
    print(json.dumps(data, ensure_ascii=False))


def side(player: Player) -> str:
    """`first` or `second`."""
    return "first" if player == Player.FIRST else "second"


def written_worth(position: Position, worth: SolvedValue) -> dict[str, Any]:
    """The value, score and distance of an exact worth, for the side to move.

    A score that hangs on a distance nobody knows is None.
    """
    scored = worth.scored_by(position.game, position.state)
    return {"value": scored.value, "score": scored.score, "plies": scored.plies}


def solution_as_data(position: Position, solution: Solution) -> dict[str, Any]:
    """A solution in the fields of `solve --json`."""
    return {
        "game": position.game.name,
        "moves": " ".join(position.move_texts),
        "to_move": side(position.to_move),
        **written_worth(position, solution.worth),
        "best": [position.game.format_move(move) for move in solution.best],
        "nodes": solution.nodes_before + solution.nodes,
        **({"nodes_before": solution.nodes_before} if solution.nodes_before else {}),
        "seconds": round(solution.seconds, 6),
        "exact": True,
    }
