"""Abstract game trees, as in textbook exercises: named nodes, and a value at each leaf."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from enraya.board import Gesture
from enraya.drawing import Branch, draw_tree
from enraya.errors import IllegalMove, NotationError
from enraya.game import Game, Player
from enraya.games.tree_notation import Node, nodes_by_level, read_tree, write_tree


def parse_tree(text: str) -> Tree:
    """The tree that *text*, what stands between the brackets of `tree(…)`, describes."""
    return Tree(*read_tree(text))


class TreeState(NamedTuple):
    """A state: the node play has come to, and who moves there."""

    node: str
    turn: Player


class Tree(Game[TreeState, str]):
    """A move is the name of a child; the outcome is the value of the leaf play ends at. Turns alternate."""

    scored = True

    def __init__(self, root: Node, starter: Player = Player.FIRST) -> None:
        self.root, self.starter = root, starter
        self.nodes = {node.name: node for node in nodes_by_level(root)}
        self.longest = max(node.depth for node in self.nodes.values())
        self.name = f"tree({write_tree(root, starter)})"

    # The rules

    def initial(self) -> TreeState:
        return TreeState(self.root.name, self.starter)

    def legal_moves(self, state: TreeState) -> Sequence[str]:
        return [child.name for child in self.nodes[state.node].children]

    def play(self, state: TreeState, move: str) -> TreeState:
        return TreeState(move, state.turn.opponent)

    def outcome(self, state: TreeState) -> int | None:
        return self.nodes[state.node].value

    def to_move(self, state: TreeState) -> Player:
        return state.turn

    def evaluate(self, state: TreeState, player: Player) -> float:
        """The mean of what its children are worth, each judged in the same way."""
        worth = self._mean_values[state.node]
        return worth if player == Player.FIRST else -worth

    def par(self, state: TreeState) -> int:
        """The minimax value of the tree below: the leaves are payoffs, and only what is thrown away is lost."""
        return self._values[state.node]

    @cached_property
    def _mean_values(self) -> dict[str, float]:
        return self._backed_up(lambda node, below: sum(below) / len(below))

    @cached_property
    def _values(self) -> dict[str, int]:
        return self._backed_up(lambda node, below: (min if self._turn_at(node) else max)(below))

    def _backed_up(self, judge: Callable[[Node, list[Any]], Any]) -> dict[str, Any]:
        """A number for every node: a leaf has its value, and *judge* gives the others theirs from their children's."""
        found: dict[str, Any] = {}
        for node in reversed(self.nodes.values()):
            below = [found[child.name] for child in node.children]
            found[node.name] = judge(node, below) if node.value is None else node.value
        return found

    # Text and pictures

    def parse_move(self, state: TreeState, text: str) -> str:
        moves, name = self.legal_moves(state), text.strip()
        if name in moves:
            return name
        if not moves:
            raise IllegalMove("error.game_over", text=text)
        # Typing `b` for B is no mistake where only one child can be meant.
        alike = [move for move in moves if move.casefold() == name.casefold()]
        if len(alike) == 1:
            return alike[0]
        raise IllegalMove("error.tree_child", text=text, node=state.node, children=moves[:9])

    def move_forms(self) -> str:
        return "forms.tree"

    def parse_state(self, text: str) -> TreeState:
        node = self.nodes.get(text.strip())
        if node is None:
            raise NotationError("error.tree_node", text=text, nodes=list(self.nodes)[:9])
        return TreeState(node.name, self._turn_at(node))

    def format_state(self, state: TreeState) -> str:
        return state.node

    def _turn_at(self, node: Node) -> Player:
        return self.starter if node.depth % 2 == 0 else self.starter.opponent

    def path(self, state: TreeState) -> list[str]:
        """The nodes from the root to the one that play has come to."""
        found = []
        node: Node | None = self.nodes[state.node]
        while node is not None:
            found.append(node.name)
            node = node.parent
        return found[::-1]

    def gesture(self, state: TreeState, move: str) -> Gesture:
        return Gesture(node=move)

    def render(self, state: TreeState) -> str:
        lines = [" > ".join(self.path(state)), ""]
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            mark = ">" if node.name == state.node else " "
            role = "max" if self._turn_at(node) is Player.FIRST else "min"
            shown = f"{node.name} {role}" if node.value is None else f"{node.name} = {node.value}"
            lines.append(f"{mark} {'  ' * node.depth}{shown}")
            waiting += reversed(node.children)
        return "\n".join(lines)

    def svg(self, state: TreeState) -> str:
        return draw_tree(self._branch(self.root), self.path(state))

    def _branch(self, node: Node) -> Branch:
        children = tuple(map(self._branch, node.children))
        return Branch(node.name, node.value, self._turn_at(node) is Player.FIRST, children)
