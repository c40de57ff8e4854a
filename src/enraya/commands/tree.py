"""`enraya tree`: the tree a search goes through."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from enraya.commands.options import Depth, Game, Lang, Moves, Start, words


def tree(
    game: Game,
    moves: Moves = "",
    position: Start = None,
    algorithm: Annotated[
        Literal["minimax", "alphabeta", "alphabeta+"], typer.Option(help=words("cli.option.algorithm"))
    ] = "alphabeta",
    cut: Annotated[Literal[">=", ">"], typer.Option(help=words("cli.option.cut"))] = ">=",
    depth: Depth = None,
    format: Annotated[Literal["json"], typer.Option(help=words("cli.option.format"))] = "json",
    lang: Lang = None,
) -> None:
    """Print the tree that a search goes through."""
    from enraya.commands.output import print_json, side
    from enraya.errors import NotationError
    from enraya.lab.tree import TreeBuilder, tree_as_data
    from enraya.players.catalogue import find_strategy
    from enraya.position import Position
    from enraya.search.limit import Limit

    start = Position.start(game, position).play_all(moves)
    if start.is_over:
        raise NotationError("error.over_already")
    options = ["distance=false"] if algorithm != "alphabeta+" else ["native=false"]
    options += ["cut=" + cut] if algorithm == "alphabeta" else []
    builder = TreeBuilder(start.game)
    strategy = find_strategy(f"{algorithm}:{','.join(options)}", start.game)
    report = strategy.choose(start, Limit(depth=depth), observer=builder)
    assert builder.root is not None
    print_json(
        {
            "game": start.game.name,
            "moves": " ".join(start.move_texts),
            "to_move": side(start.to_move),
            "algorithm": algorithm,
            "cut": cut if algorithm == "alphabeta" else None,
            "depth": report.depth,
            "nodes": builder.nodes,
            "leaves": builder.leaves,
            "cuts": builder.cuts,
            "value": builder.root.value,
            "move": start.game.format_move(report.move),
            "tree": tree_as_data(builder.root),
        }
    )
