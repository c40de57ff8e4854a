"""Measure the depth that the Gomoku engine reaches in a second: `python bench/gomoku_depth.py [SECONDS]`.

Ten positions of 15×15, freestyle, one thread. Prints for each the depth of the last finished iteration, the nodes, and
nodes a second; a node is a position searched, or a stone put down by the search for fours.
"""

import sys
import time

from gomoku_tune import DEEPEST, SIZE, Stones

from enraya import _native
from enraya.notation import parse_cell

POSITIONS = (
    "h8",
    "h8 i9",
    "h8 h9 g7",
    "h8 i7 g8 i8 i9 g7 h7 h9",
    "h8 h9 i9 g7 g8 i8 j7",
    "h8 i8 i7 g9 j8 k9 h9 g10 g8",
    "h8 g9 g7 f8 i9 j10 h10 h9 i8",
    "h8 g8 h10 h9 g9 f10 i9 j9",
    "h8 i9 j8 i8 i7 g9 h9 h7 g8 j10",
    "c3 m13 d4 l12 c4 l13 d3 k13",
)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    total_nodes, total_seconds, depths = 0, 0.0, []
    for position in POSITIONS:
        stones = Stones()
        for text in position.split():
            column, row = parse_cell(text, SIZE, SIZE)
            stones.moves.append(row * SIZE + column)
        core, begun = _native.GomokuSearch(SIZE, SIZE, False, 64), time.monotonic()
        found = core.search(*stones.sides, depth=DEEPEST, seconds=seconds)
        took = time.monotonic() - begun
        total_nodes, total_seconds = total_nodes + found.nodes, total_seconds + took
        depths.append(found.depth)
        rate = found.nodes / took / 1e6
        print(f"depth {found.depth:>2}, {found.nodes:>9,} nodes, {rate:.2f} M/s, value {found.value:>7}: {position}")
    print(f"mean depth {sum(depths) / len(depths):.1f}, {total_nodes / total_seconds / 1e6:.2f} million nodes a second")


if __name__ == "__main__":
    main()
