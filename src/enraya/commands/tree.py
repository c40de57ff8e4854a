"""`enraya tree`: the tree a search goes through."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from enraya.commands.framework.options import Depth, Evaluation, Game, Lang, Moves, Start, words


def tree(
    game: Game,
    moves: Moves = "",
    position: Start = None,
    algorithm: Annotated[
        Literal["minimax", "alphabeta", "alphabeta+"], typer.Option(help=words("cli.option.algorithm"))
    ] = "alphabeta",
    cut: Annotated[Literal[">=", ">"], typer.Option(help=words("cli.option.cut"))] = ">=",
    depth: Depth = None,
    distance: Annotated[bool, typer.Option("--distance", help=words("cli.option.distance"))] = False,
    order: Annotated[Literal["given", "best", "worst"], typer.Option(help=words("cli.option.order"))] = "given",
    format: Annotated[
        Literal["json", "text", "svg", "dot"], typer.Option(help=words("cli.option.tree_format"))
    ] = "json",
    evaluate: Evaluation = None,
    output: Annotated[Path | None, typer.Option("--output", help=words("cli.option.output"))] = None,
    lang: Lang = None,
) -> None:
    """Write the tree that a search goes through."""
    from enraya.commands.framework.files import refuse_unwritable, write_file
    from enraya.errors import NotationError
    from enraya.lab.trace.files import write_tree_file
    from enraya.lab.trace.search_settings import SearchSettings
    from enraya.players.file import load_evaluate
    from enraya.position import Position

    start = Position.start(game, position).play_all(moves)
    if start.is_over:
        raise NotationError("error.over_already")
    judge = None if evaluate is None else load_evaluate(evaluate, start.game)
    settings = SearchSettings(algorithm, cut, depth, distance, order, judge)
    refuse_unwritable(output)
    pieces = write_tree_file(format, start, settings)
    if output is None:
        sys.stdout.writelines(pieces)
        return
    # Refusals come before the file is touched.
    text = "".join(pieces)
    write_file(output, text.encode())
