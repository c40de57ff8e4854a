"""Stands in for `enraya play` and for `enraya` alone: the same options, all of them needed."""

import argparse
import sys

from enraya.errors import EnrayaError
from enraya.match import MatchSettings
from enraya.terminal import menu, play


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["play", "menu"])
    for option in ("game", "first", "second", "starter", "seconds", "games", "lang", "seed"):
        parser.add_argument(f"--{option}")
    parser.add_argument("--exam", action="store_true")
    said = parser.parse_args()
    if said.command == "menu":
        return menu.run(said.lang)
    settings = MatchSettings(
        game=said.game,
        first=said.first,
        second=said.second,
        starter=said.starter,
        seconds=None if said.seconds == "none" else float(said.seconds),
        games=int(said.games),
        exam=said.exam,
        seed=int(said.seed),
    )
    try:
        return play.run(settings, said.lang)
    except EnrayaError as error:
        print(error.in_language(said.lang), file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
