"""Monte-Carlo tree search: UCT, with nodes that become solved when their children are.

Each round walks down the tree by the upper confidence bound, adds a node, plays a random game from it and counts the
result on the way back. A node whose outcome is forced is marked so and never played out again.
"""

from __future__ import annotations

from math import log, sqrt
from random import Random
from typing import Any

from enraya.game import Game, Player
from enraya.search.limit import Budget, OutOfBudget
from enraya.search.report import Report, RootValue
from enraya.search.trace import Enter, Leaf, Leave, Observer

EXPLORATION = 1.4
LONGEST_PLAYOUT = 1000


class Node:
    """A position of the tree; `total` sums results for the first player, `solved` is a forced result."""

    __slots__ = ("children", "move", "player", "solved", "state", "total", "untried", "visits")

    def __init__(self, game: Game[Any, Any], state: Any, move: Any, dice: Random) -> None:
        self.state, self.move = state, move
        self.player = game.to_move(state)
        self.solved = _sign(game.outcome(state))
        self.untried = list(game.legal_moves(state))
        dice.shuffle(self.untried)
        self.children: list[Node] = []
        self.visits = 0
        self.total = 0.0

    def mean(self, player: Player) -> float:
        """The average result for *player*, or the forced one."""
        value = self.solved if self.solved is not None else self.total / self.visits if self.visits else 0.0
        return value if player == Player.FIRST else -value


def mcts(game: Game[Any, Any], state: Any, *, budget: Budget, dice: Random, observer: Observer | None = None) -> Report:
    """The most visited move, or a forced win; the value is the mean result for the side to move, −1 to 1.

    Rounds know who won, and not by how many points: where points count there is no value.

    Each round is told as a walk: the nodes entered, the result at the last as its leaf, and the way back.
    """
    root = Node(game, state, None, dice)
    deepest = 0
    try:
        while root.solved is None:
            budget.spend()
            deepest = max(deepest, _round(game, root, dice, observer))
    except OutOfBudget:
        pass
    player = root.player
    if not root.children:
        return Report(move=root.untried[-1], nodes=budget.nodes, seconds=budget.seconds)
    best = max(root.children, key=lambda child: _preference(child, player))
    return Report(
        move=best.move,
        value=None if game.scored else best.mean(player),
        nodes=budget.nodes,
        depth=deepest,
        seconds=budget.seconds,
        principal_variation=tuple(_likeliest(best)),
        roots=()
        if game.scored
        else tuple(
            RootValue(child.move, child.mean(player), "exact", child.solved is not None) for child in root.children
        ),
        complete=root.solved is not None and not game.scored,
    )


def _round(game: Game[Any, Any], root: Node, dice: Random, observer: Observer | None) -> int:
    """One walk down and back; how deep it went."""
    # Step 1. Down the tree, to a node with something untried or an end.
    path = [root]
    while not path[-1].untried and path[-1].solved is None:
        path.append(_most_promising(path[-1]))

    # Step 2. One node more.
    node = path[-1]
    if node.solved is None:
        move = node.untried.pop()
        child = Node(game, game.play(node.state, move), move, dice)
        node.children.append(child)
        path.append(child)

    # Step 3. A random game from there.
    last = path[-1]
    result = last.solved if last.solved is not None else _play_out(game, last.state, dice)

    # Step 4. Back up what happened, and what is now forced.
    for node in reversed(path):
        node.visits += 1
        node.total += result
        if node.solved is None:
            node.solved = _forced(node)
    if observer:
        _emit(observer, path, result)
    return len(path) - 1


def _emit(observer: Observer, path: list[Node], result: int) -> None:
    for ply, node in enumerate(path):
        observer(Enter(node.state, node.move, ply, node.player, -1, 1))
    observer(Leaf(len(path) - 1, result, "outcome" if path[-1].untried == path[-1].children == [] else "estimate"))
    for ply, node in reversed(list(enumerate(path))):
        observer(Leave(ply, node.mean(Player.FIRST)))


def _forced(node: Node) -> int | None:
    win = 1 if node.player == Player.FIRST else -1
    results = [child.solved for child in node.children]
    if win in results:
        return win
    if node.untried or None in results:
        return None
    return max((result for result in results if result is not None), key=lambda result: result * win)


def _most_promising(node: Node) -> Node:
    spread = log(node.visits)
    # A solved child is only worth going to when nothing else is left to learn.
    candidates = [child for child in node.children if child.solved is None] or node.children
    return max(
        candidates, key=lambda child: child.mean(node.player) + EXPLORATION * sqrt(spread / max(child.visits, 1))
    )


def _play_out(game: Game[Any, Any], state: Any, dice: Random) -> int:
    for _ in range(LONGEST_PLAYOUT):
        outcome = game.outcome(state)
        if outcome is not None:
            return _sign(outcome) or 0
        state = game.play(state, dice.choice(game.legal_moves(state)))
    return 0


def _preference(child: Node, player: Player) -> tuple[float, float]:
    win = 1 if player == Player.FIRST else -1
    if child.solved is not None and child.solved != 0:
        return (float("inf") if child.solved == win else float("-inf"), child.visits)
    # An unsolved child has been visited as often as it deserves; a drawn one is no longer visited.
    return (child.mean(player) if child.solved is not None else child.visits, child.mean(player))


def _likeliest(node: Node) -> list[Any]:
    moves = [node.move]
    while node.children:
        node = max(node.children, key=lambda child: (child.solved is not None, child.visits))
        moves.append(node.move)
    return moves


def _sign(outcome: int | None) -> int | None:
    return None if outcome is None else (outcome > 0) - (outcome < 0)
