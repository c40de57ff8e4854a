"""Transcripts: certificates of games of free lines that are streamed to the disk while they are found.

The checker (`checker`) plays in a fixed order and asks for advice at each position that it meets for the first time.
A transcript holds the answers in that order and names no position, so it needs no more memory than the checker itself,
takes 16 bytes less for each entry than a certificate that names them, and fits boards of up to 255 cells. On disk it
is a `checked_file`:

    {"game": …, "claims": […]}      the header: the position, the views and the claims, both in ascending order
    1 byte                          of a reply or a move to look at: the cell, or 255 for none
    1, 2 × n bytes                  of a pairing: n + 1, or 0 for none, and the pairs; each, and all, in ascending order
    1 byte                          whether a position is held by relevance zones: 1, or 0
    1, n × (1, m) bytes             of threats: how many sequences, in ascending order, their lengths and cells; or 255
                                    if there is a longer win after a pass

The form is canonical: two files that differ in a byte are two proofs that differ in an answer, and whatever a writer
would not have written is refused. Version 1, which had no order, is not read any more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

from enraya.custom import is_file_name
from enraya.errors import EnrayaError
from enraya.game import Game, Player
from enraya.position import Position
from enraya.search.limit import Budget
from enraya.solve.checked_file import FileKind, Stream
from enraya.solve.proofs.checker import ProofRejected, Verified, claimed_position
from enraya.solve.proofs.lines.checker import Advice, LineCheck
from enraya.solve.proofs.lines.format import Moves, Pieces
from enraya.solve.proofs.lines.pairing import Pairs
from enraya.solve.proofs.lines.zones import OpenPosition
from enraya.solve.proofs.strategy import Claim, outcome_bounds

KIND = FileKind("enraya-line-transcript", 2, "proof.not_one", "proof.damaged", oldest=2)
NOT_CANONICAL = "proof.not_canonical"
NONE = 255


@dataclass
class LineTranscript:
    """A position of a game, what is claimed of it, and the answers to the checker's questions."""

    game: str
    start: str | None
    moves: list[str]
    claims: list[Claim]
    views: list[Moves]
    answers: Sequence[int] = field(default=b"")
    """Mapped from the file, not read into memory."""
    path: Path = Path()

    @property
    def header(self) -> dict[str, Any]:
        """The header of its file."""
        claims = [{"player": int(claim.player), "bound": claim.bound} for claim in self.claims]
        return {"game": self.game, "start": self.start, "moves": self.moves, "views": self.views, "claims": claims}

    @contextmanager
    def recording(self, path: Path) -> Iterator[Stream]:
        """The file of this transcript, to which a `Recorder` writes the answers; no file is left on an exception."""
        with KIND.streaming(path, self.header) as stream:
            yield stream

    @classmethod
    def read(cls, path: Path) -> LineTranscript:
        """The transcript in *path*, or the reason it is none."""
        header, answers = KIND.read(path)
        try:
            claims = [Claim(Player(each["player"]), int(each["bound"])) for each in header["claims"]]
            views = [tuple(int(cell) for cell in view) for view in header["views"]]
            game, start, moves = header["game"], header["start"], header["moves"]
        except (ValueError, KeyError, TypeError, OverflowError):
            raise KIND.refusal(path) from None
        is_named = isinstance(game, str) and isinstance(start, str | None) and isinstance(moves, list)
        if not is_named or any(claim.bound not in (0, 1) for claim in claims):
            raise KIND.refusal(path)
        transcript = cls(game, start, [str(move) for move in moves], claims, views, answers, path)
        nothing_moved = tuple(range(len(views[0]))) if views else ()
        has_order = is_ascending(views) and is_ascending(claims) and nothing_moved not in views[:1]
        if not has_order or not KIND.begins(path, transcript.header):
            raise EnrayaError(NOT_CANONICAL, path=path)
        return transcript

    def check_position(self, position: Position) -> None:
        """Refuse another name of *position*, which this is of, than the one that a writer gives it."""
        is_named = is_file_name(self.game) or self.game == position.game.name
        if not is_named or (self.start, self.moves) != (written_start(position), position.move_texts):
            raise EnrayaError(NOT_CANONICAL, path=self.path)


def written_start(position: Position) -> str | None:
    """The text of the first state; None if it is the game's own."""
    start = position.states[0]
    return None if start == position.game.initial() else position.game.format_state(start)


def is_ascending(items: Sequence[Any]) -> bool:
    """True if each of *items* is greater than the one before."""
    return all(one < two for one, two in pairwise(items))


def verify_transcript(
    transcript: LineTranscript,
    budget: Budget,
    game: Game[Any, Any] | None = None,
    *,
    advice: TranscriptAdvice | None = None,
) -> Verified:
    """Verify *transcript* of its position in *game* (see `claimed_position`); return what it proves, or raise
    ProofRejected, or EnrayaError if an answer is missing or one too many.

    Each position looked at spends a node of *budget*. The *advice* that its answers give may be listened to.
    """
    position = claimed_position(transcript, game)
    transcript.check_position(position)
    if not transcript.claims:
        raise ProofRejected("proof.empty")
    answers = advice or TranscriptAdvice(transcript)
    for claim in transcript.claims:
        LineCheck(position.game, claim, answers, budget, transcript.views).walk(position.state)
    answers.check_end()
    return Verified(position, *outcome_bounds(transcript.claims, scored=False), budget.nodes)


class Recorder:
    """The advice of another, written to a transcript in the order in which it is asked for."""

    is_concise = True

    def __init__(self, advice: Advice, stream: Stream) -> None:
        self._advice, self._stream = advice, stream
        self.answers = 0

    def reply(self, pieces: Pieces) -> int | None:
        return self._write_cell(self._advice.reply(pieces))

    def pairing(self, pieces: Pieces, turn: Player) -> Pairs | None:
        return self._write_pairs(self._advice.pairing(pieces, turn))

    def is_held_by_zone(self, pieces: Pieces, turn: Player) -> bool:
        is_held = self._advice.is_held_by_zone(pieces, turn)
        self._write(bytes((is_held,)))
        return is_held

    def sequences(self, pieces: Pieces, turn: Player) -> Sequence[Moves] | None:
        advised = self._advice.sequences(pieces, turn)
        if advised is None:
            self._write_cell(None)
            return None
        found = sorted(set(advised))
        self._write(bytes((len(found),)) + b"".join(bytes((len(moves), *moves)) for moves in found))
        return found

    def zone_pairing(self, position: OpenPosition, turn: Player) -> Pairs | None:
        return self._write_pairs(self._advice.zone_pairing(position, turn))

    def zone_reply(self, position: OpenPosition) -> int | None:
        return self._write_cell(self._advice.zone_reply(position))

    def zone_attack(self, position: OpenPosition, left: int, number: int) -> int | None:
        return self._write_cell(self._advice.zone_attack(position, left, number))

    def _write_cell(self, cell: int | None) -> int | None:
        self._write(bytes((NONE if cell is None else cell,)))
        return cell

    def _write_pairs(self, pairs: Pairs | None) -> Pairs | None:
        if pairs is None:
            self._write(b"\0")
        else:
            pairs = sorted((min(pair), max(pair)) for pair in pairs)
            self._write(bytes((len(pairs) + 1, *chain.from_iterable(pairs))))
        return pairs

    def _write(self, answer: bytes) -> None:
        self._stream.write(answer)
        self.answers += 1


class TranscriptAdvice:
    """The advice that a transcript gives: the next answer, whatever the position."""

    is_concise = True

    def __init__(self, transcript: LineTranscript) -> None:
        self._answers, self._path, self._at = transcript.answers, transcript.path, 0

    def reply(self, pieces: Pieces) -> int | None:
        return self._cell()

    def pairing(self, pieces: Pieces, turn: Player) -> Pairs | None:
        return self._pairs()

    def is_held_by_zone(self, pieces: Pieces, turn: Player) -> bool:
        (is_held,) = self._cells(1)
        self._require(is_held < 2)
        return is_held == 1

    def sequences(self, pieces: Pieces, turn: Player) -> Sequence[Moves] | None:
        number = self._cell()
        if number is None:
            return None
        found = [self._cells(self._cells(1)[0]) for _ in range(number)]
        self._require(is_ascending(found))
        return found

    def zone_pairing(self, position: OpenPosition, turn: Player) -> Pairs | None:
        return self._pairs()

    def zone_reply(self, position: OpenPosition) -> int | None:
        return self._cell()

    def zone_attack(self, position: OpenPosition, left: int, number: int) -> int | None:
        return self._cell()

    def check_end(self) -> None:
        """Refuse answers to questions that nobody asked."""
        if self._at != len(self._answers):
            raise KIND.refusal(self._path)

    def _cell(self) -> int | None:
        (cell,) = self._cells(1)
        return None if cell == NONE else cell

    def _pairs(self) -> Pairs | None:
        (number,) = self._cells(1)
        if not number:
            return None
        cells = self._cells(2 * (number - 1))
        pairs = tuple(zip(cells[::2], cells[1::2], strict=True))
        self._require(is_ascending(pairs) and all(one < two for one, two in pairs))
        return pairs

    def _require(self, is_canonical: bool) -> None:
        if not is_canonical:
            raise EnrayaError(NOT_CANONICAL, path=self._path)

    def _cells(self, count: int) -> Moves:
        if count > len(self._answers) - self._at:
            raise KIND.refusal(self._path)
        self._at += count
        return tuple(self._answers[self._at - count : self._at])
