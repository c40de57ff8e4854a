"""The tree bench's work in a process of its own: a search written down, and whole trees as files."""

from __future__ import annotations

from dataclasses import replace
from threading import Event

from enraya.lab.trace.files import write_tree_file
from enraya.lab.trace.log import MOST_NODES, SearchLog
from enraya.lab.trace.pseudocode import LINES
from enraya.lab.trace.search_settings import SearchSettings
from enraya.position import Position
from enraya.search.limit import Limit
from enraya.server.views.board import BoardsAnswer, NodeBoard
from enraya.server.views.lab import FileAnswer, LogAnswer, NodesProgress
from enraya.server.views.match import changed_cells, show_board
from enraya.workers.task import Json, OnProgress, Task, position_of


def record(job: Json, stop: Event, on_progress: OnProgress) -> LogAnswer:
    """Every node and step of a search, or of the beginning of one that is too long."""
    position, recipe = position_of(job), recipe_of(job)
    depth = recipe.shown_depth(position)
    log = SearchLog(position.game, recipe.scale(position.game), lambda nodes: on_progress(NodesProgress(nodes=nodes)))
    searched = replace(recipe, depth=depth)
    report = searched.strategy(position, stop).choose(position, Limit(nodes=MOST_NODES), stop=stop, observer=log)
    return LogAnswer(
        **log.as_data(),
        depth=report.depth,
        automatic=recipe.depth is None,
        lines=dict(LINES[recipe.algorithm]),
        move=position.game.format_move(report.move),
    )


def write(job: Json, stop: Event, on_progress: OnProgress) -> FileAnswer:
    """The whole tree as the text of a file."""
    position, recipe = position_of(job), recipe_of(job)
    searched = replace(recipe, depth=recipe.shown_depth(position))
    pieces = write_tree_file(
        job["format"], position, searched, stop=stop, on_nodes=lambda nodes: on_progress(NodesProgress(nodes=nodes))
    )
    return FileAnswer(text="".join(pieces))


TASKS: dict[str, Task] = {"lab.tree": record, "lab.tree_file": write}


def recipe_of(job: Json) -> SearchSettings:
    """The search that a job asks for."""
    settings = SearchSettings(job["algorithm"], job["cut"], job["depth"], job["distance"], job["order"])
    return settings.judging(job["evaluation"])


def boards_of(position: Position, paths: list[list[str]]) -> BoardsAnswer:
    """The boards of the nodes that *paths*, sequences of moves from *position*, lead to."""
    game, shown = position.game, []
    for path in paths:
        before, state = None, position.state
        # The search goes over states, which know of no repetition: neither does the way to one of its nodes.
        for text in path:
            before, state = state, game.play(state, game.parse_move(state, text))
        board = game.board(state)
        previous = game.board(before) if before is not None and board is not None else None
        is_won = bool(game.outcome(state))
        shown.append(
            NodeBoard(
                board=None if board is None else show_board(board),
                last_cells=changed_cells(previous, board),
                winning_cells=[int(cell) for cell in game.winning_cells(state)] if is_won else [],
                shown=game.render(state) if board is None else None,
            )
        )
    return BoardsAnswer(boards=shown)
