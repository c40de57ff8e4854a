"""Measure the nodes that a strategy kept for a match saves at its second move: `python bench/kept_tables.py [SECONDS]`.

Connect 4, alphabeta+, as the server plays it: the machine moves, the opponent replies, the machine moves again. For
each reply the second move is chosen once by the same strategy, whose transposition table holds what the first move
learnt, and once by a new one. Prints the nodes to a fixed depth, and the depth and nodes within SECONDS.
"""

import sys

from enraya import Limit, Position, find_strategy
from enraya.search.report import Report

REPLIES = ("4", "3", "1")
DEPTH = 16


def second_move(reply: str, player: str, *, is_kept: bool) -> Report:
    """The report of the second move of *player* after *reply*, by the strategy of the first move or by a new one."""
    start = Position.start("connect")
    strategy = find_strategy(player, start.game)
    first = strategy.choose(start, Limit())
    after = start.play(start.game.format_move(first.move)).play(reply)
    return (strategy if is_kept else find_strategy(player, start.game)).choose(after, Limit())


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    for reply in REPLIES:
        for name, option in ((f"depth {DEPTH}", f"depth={DEPTH}"), (f"{seconds:g} s", f"seconds={seconds:g}")):
            player = f"alphabeta+:seed=1,{option}"
            new, kept = (second_move(reply, player, is_kept=is_kept) for is_kept in (False, True))
            print(
                f"reply {reply}, {name:>8}: new {new.nodes:>10,} nodes, depth {new.depth}; "
                f"kept {kept.nodes:>10,} nodes, depth {kept.depth}",
                flush=True,
            )


if __name__ == "__main__":
    main()
