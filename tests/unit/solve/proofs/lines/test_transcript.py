"""Transcripts: the same proofs without names of positions, streamed to the disk, on boards of any size."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from bench.forged_proofs import changed_bytes, with_checksum

from enraya import Position
from enraya.errors import EnrayaError, NotationError
from enraya.search.limit import Budget, Limit
from enraya.search.native import is_available
from enraya.solve.methods.maker import MakerCore
from enraya.solve.proofs.lines.checker import LineCheck, verify_lines
from enraya.solve.proofs.lines.prover import prove_lines, stream_lines
from enraya.solve.proofs.lines.transcript import KIND, LineTranscript, Recorder, TranscriptAdvice, verify_transcript
from enraya.solve.proofs.prover import prove_to_file
from enraya.solve.proofs.verifier import read_proof, verify_proof
from tests.scale import scaled

pytestmark = pytest.mark.skipif(not is_available(), reason="the C++ search writes them")


def transcript_of(position: Position, path: Path) -> LineTranscript:
    assert stream_lines(position, MakerCore(position.game, 16), path) is not None
    return LineTranscript.read(path)


def written_anew(transcript: LineTranscript, answers: bytes, path: Path) -> LineTranscript:
    """The same claims with other answers, and a checksum that is right."""
    with transcript.recording(path) as stream:
        stream.write(answers)
    return LineTranscript.read(path)


def written_again(transcript: LineTranscript, path: Path) -> bytes:
    """The file that a writer makes of the answers of a transcript that holds."""
    position = Position.start(transcript.game).play_all(transcript.moves)
    answers = TranscriptAdvice(transcript)
    with transcript.recording(path) as stream:
        for claim in transcript.claims:
            recorder = Recorder(answers, stream)
            LineCheck(position.game, claim, recorder, Budget(), transcript.views).walk(position.state)
    return path.read_bytes()


@pytest.mark.parametrize("name", ["mnk(3,3,3)", "mnk(4,3,3)", "mnk(6,5,4)", "mnk(6,6,5)", "cube(3)"])
def test_a_transcript_proves_what_a_proof_that_names_its_positions_does_in_fewer_bytes(name, tmp_path):
    position = Position.start(name)
    named = prove_lines(position, MakerCore(position.game, 16))
    assert named is not None
    named.write(tmp_path / "named")
    verified = verify_transcript(transcript_of(position, tmp_path / "streamed"), Budget())
    assert verified == verify_lines(named, Budget())
    assert (tmp_path / "streamed").stat().st_size < (tmp_path / "named").stat().st_size


@pytest.mark.parametrize("name", ["mnk(9,8,4)", "mnk(10,10,4)"])
def test_boards_beyond_64_cells_are_proven_by_a_transcript(name, tmp_path):
    path = tmp_path / "wide.proof"
    written = prove_to_file(Position.start(name), path, megabytes=64)
    assert written is not None and KIND.is_kind_of(path)
    verified = verify_proof(read_proof(path), Budget())
    assert (verified.position.game.name, verified.least, verified.most) == (name, 1, 1)


@pytest.mark.parametrize(
    ("name", "moves", "value"),
    [
        ("mnk(11,11,5)", "f6 a1 f7 a2", 1),
        ("mnk(15,15,5)", "h8 g9 i7 h7 j8 a2", 1),
        ("mnk(15,15,5)", "a1 h8 o1 g9 h7 i7 a15 j8 o15", -1),
    ],
)
def test_a_position_of_a_wide_board_that_the_mover_wins_by_quiet_moves_is_proven(name, moves, value, tmp_path):
    path = tmp_path / "five.proof"
    assert prove_to_file(Position.start(name).play_all(moves), path, Limit(nodes=2_000_000), megabytes=64) is not None
    verified = verify_proof(read_proof(path), Budget())
    assert (verified.least, verified.most) == (value, value)
    assert verified.position.move_texts == moves.split()


def test_a_limit_leaves_no_file(tmp_path):
    assert prove_to_file(Position.start("mnk(10,10,4)"), tmp_path / "wide.proof", Limit(nodes=1000)) is None
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("change", [lambda answers: answers[:-1], lambda answers: answers + b"\0"])
def test_a_missing_answer_and_one_too_many_are_refused(change, tmp_path):
    transcript = transcript_of(Position.start("mnk(4,3,3)"), tmp_path / "one")
    forged = written_anew(transcript, change(bytes(transcript.answers)), tmp_path / "other")
    with pytest.raises(EnrayaError):
        verify_transcript(forged, Budget())


@pytest.mark.parametrize("name", ["mnk(4,3,3)", "mnk(3,3,3)", "mnk(6,6,5)"])
def test_no_forged_answer_proves_more_than_is_true(name, tmp_path):
    transcript = transcript_of(Position.start(name), tmp_path / "one")
    value = 1 if name == "mnk(4,3,3)" else 0
    whole, tried, proven = bytes(transcript.answers), 0, 0
    # Small numbers are cells and lengths: some other answers hold as well.
    for at, byte in product(range(len(whole)), range(scaled(12, soak=256))):
        if byte == whole[at]:
            continue
        tried += 1
        try:
            forged = replace(transcript, answers=whole[:at] + bytes((byte,)) + whole[at + 1 :])
            verified = verify_transcript(forged, Budget())
        except EnrayaError:
            continue
        proven += 1
        assert (verified.least, verified.most) == (value, value)
    assert 0 < proven < tried // 20


def test_a_claim_of_more_is_refused(tmp_path):
    transcript = transcript_of(Position.start("mnk(3,3,3)"), tmp_path / "one")
    transcript.claims = [claim._replace(bound=1) for claim in transcript.claims]
    with pytest.raises(EnrayaError):
        verify_transcript(written_anew(transcript, bytes(transcript.answers), tmp_path / "other"), Budget())


def test_a_damaged_file_and_one_of_another_kind_are_refused(tmp_path):
    path = tmp_path / "one"
    transcript_of(Position.start("mnk(3,3,3)"), path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-40] + bytes((whole[-40] ^ 1,)) + whole[-39:])
    with pytest.raises(EnrayaError, match="damaged"):
        LineTranscript.read(path)


@pytest.mark.parametrize("name", ["mnk(4,3,3)", "mnk(3,3,3)", "mnk(6,6,5)"])
def test_a_file_with_another_byte_is_refused_or_the_only_form_of_another_proof_that_holds(name, tmp_path):
    transcript = transcript_of(Position.start(name), tmp_path / "one")
    assert written_again(transcript, tmp_path / "again") == (tmp_path / "one").read_bytes()
    other, changed, accepted = tmp_path / "other", 0, 0
    for content in changed_bytes(tmp_path / "one", Random(name), scaled(2, soak=255)):
        with_checksum(content, other)
        changed += 1
        try:
            proof = LineTranscript.read(other)
            verify_transcript(proof, Budget())
        except (EnrayaError, NotationError):
            continue
        accepted += 1
        assert written_again(proof, tmp_path / "again") == other.read_bytes()
    assert accepted < changed // 20


def other_order(key: str) -> Callable[[dict[str, Any]], None]:
    return lambda header: header[key].reverse()


def other_word(key: str, word: Any) -> Callable[[dict[str, Any]], None]:
    return lambda header: header.update({key: word})


@pytest.mark.parametrize(
    "change",
    [
        other_order("claims"),
        other_order("views"),
        other_word("views", [list(range(9))]),
        other_word("views", [[0, 3, 6, 1, 4, 7, 2, 5, 8]] * 2),
        other_word("game", "mnk(3, 3,3)"),
        other_word("game", "tictactoe"),
        other_word("start", ".../.../..."),
        other_word("comment", "none"),
        lambda header: header["claims"][0].update(bound=0.0),
    ],
)
def test_a_header_that_a_writer_would_have_written_in_another_way_is_refused(change, tmp_path):
    title, header, answers = written(Position.start("mnk(3,3,3)"), tmp_path / "one")
    change(header)
    path = with_checksum(title + json.dumps(header).encode() + b"\n" + answers, tmp_path / "other")
    with pytest.raises(EnrayaError) as caught:
        verify_transcript(LineTranscript.read(path), Budget())
    assert caught.value.code == "proof.not_canonical"


def test_spaces_in_the_header_and_zeros_in_the_title_are_refused(tmp_path):
    title, header, answers = written(Position.start("mnk(3,3,3)"), tmp_path / "one")
    for other_title, text in (title, json.dumps(header) + " "), (title.replace(b" 2", b" 02"), json.dumps(header)):
        path = with_checksum(other_title + text.encode() + b"\n" + answers, tmp_path / "other")
        with pytest.raises(EnrayaError) as caught:
            LineTranscript.read(path)
        assert caught.value.code == "proof.not_canonical"


def test_a_transcript_of_the_first_version_is_refused_as_an_old_one(tmp_path):
    title, header, answers = written(Position.start("mnk(3,3,3)"), tmp_path / "one")
    first = title.replace(b" 2", b" 1")
    path = with_checksum(first + json.dumps(header).encode() + b"\n" + answers, tmp_path / "other")
    with pytest.raises(EnrayaError, match="older version"):
        LineTranscript.read(path)


def written(position: Position, path: Path) -> tuple[bytes, dict[str, Any], bytes]:
    """The title, the header and the answers of a transcript."""
    answers = bytes(transcript_of(position, path).answers)
    title, header = path.read_bytes().split(b"\n")[:2]
    return title + b"\n", json.loads(header), answers
