"""A text in the manner of PGN, the format of chess: tags in brackets, then numbered moves and the result.

[Game "mnk(3,3,3)"]
[First "Ana"]
[Second "alphabeta+"]
[Result "1-0"]

1. b2 {1.2} 2. a1 {0.1} 3. c1 4. b1 5. a3 1-0

Every move has its number, since in some games a player moves twice. Read are also the numbers of chess, one for the
two moves of a round: `1. b2 a1 2. c1 b1 3. a3`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from textwrap import fill
from types import MappingProxyType
from typing import Any

from enraya.errors import NotationError
from enraya.exchange.record import MOST_MOVES, Record, play_through, result_of, tidy_name
from enraya.game import Game
from enraya.match import MoveMade
from enraya.position import Position

RESULTS = {1: "1-0", 0: "1/2-1/2", -1: "0-1", None: "*"}
OUTCOMES = {text: result for result, text in RESULTS.items()}
TAG = re.compile(r'\[\s*([A-Za-z]{1,30})\s+"((?:[^"\\]|\\.)*)"\s*\]')
# A move never begins with a digit and a full stop, nor with a brace.
TOKEN = re.compile(r'\{([^{}]{0,200})\}|([0-9]{1,5})\.(?:\.\.)?(?=\s|$)|("(?:[^"\\]|\\.)*"|\S+)')
# Python takes some characters for blanks here that it does not take around a number.
SECONDS = re.compile(r"\s*([0-9]{1,6}(?:\.[0-9]{1,6})?)\s*")
WIDTH = 100


def write_pgn(record: Record, more: Mapping[str, str] = MappingProxyType({})) -> str:
    """*record* as text that people can read, with *more* tags."""
    tags = {"Game": record.game, "First": record.players[0], "Second": record.players[1]}
    if record.start_text is not None:
        tags["Position"] = record.start_text
    tags |= {**more, "Result": RESULTS[record.result]}
    head = "\n".join(f'[{name} "{_quoted(value)}"]' for name, value in tags.items())
    words = []
    for number, made in enumerate(record.moves, start=1):
        seconds = f" {{{made.seconds:.1f}}}" if made.seconds else ""
        words.append(f"{number}. {_written(made.move)}{seconds}")
    body = fill(" ".join([*words, RESULTS[record.result]]), WIDTH, break_long_words=False, break_on_hyphens=False)
    return f"{head}\n\n{body}\n"


def read_pgn(text: str, find: Callable[[str], Game[Any, Any]]) -> Record:
    """The game that `write_pgn` wrote, or a refusal with the row or the move."""
    tags, body, row = _tags(text)
    if "Game" not in tags:
        raise NotationError("exchange.pgn_game")
    moves, seconds, result = _moves(body, row)
    position = play_through(Position.start(find(tags["Game"]), tags.get("Position")), moves)
    turns = [int(position.game.to_move(state)) for state in position.states[:-1]]
    rows = zip(turns, position.move_texts, seconds, strict=True)
    made = tuple(MoveMade(turn, move, took) for turn, move, took in rows)
    said = OUTCOMES.get(tags.get("Result", ""), result)
    outcome = result_of(position) if position.is_over else said
    players = (tidy_name(tags.get("First", "")), tidy_name(tags.get("Second", "")))
    return Record(position, players, made, outcome, position.game.name)


def _tags(text: str) -> tuple[dict[str, str], str, int]:
    """The tags, the rest of the text, and the number of its first row."""
    tags: dict[str, str] = {}
    rows = text.splitlines()
    for index, row in enumerate(rows):
        stripped = row.strip()
        if not stripped:
            continue
        if not stripped.startswith("["):
            return tags, "\n".join(rows[index:]), index + 1
        match = TAG.fullmatch(stripped)
        if match is None:
            raise NotationError("exchange.pgn_tag", line=index + 1, text=stripped)
        tags[match[1]] = _unquoted(f'"{match[2]}"')
    return tags, "", len(rows)


def _moves(body: str, row: int) -> tuple[list[str], list[float], int | None]:
    moves: list[str] = []
    seconds: list[float] = []
    result = None
    for match in TOKEN.finditer(body):
        comment, number, word = match.groups()
        at = row + body.count("\n", 0, match.start())
        if comment is not None:
            took = SECONDS.fullmatch(comment)
            if moves and took:
                seconds[-1] = float(took[1])
        elif number is not None:
            if int(number) not in (len(moves) + 1, len(moves) // 2 + 1):
                raise NotationError("exchange.pgn_move_number", line=at, found=number, wanted=len(moves) + 1)
        elif word in OUTCOMES:
            result = OUTCOMES[word]
            break
        else:
            moves.append(" ".join(_unquoted(word).split()))
            seconds.append(0.0)
            if len(moves) > MOST_MOVES:
                raise NotationError("exchange.too_many_moves", most=MOST_MOVES)
    return moves, seconds, result


def _written(move: str) -> str:
    """A move of a custom game may contain blanks: then it is quoted."""
    return f'"{_quoted(move)}"' if re.search(r'[\s"{}]', move) else move


def _unquoted(word: str) -> str:
    return re.sub(r"\\(.)", r"\1", word[1:-1]) if len(word) > 1 and word[0] == word[-1] == '"' else word


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
