"""LineSplitter and frames of the protocols: the Gomocup protocol both ways, bots, the socket of a match."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from threading import Event

from enraya import Position
from enraya.bots.protocol import Answer, check_ready
from enraya.catalogue import find_built_in
from enraya.games.lines import LineGame
from enraya.piskvork import brain as brain_module
from enraya.piskvork.brain import MOST_LINE, Brain
from enraya.piskvork.host_board import HostBoard, Refused
from enraya.piskvork.host_info import SearchRequirements
from enraya.piskvork.program import Program
from enraya.piskvork.thinker import Thinker
from enraya.process_output import LineSplitter
from enraya.search.limit import Limit
from enraya.server.api.frames import parse_message, read_frame
from tests.fuzz.target import Target, text_of

MOST_LINES = 60
LONGEST = 4096


@cache
def _board(columns: int, rows: int, *, is_exact: bool) -> LineGame:
    return LineGame((columns, rows), 5, exact=is_exact)


class FirstCell(Thinker):
    """Takes the first empty cell: the search is not what is fuzzed."""

    def __init__(self, columns: int, rows: int, demands: SearchRequirements) -> None:
        self.made_for = demands
        self._game = _board(columns, rows, is_exact=demands.is_exact)

    def choose(self, table: HostBoard, limit: Limit, stop: Event) -> int:
        return int(self._game.legal_moves(self._state(table))[0])

    def swap2(self, table: HostBoard, limit: Limit, dice: Random, stop: Event) -> str:
        if len(table.stones) not in (0, 3, 5):
            raise Refused("swap2 has 0, 3 or 5 stones")
        return "SWAP" if table.stones else "0,0 1,1 2,2"


def brain_seeds() -> list[bytes]:
    return [
        b"START 15\nINFO rule 1\nINFO timeout_turn 100\nBEGIN\nTURN 1,1\nTAKEBACK 1,1\nPLAY 3,4\nEND\n",
        b"RECTSTART 7,6\nBOARD\n1,1,1\n2,2,2\n3,3,3\nDONE\nRESTART\nABOUT\n",
        b"START 15\nSWAP2BOARD\nDONE\nSWAP2BOARD\n1,1\n2,2\n3,3\nDONE\nINFO max_memory 83886080\nTURN 5,5\n",
    ]


def take_brain_lines(data: bytes) -> None:
    """Every line is answered by lines that a host can read."""
    brain_module.Thinker = FirstCell  # type: ignore[misc]
    brain = Brain(seed=1)
    for line in text_of(data).split("\n")[:MOST_LINES]:
        for said in brain.answer(line):
            assert said and "\n" not in said and len(said) <= MOST_LINE
        if brain.is_over:
            break


def program_seeds() -> list[bytes]:
    return [b"7,7", b"SWAP", b"1,1 2,2 3,3", b"1,1 2,2", b"SUGGEST 1,1", b"OK", b"ERROR no"]


@cache
def _program() -> tuple[Program, list[Position]]:
    program, game = Program("other", "other"), find_built_in("gomoku(15,standard,swap2)")
    program._stones = game.base  # type: ignore[attr-defined]
    positions = [Position.start(game)]
    for move in ("h8", "h9", "i9", "more", "j9", "j10"):
        positions.append(positions[-1].play(move))
    return program, positions


def take_program_answer(data: bytes) -> None:
    """What a program answers in any stage of an opening is moves of the game, or none."""
    program, positions = _program()
    for position in positions:
        for opening in (position.state, None):
            for move in program._read(text_of(data), opening):
                position.game.format_move(move)


def bot_seeds() -> list[bytes]:
    return [
        b"ready Bot\ninfo value 0.5 depth 4 line b2 a1\nmove b2\n",
        b"ready\nmove a1\n",
        b"info value -inf\nmove z9\n",
    ]


def take_bot_lines(data: bytes) -> None:
    """A bot's first line, then what it says until it moves."""
    cutter = LineSplitter(LONGEST)
    lines = [line for piece in (data[:99], data[99:]) for line in cutter.cut(piece)]
    position, answer = Position.start("mnk(3,3,3)"), Answer()
    for number, line in enumerate(lines):
        said = text_of(line).strip()
        if not number:
            check_ready(said)
        elif (choice := answer.read(said, position)) is not None:
            position = position.play(choice.move)
            if position.is_over:
                break


def frame_seeds() -> list[bytes]:
    frames = [
        {"type": "play", "id": 1, "move": "b2", "ply": 0, "game": 1},
        {"type": "hint", "id": "x", "seat": 1},
        {"type": "undo"},
        {"type": "resign", "seat": 0, "id": None},
        {"type": "pong"},
    ]
    return [json.dumps(frame).encode() for frame in frames]


def take_frame(data: bytes) -> None:
    """A message of a client is a frame, or refused with its place."""
    text = text_of(data)
    read_frame(parse_message(text)).model_dump_json()


TARGETS = (
    Target(
        "piskvork-lines", ("piskvork/brain", "piskvork/host_info", "piskvork/host_board"), brain_seeds, take_brain_lines
    ),
    Target("piskvork-answers", ("piskvork/program",), program_seeds, take_program_answer),
    Target("bot-lines", ("bots/protocol", "process_output"), bot_seeds, take_bot_lines),
    Target("frames", ("server/api/frames",), frame_seeds, take_frame),
)
