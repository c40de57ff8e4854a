"""The tree of a search as a file: JSON, text, a picture, or DOT for Graphviz."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from threading import Event
from typing import Any, Literal, NamedTuple

from enraya.drawing import Branch, draw_search_tree
from enraya.game import Player
from enraya.lab.trace.log import NODES_BETWEEN_REPORTS
from enraya.lab.trace.search_settings import SearchSettings
from enraya.lab.trace.text import best_child, tree_as_text, window_of, worth_of
from enraya.lab.trace.tree import MOST_NODES, SearchNode, TreeBuilder, tree_as_data
from enraya.position import Position
from enraya.search import trace
from enraya.search.limit import UNLIMITED
from enraya.search.report import Report

OnNodes = Callable[[int], None]
Format = Literal["json", "text", "svg", "dot"]
MOST_DRAWN = 5_000
"""Nodes that a picture of a whole tree may have."""


class GrownTree(NamedTuple):
    """A search that was run to its end, with the tree that it went through."""

    position: Position
    settings: SearchSettings
    builder: TreeBuilder
    report: Report

    @property
    def root(self) -> SearchNode:
        """The node at which the search began."""
        assert self.builder.root is not None
        return self.builder.root


def write_tree_file(
    format: Format,
    position: Position,
    settings: SearchSettings,
    *,
    stop: Event | None = None,
    on_nodes: OnNodes | None = None,
) -> Iterator[str]:
    """The tree that the search goes through, piece by piece; *on_nodes* is called with the number of nodes so far."""
    most, refusal = (MOST_DRAWN, "error.tree_picture_large") if format == "svg" else (MOST_NODES, "error.tree_large")
    grown = grow_tree(position, settings, most, refusal, stop=stop, on_nodes=on_nodes)
    yield from format_tree(format, grown)


def grow_tree(
    position: Position,
    settings: SearchSettings,
    most: int = MOST_NODES,
    refusal: str = "error.tree_large",
    *,
    stop: Event | None = None,
    on_nodes: OnNodes | None = None,
) -> GrownTree:
    """Run the search and keep its tree, unless that has more than *most* nodes: then the error *refusal*."""
    builder = TreeBuilder(position.game, settings.scale(position.game), most, refusal)

    def observe(event: trace.Event) -> None:
        builder(event)
        if on_nodes and builder.nodes % NODES_BETWEEN_REPORTS == 0 and isinstance(event, trace.Enter):
            on_nodes(builder.nodes)

    report = settings.strategy(position, stop).choose(position, UNLIMITED, stop=stop, observer=observe)
    return GrownTree(position, settings, builder, report)


def format_tree(format: Format, grown: GrownTree) -> Iterator[str]:
    """The tree in *format*, piece by piece."""
    position, settings, builder, report = grown
    root = grown.root
    if format == "json":
        # All at once: the encoder that works piece by piece is ten times slower.
        yield json.dumps(_as_data(position, settings, builder, report), ensure_ascii=False) + "\n"
    elif format == "text":
        yield from tree_as_text(root, settings.cut)
    elif format == "dot":
        yield from _dot(root)
    else:
        yield draw_search_tree(_branch(root, root, is_best=False), _title(position, settings))


def _as_data(position: Position, settings: SearchSettings, builder: TreeBuilder, report: Report) -> dict[str, Any]:
    assert builder.root is not None
    return {
        "game": position.game.name,
        "moves": " ".join(position.move_texts),
        "to_move": "first" if position.to_move == Player.FIRST else "second",
        "algorithm": settings.algorithm,
        "cut": settings.cut if settings.algorithm == "alphabeta" else None,
        "order": settings.order,
        "depth": report.depth,
        "nodes": builder.nodes,
        "leaves": builder.leaves,
        "cuts": builder.cuts,
        "value": builder.root.value,
        "move": position.game.format_move(report.move),
        "tree": tree_as_data(builder.root),
    }


def _title(position: Position, settings: SearchSettings) -> str:
    order = [] if settings.order == "given" else [f"({settings.order})"]
    return " ".join([position.game.name, *position.move_texts, settings.algorithm, *order])


def _branch(node: SearchNode, root: SearchNode, is_best: bool) -> Branch:
    name = node.move or ""
    on_line = is_best or node is root
    children = [
        _branch(child, root, is_best=on_line and child.move == node.best and child is best_child(node))
        for child in node.children
    ]
    is_max = node.player == Player.FIRST
    children += [Branch(move, None, not is_max, (), is_cut=True) for move in node.cut or ()]
    window = window_of(node) if node.children else ""
    return Branch(name, node.value, is_max, tuple(children), worth_of(node), window, is_best)


def _dot(root: SearchNode) -> Iterator[str]:
    """Iterative, because a tree may be as deep as a game is long and a million nodes large."""
    yield 'digraph search {\n  node [fontname="sans-serif"];\n  edge [dir=none];\n'
    count = 0
    waiting: list[tuple[SearchNode, int | None, bool, bool]] = [(root, None, False, True)]
    while waiting:
        node, parent, is_best, on_line = waiting.pop()
        number, count = count, count + 1
        yield f"  n{number} [{_dot_shape(node)}];\n"
        if parent is not None:
            yield f"  n{parent} -> n{number} [label={_quoted(node.move or '')}{', penwidth=3' if is_best else ''}];\n"
        best = best_child(node) if on_line else None
        waiting += [(child, number, child is best, child is best) for child in reversed(node.children)]
        for place, move in enumerate(node.cut or ()):
            yield f'  c{number}_{place} [label="", shape=box, style=dashed];\n'
            yield f"  n{number} -> c{number}_{place} [label={_quoted(move + ' ✂')}, style=dashed];\n"
    yield "}\n"


def _dot_shape(node: SearchNode) -> str:
    if not node.children:
        return f"label={_quoted(worth_of(node))}, shape=box"
    role, shape = ("MAX", "triangle") if node.player == Player.FIRST else ("MIN", "invtriangle")
    label = _quoted(f"{role} {worth_of(node)}\n{window_of(node)}")
    return f"label={label}, shape={shape}"


def _quoted(text: str) -> str:
    """A text as DOT quotes it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
