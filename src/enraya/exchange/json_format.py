"""The versioned JSON of a game; its schema stands in docs/formats.md."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable
from typing import Any

from enraya.errors import NotationError
from enraya.exchange.record import MOST_MOVES, Record, play_through, result_of, tidy_name
from enraya.game import Game
from enraya.match import MoveMade
from enraya.position import Position

FORMAT = "enraya.game"
VERSION = 1
CHECKSUM, CHECKSUM_BYTES = "checksum", 8


def write_json_game(record: Record) -> str:
    """*record* as JSON."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "game": record.game,
        "start": record.start_text,
        "players": list(record.players),
        "result": record.result,
        "moves": [_written(made) for made in record.moves],
    }
    return json.dumps({**data, CHECKSUM: _checksum(data)}, ensure_ascii=False, indent=1) + "\n"


def _is_as_written(data: dict[str, Any]) -> bool:
    try:
        return bool(data[CHECKSUM] == _checksum(data))
    except RecursionError:
        # Nothing that Enraya writes goes so deep.
        return False


def _checksum(data: dict[str, Any]) -> str:
    """Tells whether a disk or a cable has changed a file. Who changes one on purpose leaves it out."""
    text = json.dumps({key: value for key, value in data.items() if key != CHECKSUM}, sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=CHECKSUM_BYTES).hexdigest()


def _written(made: MoveMade) -> dict[str, Any]:
    said: dict[str, Any] = {"move": made.move, "seconds": round(made.seconds, 3)}
    if made.timed_out:
        said["timed_out"] = True
    for name in ("nodes", "value", "reason"):
        if getattr(made, name) is not None:
            said[name] = getattr(made, name)
    return said


def read_json_game(text: str, find: Callable[[str], Game[Any, Any]]) -> Record:
    """The game that `write_json_game` wrote, or a refusal that names the field."""
    data = _parsed(text)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise NotationError("exchange.json_format", format=FORMAT)
    if data.get("version") != VERSION:
        raise NotationError("exchange.json_version", version=str(data.get("version")), known=VERSION)
    if CHECKSUM in data and not _is_as_written(data):
        raise NotationError("exchange.json_checksum", field=CHECKSUM)
    game = _field(data, "game", str, "text")
    start = _field(data, "start", (str, type(None)), "text")
    players = _field(data, "players", list, "[text, text]")
    if len(players) != 2 or not all(isinstance(player, str) for player in players):
        raise NotationError("exchange.json_field", field="players", wanted="[text, text]")
    moves = _field(data, "moves", list, "[{move, seconds}, …]")
    if len(moves) > MOST_MOVES:
        raise NotationError("exchange.too_many_moves", most=MOST_MOVES)
    made = [_read_move(move, index) for index, move in enumerate(moves)]
    position = play_through(Position.start(find(game), start), [move for move, _ in made])
    turns = [int(position.game.to_move(state)) for state in position.states[:-1]]
    texts = position.move_texts
    history = tuple(MoveMade(turn, move, **said) for turn, move, (_, said) in zip(turns, texts, made, strict=True))
    names = (tidy_name(players[0]), tidy_name(players[1]))
    return Record(position, names, history, _result(data, position), position.game.name)


def _result(data: dict[str, Any], position: Position) -> int | None:
    """The result by the file, where the rules give none: a player may have resigned."""
    said = data.get("result")
    if said is not None and (type(said) is not int or said not in (-1, 0, 1)):
        raise NotationError("exchange.json_field", field="result", wanted="1, 0, -1, null")
    return result_of(position) if position.is_over else said


def _parsed(text: str) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise NotationError("exchange.bad_json", line=error.lineno, at=error.colno, reason=error.msg) from None
    except (RecursionError, ValueError) as error:
        raise NotationError("exchange.bad_json", line=1, at=1, reason=str(error)) from None


def _field(data: dict[str, Any], name: str, kind: Any, wanted: str) -> Any:
    if not isinstance(data.get(name), kind):
        raise NotationError("exchange.json_field", field=name, wanted=wanted)
    return data.get(name)


def _read_move(move: object, index: int) -> tuple[str, dict[str, Any]]:
    place = f"moves[{index}]"
    if not isinstance(move, dict) or not isinstance(move.get("move"), str):
        raise NotationError("exchange.json_field", field=place, wanted="{move, seconds}")
    said: dict[str, Any] = {"seconds": move.get("seconds", 0.0), "timed_out": move.get("timed_out", False)}
    said |= {name: move.get(name) for name in ("nodes", "value", "reason")}
    fits = {
        "seconds": _is_number(said["seconds"]) and said["seconds"] >= 0,
        "timed_out": isinstance(said["timed_out"], bool),
        "nodes": said["nodes"] is None or (type(said["nodes"]) is int and said["nodes"] >= 0),
        "value": said["value"] is None or _is_number(said["value"]),
        "reason": said["reason"] is None or (isinstance(said["reason"], str) and len(said["reason"]) < 60),
    }
    for name, is_fit in fits.items():
        if not is_fit:
            raise NotationError(
                "exchange.json_field", field=f"{place}.{name}", wanted="number" if name != "reason" else "text"
            )
    return move["move"], said


def _is_number(value: object) -> bool:
    if type(value) is float:
        return math.isfinite(value)
    # A whole number too large for a float is no time and no value.
    return type(value) is int and abs(value) < 10**15
