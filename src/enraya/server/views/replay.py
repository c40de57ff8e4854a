"""A game move by move, as a replay draws it: the start, and what each move changes."""

from __future__ import annotations

from collections.abc import Sequence

from enraya.exchange import Record, formats_for
from enraya.games.tree import Tree
from enraya.match import GameResult, MoveMade, reason_of_end
from enraya.position import Position
from enraya.server.api.answers.replays import Frame, Replay
from enraya.server.matches.offered_games import OfferedGames, kind_of
from enraya.server.views.match import changed_cells, show_game, show_position, show_result, show_strikes


def show_replay(
    final: Position,
    offered: OfferedGames,
    *,
    players: Sequence[str],
    first_seat: int = 0,
    number: int = 1,
    starter: int = 0,
    result: GameResult | None = None,
    history: Sequence[MoveMade] | None = None,
) -> Replay:
    """The game that ends at *final*; with *history*, how long each move took and who made it."""
    game = final.game
    opening = Position(game, final.states[:1])
    frames = []
    for ply, move in enumerate(final.move_texts):
        before, after = (Position(game, final.states[: ply + at], final.moves[: ply + at - 1]) for at in (1, 2))
        made = history[ply] if history else MoveMade(first_seat ^ int(before.to_move), move, 0.0)
        frames.append(_frame(before, after, made, is_timed=history is not None))
    first, second = players
    return Replay(
        game=show_game(game, offered, kind_of(opening, opening.board)),
        number=number,
        players=(first, second),
        starter=starter,
        result=show_result(result) if result else None,
        opening=show_position(opening),
        frames=frames,
        exports=formats_for(final),
    )


def show_record(record: Record, offered: OfferedGames) -> Replay:
    """A game that is known by its record alone; here seat 0 plays first."""
    position = record.position
    return show_replay(
        position,
        offered,
        players=record.players,
        starter=int(position.game.to_move(position.states[0])),
        result=_result(record),
        history=record.moves if any(made.seconds for made in record.moves) else None,
    )


def _result(record: Record) -> GameResult | None:
    position, said = record.position, record.result
    starter = int(position.game.to_move(position.states[0]))
    if position.outcome is not None:
        won = None if position.winner is None else int(position.winner)
        reason = reason_of_end(position)
        return GameResult(
            1, starter, 0, won, reason, position.outcome, record.moves, par=position.par, misstep=position.misstep
        )
    if not said:
        return None
    # The board goes on, and somebody has lost: who did has given up.
    winner, loser = (0, 1) if said > 0 else (1, 0)
    return GameResult(1, starter, 0, winner, "resigned", said, record.moves, loser)


def _frame(before: Position, after: Position, made: MoveMade, *, is_timed: bool) -> Frame:
    board, old = after.board, before.board
    cells = [(cell, board.cells[cell], board.owners[cell]) for cell in changed_cells(old, board)] if board else []
    struck = board is not None and old is not None and board.strikes != old.strikes
    return Frame(
        move=made.move,
        seat=made.seat,
        seconds=round(made.seconds, 3) if is_timed else None,
        timed_out=made.timed_out,
        nodes=made.nodes,
        value=made.value,
        reason=made.reason,
        depth=made.depth,
        exact=made.exact,
        plies=made.plies,
        line=made.line,
        cells=cells,
        strikes=show_strikes(board.strikes) if board and struck else None,
        node=after.state.node if isinstance(after.game, Tree) else None,
        shown=after.game.render(after.state) if board is None and not isinstance(after.game, Tree) else None,
    )
