"""A golden play-through per game: one seeded random game, move by move, kept as text.

A change of rules, notation or boards shows up as a difference in a file that can be read. To write them anew, after
reading what changed: `python -m tests.conformance.golden --write`.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from enraya import find_game
from tests.conformance.samples import OWN_GAME, label, random_play

FOLDER = Path(__file__).with_name("golden")
SEED = 7
MOST_MOVES_LISTED = 18
# A large board fills pages: its play-through stops after so many moves.
MOST_PLIES = 20

GAMES = {
    "mnk-3-3-3": "mnk(3,3,3)",
    "mnk-3-3-3-misere": "mnk(3,3,3,misere=true)",
    "mnk-5-4-4": "mnk(5,4,4)",
    "connect-7-6-4": "connect(7,6,4)",
    "cube-3": "cube(3)",
    "cube-4": "cube(4)",
    "gomoku-freestyle": "gomoku(15,freestyle,free)",
    "gomoku-standard-swap2": "gomoku(15,standard,swap2)",
    "terni": "terni",
    "terni-adjacent": "terni(step=adjacent)",
    "terni-drawn": "terni(step=drawn)",
    "terni-neighbour": "terni(step=neighbour)",
    "terni-jump": "terni(step=jump)",
    "terni-without-diagonals": "terni(diagonals=false)",
    "oso-3-3": "oso(3,3)",
    "oso-6-6": "oso(6,6)",
    "tree": "tree(A[B[3 12 8] C[2 x=4 6] D[14 5 2]])",
    "tree-min": "tree([[−2 4][6 9]], root=min)",
    "own": OWN_GAME,
}


def play_through(spec: str) -> str:
    """The text of the seeded game of *spec*."""
    game = find_game(spec)
    play = random_play(game, random.Random(SEED), MOST_PLIES)
    name = game.name if spec != OWN_GAME else label(spec)
    blocks = [f"game: {name}\nsymmetries: {len(game.symmetries())}"]
    for ply, state in enumerate(play.states):
        moves = [game.format_move(move) for move in game.legal_moves(state)]
        more = f" … {moves[-1]}" if len(moves) > MOST_MOVES_LISTED else ""
        lines = [f"# {ply}", game.render(state), f"position: {game.format_state(state)}"]
        lines.append(f"to move: {game.to_move(state).name.lower()}")
        lines.append(f"outcome: {game.outcome(state)}")
        lines.append(f"evaluation: {game.evaluate(state, game.to_move(state)):g}")
        if moves:
            lines.append(f"legal moves, {len(moves)}: {' '.join(moves[:MOST_MOVES_LISTED])}{more}")
        if ply < len(play.moves):
            lines.append(f"move: {game.format_move(play.moves[ply])}")
        blocks.append("\n".join(lines))
    ended = f"the end: {play.outcome}" if play.outcome is not None else f"stopped after {len(play.moves)} moves"
    return "\n\n".join([*blocks, ended]) + "\n"


def main() -> None:
    """Write every play-through anew, if asked to in so many words."""
    if sys.argv[1:] != ["--write"]:
        sys.exit("To write the golden files anew: python -m tests.conformance.golden --write")
    FOLDER.mkdir(exist_ok=True)
    for stem, spec in GAMES.items():
        (FOLDER / f"{stem}.txt").write_text(play_through(spec), encoding="utf-8")


if __name__ == "__main__":
    main()
