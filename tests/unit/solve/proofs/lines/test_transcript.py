"""Transcripts: the same proofs without names of positions, streamed to the disk, on boards of any size."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from enraya import Position
from enraya.errors import EnrayaError
from enraya.search.limit import Budget, Limit
from enraya.search.native import is_available
from enraya.solve.methods.maker import MakerCore
from enraya.solve.proofs.lines.checker import verify_lines
from enraya.solve.proofs.lines.prover import prove_lines, stream_lines
from enraya.solve.proofs.lines.transcript import KIND, LineTranscript, verify_transcript
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
    least, most = (1, 1) if name == "mnk(4,3,3)" else (0, 0)
    whole, dice, refused = bytes(transcript.answers), Random(name), 0
    number = scaled(60, soak=1000)
    for _ in range(number):
        at = dice.randrange(len(whole))
        forged = written_anew(transcript, whole[:at] + bytes((dice.randrange(256),)) + whole[at + 1 :], tmp_path / "x")
        try:
            verified = verify_transcript(forged, Budget())
            assert (verified.least, verified.most) == (least, most)
        except EnrayaError:
            refused += 1
    assert refused > number // 2


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
