"""The options that commands share, and the language they all speak."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from enraya.locale import LANGUAGES, Words, language_of_user
from enraya.search.limit import DEEPEST


def chosen_language() -> str:
    """The language that `--lang` names anywhere on the command line, else the user's language.

    Help and errors are spoken before any command has read its options, so the line itself is looked at.
    """
    words = sys.argv[1:]
    for index, word in enumerate(words):
        name, equals, value = word.partition("=")
        if name == "--lang":
            said = value if equals else words[index + 1] if index + 1 < len(words) else ""
            return said if said in LANGUAGES else language_of_user()
    return language_of_user()


words = Words(chosen_language())

Game = Annotated[
    str, typer.Argument(help=words("cli.option.game"), metavar=words("cli.place.game"), show_default=False)
]
NamedGame = Annotated[
    str | None, typer.Argument(help=words("cli.option.named_game"), metavar=words("cli.place.game"), show_default=False)
]
Moves = Annotated[str, typer.Option(help=words("cli.option.moves"))]
Start = Annotated[str | None, typer.Option("--position", help=words("cli.option.position"))]
Positions = Annotated[Path | None, typer.Option("--positions", help=words("cli.option.positions"))]
Evaluation = Annotated[str | None, typer.Option("--evaluate", help=words("cli.option.evaluate"))]
Json = Annotated[bool, typer.Option("--json", help=words("cli.option.json"))]
Seed = Annotated[int | None, typer.Option(help=words("cli.option.seed"), min=0, max=10**9)]
Depth = Annotated[int | None, typer.Option(help=words("cli.option.depth"), min=1, max=DEEPEST)]
"""The depth of a search in plies, at least 1."""

Time = Annotated[float | None, typer.Option("--time", help=words("cli.option.time"), min=0.001, max=10**7)]
Memory = Annotated[int | None, typer.Option("--memory", help=words("cli.option.memory"), min=1, max=1 << 20)]
Threads = Annotated[int | None, typer.Option("--threads", help=words("cli.option.threads"), min=1, max=256)]
Checkpoint = Annotated[Path | None, typer.Option("--checkpoint", help=words("cli.option.checkpoint"))]
TrustFiles = Annotated[bool, typer.Option("--trust-files", help=words("cli.option.trust_files"))]
"""The option that runs files of players and games without the jail."""

if TYPE_CHECKING:
    Language = str
else:
    Language = Literal[tuple(LANGUAGES)]
Lang = Annotated[Language | None, typer.Option("--lang", help=words("cli.option.lang", codes=list(LANGUAGES)))]


def one_game(named: str | None, chosen: str | None) -> str | None:
    """The game, which stands as a word of its own or after --game; a refusal if it does both."""
    from enraya.errors import NotationError

    if named is not None and chosen is not None:
        raise NotationError("error.game_twice")
    return chosen if named is None else named
