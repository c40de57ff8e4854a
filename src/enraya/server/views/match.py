"""Positions and matches as a page needs them: plain data from which everything can be drawn, without any rules."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import compress, count
from operator import ne
from typing import Any, NamedTuple

from enraya.board import Board, Gesture, Strike
from enraya.game import Game, Player
from enraya.games.tree import Tree
from enraya.match import GameResult, Match, MoveMade
from enraya.position import Position
from enraya.server.api.answers.matches import GameShown, Misstep, MoveShown, ResultShown
from enraya.server.matches.offered_games import OfferedGames, kind_of
from enraya.server.views.board import (
    BoardShown,
    Choice,
    Kind,
    NodeShown,
    PositionAnswer,
    PositionShown,
    StrikeShown,
    TreeShown,
    Turn,
)


def show_strikes(strikes: tuple[Strike, ...]) -> list[StrikeShown]:
    """The lines through a board."""
    return [StrikeShown(cells=list(strike.cells), owner=int(strike.owner)) for strike in strikes]


def show_board(board: Board) -> BoardShown:
    """A board, cell by cell."""
    return BoardShown(
        columns=board.columns,
        rows=board.rows,
        levels=board.levels,
        style=board.style,
        numbered_columns=board.numbered_columns,
        cells=list(board.cells),
        owners=list(board.owners),
        strikes=show_strikes(board.strikes),
    )


def changed_cells(before: Board | None, after: Board | None) -> list[int]:
    """The cells in which two boards differ."""
    if before is None or after is None or before.cells is after.cells:
        return []
    changed = set(compress(count(), map(ne, before.cells, after.cells)))
    return sorted(changed.union(compress(count(), map(ne, before.owners, after.owners))))


@lru_cache(maxsize=2048)
def _plain_board(game: Game[Any, Any], state: Any) -> Board | None:
    """The board of a state, cached because each state is drawn again as the one before the next."""
    return game.board(state)


def board_of(position: Position) -> Board | None:
    """The board of *position*, as `Position.board` gives it."""
    board = _plain_board(position.game, position.state)
    has_past = type(position.game).strikes_of is not Game.strikes_of
    return replace(board, strikes=tuple(position.game.strikes_of(position.states))) if board and has_past else board


def show_position(position: Position) -> PositionShown:
    """The view of *position*, and whether the game is over there."""
    game, state, board = position.game, position.state, board_of(position)
    before = _plain_board(game, position.states[-2]) if len(position.states) > 1 and board else None
    kind, outcome = kind_of(position, board), position.outcome
    is_won = outcome is not None and outcome != 0
    tree = game if isinstance(game, Tree) else None
    return PositionShown(
        kind=kind,
        text=game.format_state(state),
        over=outcome is not None,
        outcome=outcome,
        board=show_board(board) if board else None,
        last_cells=changed_cells(before, board),
        winning_cells=[int(cell) for cell in game.winning_cells(state)] if is_won else [],
        shown=game.render(state) if kind == "text" else None,
        tree=show_tree(tree) if tree else None,
        node=state.node if tree else None,
        path=tree.path(state) if tree else None,
    )


@lru_cache(maxsize=32)
def show_tree(game: Tree) -> TreeShown:
    """A tree, node by node."""
    nodes = {
        name: NodeShown(
            children=[child.name for child in node.children],
            value=node.value,
            max=(node.depth % 2 == 0) == (game.starter is Player.FIRST),
        )
        for name, node in game.nodes.items()
    }
    return TreeShown(root=game.root.name, nodes=nodes)


def show_choices(position: Position) -> tuple[dict[str, Choice], str | None, int | None]:
    """The way to make each legal move, by its text; and the sign that all of them put down with its owner, if it is
    one.
    """
    game, state = position.game, position.state
    if fixed := _fixed_choices(game, position.to_move):
        return dict(map(fixed.by_move.__getitem__, position.playable())), fixed.sign, fixed.owner
    gestures = {game.format_move(move): game.gesture(state, move) for move in position.playable()}
    signs = {(gesture.sign, gesture.owner) for gesture in gestures.values()}
    sign, owner = signs.pop() if len(signs) == 1 else (None, None)
    return {move: _show_gesture(gesture, sign) for move, gesture in gestures.items()}, sign, owner


class FixedChoices(NamedTuple):
    """The choices of a player that are the same in every state: the text and the view of each move."""

    by_move: tuple[tuple[str, Choice], ...]
    sign: str | None
    owner: int | None


@lru_cache(maxsize=256)
def _fixed_choices(game: Game[Any, Any], player: Player) -> FixedChoices | None:
    """The choices of *player* where no state changes them: a large board needs all of them after every move."""
    gestures = game.fixed_gestures(player)
    if gestures is None:
        return None
    (sign, owner), *others = {(gesture.sign, gesture.owner) for gesture in gestures}
    assert not others
    named = [(game.format_move(move), _show_gesture(gesture, sign)) for move, gesture in enumerate(gestures)]
    return FixedChoices(tuple(named), sign, owner)


@lru_cache(maxsize=1 << 14)
def _show_gesture(gesture: Gesture, usual_sign: str | None) -> Choice:
    """The view of a gesture, cached because nearly all moves of a position were moves of the
    one before; never changed.
    """
    sign = None if gesture.sign == usual_sign else gesture.sign
    return _choice(gesture.clicks, gesture.lands, sign, gesture.says, gesture.node)


@lru_cache(maxsize=1 << 14)
def _choice(
    clicks: tuple[tuple[int, ...], ...], lands: int | None, sign: str | None, says: str | None, node: str | None
) -> Choice:
    """One object for equal choices, whoever is to move: what changed since the last move is then found quickly."""
    return Choice(clicks=[list(cells) for cells in clicks], lands=lands, sign=sign, says=says, node=node)


def show_free_position(position: Position, offered: OfferedGames) -> PositionAnswer:
    """A position that belongs to no match: seat 0 plays first."""
    choices, sign, owner = show_choices(position)
    turn = None if position.is_over else Turn(seat=int(position.to_move), sign=sign, owner=owner)
    name = offered.public_name(position.game.name)
    return PositionAnswer(game=name, position=show_position(position), turn=turn, choices=choices)


def show_game(game: Game[Any, Any], offered: OfferedGames, kind: Kind) -> GameShown:
    """The view of a match's game."""
    return GameShown(
        name=offered.public_name(game.name),
        family=offered.family(game),
        kind=kind,
        title=offered.title(game),
        rules=offered.rules(game),
        forms=game.move_forms(),
        scored=bool(game.scored),
    )


def show_move(made: MoveMade) -> MoveShown:
    """A move of the history."""
    return MoveShown(
        seat=made.seat,
        move=made.move,
        seconds=round(made.seconds, 3),
        timed_out=made.timed_out,
        nodes=made.nodes,
        value=made.value,
        reason=made.reason,
        depth=made.depth,
        exact=made.exact,
        plies=made.plies,
        line=made.line,
    )


def show_result(result: GameResult) -> ResultShown:
    """The view of a game's result."""
    return ResultShown(
        number=result.number,
        starter=result.starter,
        first=result.first,
        winner=result.winner,
        reason=result.reason,
        outcome=result.outcome,
        par=result.par,
        misstep=None if result.misstep is None else Misstep(played=result.misstep[0], better=result.misstep[1]),
        resigned=result.resigned,
        plies=len(result.history),
    )


def show_points(match: Match) -> list[int | None]:
    """Each seat's points in this game, where the game's states count them."""
    state = match.position.state
    if not hasattr(state, "first_points"):
        return [None, None]
    by_player = (int(state.first_points), int(state.second_points))
    return [by_player[match.player_of(seat)] for seat in (0, 1)]
