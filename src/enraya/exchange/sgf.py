"""SGF, the format of games on Go boards, for Gomoku (GM[4]): B[hh] is a black stone, points counted from the top left.

The choices of the swap2 opening are no stones; they stand in our own property, XC, which other programs pass over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from enraya.errors import NotationError
from enraya.exchange.record import MOST_MOVES, Record, play_through, result_of, tidy_name
from enraya.game import Game
from enraya.match import MoveMade
from enraya.notation import LETTERS, format_cell, parse_cell
from enraya.position import Position

GOMOKU = "4"
SIZES = (15, 19)
COLOURS = ("B", "W")
CHOICE = "XC"
NAMES = {"PB": 0, "PW": 1}
RESULTS = {1: "B+", -1: "W+", 0: "0"}
LONGEST_VALUE = 500


class Value(NamedTuple):
    """One value of a property, and where it stands."""

    name: str
    text: str
    at: int


def write_sgf(record: Record) -> str:
    """*record*, a game of Gomoku, as SGF."""
    game = record.position.game
    match = re.fullmatch(r"gomoku\((\d+),(\w+),(\w+)\)", game.name)
    if match is None or record.start_text is not None:
        raise NotationError("exchange.no_sgf", game=game.name)
    rules = match[2] if match[3] == "free" else f"{match[2]}-{match[3]}"
    first_has_black = _first_has_black(record.position)
    black, white = record.players if first_has_black else record.players[::-1]
    head = {
        "GM": GOMOKU,
        "FF": "4",
        "CA": "UTF-8",
        "AP": "Enraya",
        "SZ": match[1],
        "RU": rules,
        "PB": black,
        "PW": white,
    }
    if record.result is not None:
        head["RE"] = RESULTS[record.result if first_has_black else -record.result]
    nodes = ["".join(f"{name}[{_escaped(text)}]" for name, text in head.items())]
    states = record.position.states
    for before, after, made in zip(states, states[1:], record.moves, strict=False):
        nodes.append(_node(game, before, after, made.move, int(match[1])))
    return f"({''.join(f';{node}' for node in nodes)})\n"


def _first_has_black(position: Position) -> bool:
    return getattr(position.state, "black", None) in (None, 0)


def _node(game: Game[Any, Any], before: Any, after: Any, move: str, size: int) -> str:
    old, new = game.board(before), game.board(after)
    assert old is not None and new is not None
    placed = [cell for cell, sign in enumerate(new.cells) if sign != old.cells[cell]]
    if not placed:
        return f"{CHOICE}[{move}]"
    row, column = divmod(placed[0], size)
    return f"{COLOURS[new.owners[placed[0]] or 0]}[{LETTERS[column]}{LETTERS[row]}]"


def read_sgf(text: str, find: Callable[[str], Game[Any, Any]]) -> Record:
    """The game of Gomoku in *text*: its main variation; or a refusal with the character it stumbles over."""
    root, *rest = _nodes(text)
    head = {value.name: value for value in root}
    size = _size(head)
    game = find(f"gomoku({size},{_rules(head)})")
    start = Position.start(game)
    moves = []
    for value in [*root, *(value for node in rest for value in node)]:
        if value.name in COLOURS:
            moves.append((_point(value, size), value))
        elif value.name == CHOICE:
            moves.append((value.text, value))
        elif value.name in ("AB", "AW", "AE"):
            raise NotationError("exchange.sgf_property", at=value.at, name=value.name, reason="AB, AW, AE")
    position = play_through(start, [move for move, _ in moves])
    _check_colours(position, [value for _, value in moves])
    turns = [int(game.to_move(state)) for state in position.states[:-1]]
    made = tuple(MoveMade(turn, move, 0.0) for turn, move in zip(turns, position.move_texts, strict=True))
    names = [tidy_name(head[name].text) if name in head else "" for name in NAMES]
    first_has_black = _first_has_black(position)
    players = (names[0], names[1]) if first_has_black else (names[1], names[0])
    result = result_of(position)
    if result is None and "RE" in head:
        said = {"B": 1, "W": -1, "0": 0, "D": 0}.get(head["RE"].text[:1].upper())
        result = said if said is None or first_has_black else -said
    return Record(position, players, made, result, game.name)


def _size(head: dict[str, Value]) -> int:
    kind = head.get("GM")
    if kind is not None and kind.text.strip() != GOMOKU:
        raise NotationError("exchange.sgf_property", at=kind.at, name="GM", reason=f"GM[{GOMOKU}] = Gomoku")
    size = head.get("SZ")
    if size is None:
        return SIZES[0]
    if size.text.strip() not in map(str, SIZES):
        raise NotationError("exchange.sgf_size", at=size.at, text=size.text)
    return int(size.text)


def _rules(head: dict[str, Value]) -> str:
    said = head["RU"].text.lower() if "RU" in head else ""
    return f"{'standard' if 'standard' in said else 'freestyle'},{'swap2' if 'swap2' in said else 'free'}"


def _point(value: Value, size: int) -> str:
    text = value.text.strip().lower()
    if re.fullmatch("[a-s]{2}", text):
        column, row = LETTERS.index(text[0]), LETTERS.index(text[1])
        if column < size and row < size:
            return format_cell(column, row)
    # Some programs write the point as people do.
    if re.fullmatch("[a-s][0-9]{1,2}", text):
        try:
            return format_cell(*parse_cell(text, size, size))
        except NotationError:
            pass
    raise NotationError("exchange.sgf_point", at=value.at, text=value.text, size=size)


def _check_colours(position: Position, values: list[Value]) -> None:
    """A file may not give a stone to whose turn it is not."""
    game, states = position.game, position.states
    for before, after, value in zip(states, states[1:], values, strict=False):
        old, new = game.board(before), game.board(after)
        assert old is not None and new is not None
        owners = [new.owners[cell] for cell, sign in enumerate(new.cells) if sign != old.cells[cell]]
        if owners and value.name != COLOURS[owners[0] or 0]:
            raise NotationError("exchange.sgf_turn", at=value.at, wanted=COLOURS[owners[0] or 0], found=value.name)


def _nodes(text: str) -> list[list[Value]]:
    """The nodes of the main variation: at each branch, the first."""
    reader = _Reader(text)
    reader.expect("(")
    nodes: list[list[Value]] = []
    while True:
        sign_ = reader.peek()
        if sign_ == ";":
            reader.expect(";")
            nodes.append(list(reader.properties()))
            if len(nodes) > MOST_MOVES + 1:
                raise NotationError("exchange.too_many_moves", most=MOST_MOVES)
        elif sign_ == "(" and nodes:
            reader.expect("(")
        else:
            break
    reader.expect(")")
    if not nodes:
        raise NotationError("exchange.sgf_expected", at=reader.at + 1, wanted=";")
    return nodes


class _Reader:
    """Reads SGF character by character, and knows where it is."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def peek(self) -> str:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1
        return self.text[self.at : self.at + 1]

    def expect(self, wanted: str) -> None:
        if self.peek() != wanted:
            raise NotationError("exchange.sgf_expected", at=self.at + 1, wanted=wanted)
        self.at += 1

    def properties(self) -> Iterator[Value]:
        while match := re.compile(r"\s*([A-Za-z]{1,20})").match(self.text, self.at):
            name = "".join(letter for letter in match[1] if letter.isupper())
            self.at = match.end()
            if self.peek() != "[":
                raise NotationError("exchange.sgf_expected", at=self.at + 1, wanted="[")
            while self.peek() == "[":
                yield self._value(name)

    def _value(self, name: str) -> Value:
        began = self.at + 2
        found: list[str] = []
        self.at += 1
        while self.at < len(self.text):
            character = self.text[self.at]
            self.at += 1
            if character == "]":
                return Value(name, "".join(found)[:LONGEST_VALUE], began)
            if character == "\\":
                character = self.text[self.at : self.at + 1]
                self.at += 1
            found.append(character)
        raise NotationError("exchange.sgf_expected", at=self.at + 1, wanted="]")


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
