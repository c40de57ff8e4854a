"""The panel beside the board of a match, as text: turn, score, moves, legend of values."""

from __future__ import annotations

import math
from collections.abc import Sequence

from enraya.lab.values.valuation import MoveWorth, Valuation
from enraya.locale import Words
from enraya.match import Match, MoveMade
from enraya.terminal.wording import signed
from enraya.tui.board.canvas import ValueMark
from enraya.tui.board.pointing import Choices, landing_of
from enraya.tui.match.messages import Shown
from enraya.tui.wording import facts, move_name, seat_names, sign_shown

BAR = 20
"""Characters of the bar of a clock."""

MOST_LISTED = 3


def piece_of(shown: Shown, seat: int, is_dark: bool, words: Words) -> str:
    """The sign of *seat* in this game, where each side has its own."""
    board, match = shown.board, shown.match
    if board is None:
        return ("MAX", "MIN")[match.player_of(seat)] if _is_tree(shown) else ""
    if board.style == "letters":
        return ""
    player = int(match.player_of(seat))
    if seat == match.seat_to_move and shown.choices:
        owners = {gesture.owner for gesture in shown.choices.values() if gesture.sign is not None}
        if len(owners) == 1 and (owner := owners.pop()) is not None:
            player = owner
    sign = "XO"[player]
    known = {cell for cell in board.cells if cell} or {"X", "O"}
    return sign_shown(sign, board.style, is_dark, words) if known <= {"X", "O"} else ""


def _is_tree(shown: Shown) -> bool:
    return any(gesture.node is not None for gesture in shown.choices.values()) or shown.match.position.par is not None


def turn_line(shown: Shown, is_dark: bool, words: Words) -> str:
    """The line that says whose turn it is."""
    match = shown.match
    seat = match.seat_to_move
    if seat is None:
        return ""
    if match.is_paused:
        return words("web.paused")
    name, piece = seat_names(match.settings, words)[seat], piece_of(shown, seat, is_dark, words)
    settings = match.settings
    is_you = settings.players.count("human") == 1 and settings.is_human(seat)
    if any(gesture.says for gesture in shown.choices.values()):
        return words("web.turn.you_choose") if is_you else words("web.turn.chooses", name=name)
    kind = "yours" if is_you else "other" if settings.is_human(seat) else "machine"
    return words(f"tui.turn.{kind}_piece" if piece else f"tui.turn.{kind}", name=name, piece=piece)


def what_to_do(shown: Shown, words: Words) -> str:
    """The instruction to the person to move, where the turn needs one."""
    match, choices = shown.match, shown.choices
    seat = match.seat_to_move
    if seat is None or match.is_paused or not match.settings.is_human(seat) or not choices:
        return ""
    if any(gesture.says for gesture in choices.values()):
        return words("web.status.choose")
    if match.position.game.scored and match.history and match.history[-1].seat == seat:
        return words("web.status.again")
    if all(len(gesture.clicks) > 1 for gesture in choices.values()):
        return words("web.status.slide")
    return ""


def clock_line(match: Match, now: float, words: Words) -> str:
    """The time left for this move, as a number and as a bar; empty where there is no clock."""
    remaining = match.remaining(now)
    if remaining is None or match.settings.seconds is None:
        return ""
    full = math.ceil(BAR * remaining / match.settings.seconds)
    seconds = words("web.clock.seconds", count=math.ceil(remaining))
    return f"{'█' * full}{'░' * (BAR - full)} {seconds}"


def score_lines(shown: Shown, is_dark: bool, words: Words) -> str:
    """The game of so many, and a row for each seat: its name and sign, its wins, and points if they count."""
    match = shown.match
    names, score = seat_names(match.settings, words), match.score
    rows = []
    if match.settings.games > 1:
        head = words("web.score.game", number=match.game_number, games=match.settings.games)
        rows.append(f"{head} · {words('web.score.draws', count=score.draws)}" if score.draws else head)
    for seat, name in enumerate(names):
        piece = piece_of(shown, seat, is_dark, words)
        row = f"{'▸' if match.seat_to_move == seat else ' '} {name}"
        if piece:
            row += f" ({piece})"
        if match.settings.games > 1:
            row += f"  {score.wins[seat]}"
        if shown.points is not None:
            row += f"  {words('web.score.points', count=shown.points[seat])}"
        rows.append(row)
    return "\n".join(rows)


def history_lines(history: Sequence[MoveMade], first_seat: int, words: Words, marks: Sequence[int] = ()) -> list[str]:
    """The moves in rows of two, the first player's on the left; whoever moves again starts a new row.

    A move that chance made has a `*`, one of the plies in *marks* a `?`.
    """
    rows: list[list[str]] = []
    previous = 1
    for ply, made in enumerate(history):
        column = 0 if made.seat == first_seat else 1
        if not rows or column <= previous:
            rows.append(["", ""])
        mark = ("*" if made.timed_out else "") + ("?" if ply in marks else "")
        rows[-1][column] = f"{move_name(made.move, words)}{mark}"
        previous = column
    return [f"{place:>3}. {row[0]:<10} {row[1]}".rstrip() for place, row in enumerate(rows, 1)]


def last_facts(match: Match, words: Words) -> str:
    """The facts about the last move of a machine."""
    if not match.history:
        return ""
    made = match.history[-1]
    name = seat_names(match.settings, words)[made.seat]
    said = words("web.said.played", name=name, move=move_name(made.move, words))
    if match.settings.is_human(made.seat):
        return said
    return f"{said} {facts(made, match.position.game.scored, words)}"


# Values


def value_text(worth: MoveWorth, is_scored: bool, words: Words) -> str:
    """The value of a move, as short as a cell: `W3`, `D`, `+2`, `≈+12`."""
    if worth.value is None:
        return f"≈{signed(round(worth.score, 1), words)}"
    if is_scored:
        return signed(worth.score, words)
    return words(f"board.value.letter.{worth.value}") + (str(worth.plies) if worth.plies is not None else "")


def value_in_words(worth: MoveWorth, is_scored: bool, words: Words) -> str:
    """The same, so that anybody understands it: «wins in 3»."""
    if worth.value is None:
        return words("board.value.estimate", score=signed(round(worth.score, 1), words))
    if is_scored:
        return words("board.value.score", score=signed(worth.score, words))
    name = words(f"board.value.{worth.value}")
    return name if worth.plies is None else words("board.value.in", value=name, plies=worth.plies)


def value_marks(
    found: Valuation, choices: Choices, clicked: Sequence[int], is_scored: bool, words: Words
) -> dict[int, ValueMark]:
    """The text for each cell: the best of the moves that end there or, before a piece is picked, begin there."""
    best = set(found.best)
    by_cell: dict[int, MoveWorth] = {}
    for worth in found.moves:
        gesture = choices.get(worth.move)
        if gesture is None or not gesture.clicks:
            continue
        if len(gesture.clicks) > 1 and not clicked:
            cell: int | None = gesture.clicks[0][0]
        elif clicked and clicked[0] not in gesture.clicks[0]:
            continue
        else:
            cell = landing_of(gesture)
        if cell is not None and (cell not in by_cell or by_cell[cell].preference < worth.preference):
            by_cell[cell] = worth
    return {
        cell: ValueMark(
            value_text(worth, is_scored, words).removeprefix("≈"), worth.value or "guess", worth.move in best
        )
        for cell, worth in by_cell.items()
    }


def values_legend(found: Valuation, is_scored: bool, words: Words) -> str:
    """The best moves in words, and how far they can be trusted."""
    worths = sorted(found.moves, key=lambda worth: -worth.preference)
    said = [
        f"{move_name(worth.move, words)}: {value_in_words(worth, is_scored, words)}" for worth in worths[:MOST_LISTED]
    ]
    rows = ["; ".join(said) + ("; …" if len(worths) > MOST_LISTED else ".")]
    if not found.exact:
        rows.append(words("play.values_legend", count=found.depth))
    return "\n".join(rows)
