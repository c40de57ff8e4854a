"""The wording of a match: names, signs, cells, numbers, results."""

from __future__ import annotations

import math

from enraya.board import Board
from enraya.custom import CustomGame
from enraya.locale import Words
from enraya.match import GameResult, Match, MatchSettings
from enraya.naming import rules_of, title_of
from enraya.notation import format_cell
from enraya.position import Position

STONES = {"X": "sign.black", "O": "sign.white"}


def seat_names(settings: MatchSettings, words: Words) -> tuple[str, str]:
    """The name of each seat: one person is `you`, two are numbered, a machine goes by the text it was named with."""
    if settings.is_human(0) and settings.is_human(1):
        return words("play.person", number=1), words("play.person", number=2)
    first, second = (words("play.you") if settings.is_human(seat) else settings.players[seat] for seat in (0, 1))
    return (f"{first} (1)", f"{second} (2)") if first == second else (first, second)


def game_in_words(match: Match, words: Words) -> str:
    """The title of what is played, such as «Tic-tac-toe (three in a row)»; any other game goes by its own name."""
    game = match.position.game
    title = None if isinstance(game, CustomGame) else title_of(game.name, words)
    if title is None:
        return match.settings.game
    short, _, explained = title.partition(": ")
    return f"{short} ({explained})" if explained else short


def sign_to_move(position: Position, words: Words) -> str | None:
    """The sign that the side to move puts on the board, where each side has its own."""
    game, before = position.game, position.game.board(position.state)
    if before is None or before.style == "letters":
        return None
    # A choice of colour puts nothing down, and after it the colours may be the other way round: so look at a move.
    for move in position.playable()[:1]:
        after = game.board(game.play(position.state, move))
        placed = [new for old, new in zip(before.cells, after.cells if after else (), strict=False) if new and not old]
        for sign in placed:
            return words(STONES[sign]) if before.style == "stones" and sign in STONES else sign
    return None


def cell_name(cell: int, board: Board, words: Words) -> str:
    """A cell as it can be found on the printed board."""
    level, flat = divmod(cell, board.columns * board.rows)
    row, column = divmod(flat, board.columns)
    if board.numbered_columns:
        return words("play.cell_of_column", column=column + 1, row=row + 1)
    return format_cell(column, row) + (f"@{level + 1}" if board.levels > 1 else "")


def number(value: float, words: Words, places: int = 0) -> str:
    """*value* as the language writes it."""
    return _punctuated(f"{value:,.{places}f}", words)


def signed(value: float, words: Words) -> str:
    """*value* with its sign, as the language writes it."""
    return _punctuated(f"{value:+.4g}" if value else "0", words)


def _punctuated(text: str, words: Words) -> str:
    """A number in Python's writing, with the marks of the language."""
    marks = {",": words("number.thousands"), ".": words("number.decimal")}
    return "".join(marks.get(character, character) for character in text)


def seconds(value: float, words: Words) -> str:
    """A time with its unit."""
    return words("play.seconds", number=short_seconds(value, words))


def short_seconds(value: float, words: Words) -> str:
    """A time without its unit: finer where it is short."""
    return number(value, words, 1 if value >= 1 else 2)


def whole_seconds(value: float, words: Words) -> str:
    """A time to choose or to wait, where the second is enough: no less than there is left."""
    return words("play.seconds", number=number(math.ceil(value), words))


def points(match: Match) -> tuple[int, int] | None:
    """Each seat's points in this game, where the game's states count them."""
    state = match.position.state
    if not hasattr(state, "first_points"):
        return None
    by_player = (int(state.first_points), int(state.second_points))
    return by_player[match.player_of(0)], by_player[match.player_of(1)]


def payoff_in_words(outcome: int, par: int, words: Words) -> str:
    """The result of a game with payoffs, and the result of best play."""
    return words("match.reason.payoff_even" if outcome == par else "match.reason.payoff", outcome=outcome, par=par)


def result_in_words(match: Match, result: GameResult, words: Words) -> str:
    """The result of the game that has just ended, as a sentence."""
    names = seat_names(match.settings, words)
    if result.par is not None:
        reason = payoff_in_words(result.outcome, result.par, words)
        if result.misstep is not None:
            played, better = result.misstep
            reason += f"; {words('match.reason.misstep', played=played, better=better)}"
    else:
        reason = words(f"match.reason.{result.reason}")
    if result.reason == "line":
        position = match.position
        board = position.game.board(position.state)
        cells = position.game.winning_cells(position.state)
        named = [cell_name(cell, board, words) if board else str(cell) for cell in cells]
        is_misere = getattr(position.game, "misere", False)
        reason = words("match.reason.misere" if is_misere else "match.reason.line_cells", cells=named)
    if result.winner is None:
        text = words("play.draw" if result.par is None else "play.par_game", number=result.number)
    else:
        text = words("play.won", number=result.number, name=names[result.winner])
    # Put together here, because a message shortens the values it is given.
    return f"{text} ({reason})."


def rules_in_words(match: Match, words: Words) -> str:
    """The rules of the game being played: ours, or what its author wrote at the top of the file."""
    game = match.position.game
    if isinstance(game, CustomGame):
        return str(getattr(game.rules, "__doc__", None) or words("play.no_rules", game=game.name)).strip()
    return rules_of(game.name, words) or words("play.no_rules", game=game.name)
