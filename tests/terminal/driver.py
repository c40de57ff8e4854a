"""Stands in for `enraya play` and for `enraya` alone: the same options, nothing else."""

import argparse
import sys

from enraya.errors import EnrayaError
from enraya.match import MatchSettings, draw_seed
from enraya.terminal import menu, play


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["play", "menu"])
    parser.add_argument("--game", default="mnk(3,3,3)")
    parser.add_argument("--first", default="human")
    parser.add_argument("--second", default="random")
    parser.add_argument("--starter", default="first")
    parser.add_argument("--seconds", default="none")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--lang", default="en")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--exam", action="store_true")
    said = parser.parse_args()
    if said.command == "menu":
        return menu.run(said.lang)
    settings = MatchSettings(
        said.game,
        said.first,
        said.second,
        said.starter,
        None if said.seconds == "none" else float(said.seconds),
        said.games,
        said.exam,
        seed=draw_seed() if said.seed is None else said.seed,
    )
    try:
        return play.run(settings, said.lang)
    except EnrayaError as error:
        print(error.in_language(said.lang), file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
