"""The checker of certificates in Python against a second one in C++ that shares no code with it: `native/checker`."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from bench.forged_proofs import changes_agree, forgeries, named_by_program, named_by_python

from enraya.position import Position
from enraya.solve.methods.maker import MakerCore
from enraya.solve.proofs.lines.format import LineProof
from enraya.solve.proofs.lines.prover import stream_lines
from enraya.solve.proofs.prover import prove, prove_to_file
from tests.scale import scaled

pytest.importorskip("enraya._native", reason="needs the C++ build")
COMPILER = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++")
NATIVE = Path(__file__).parent.parent.parent / "native"
FORGERIES = 14
SEED = 1

pytestmark = pytest.mark.skipif(COMPILER is None, reason="needs a C++ compiler")


@pytest.fixture(scope="module")
def again(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program = tmp_path_factory.mktemp("checker") / "check_proof"
    source = NATIVE / "checker" / "main.cpp"
    options = ["-std=c++20", "-O0", "-Wall", "-Wextra", "-Werror", "-I", str(NATIVE)]
    subprocess.run([str(COMPILER), *options, "-o", str(program), str(source)], check=True)
    return program


@pytest.mark.parametrize("game", ["mnk(6,6,4)", "mnk(6,6,5)", "cube(3,3)"])
def test_both_checkers_accept_a_certificate_and_reject_each_forgery_by_the_same_name(
    game: str, again: Path, tmp_path: Path
) -> None:
    path = tmp_path / "true.proof"
    proof = prove(Position.start(game), megabytes=16)
    assert isinstance(proof, LineProof)
    proof.write(path)
    both_agree(again, path)


@pytest.mark.parametrize("game", ["mnk(6,5,4)", "mnk(6,6,5)", "cube(3,3)", "mnk(9,8,4)", "mnk(9,8,6)"])
def test_both_checkers_agree_on_transcripts_and_on_boards_beyond_64_cells(
    game: str, again: Path, tmp_path: Path
) -> None:
    path = tmp_path / "true.proof"
    position = Position.start(game)
    assert stream_lines(position, MakerCore(position.game, 16), path) is not None
    both_agree(again, path)


@pytest.mark.parametrize(
    ("game", "moves"), [("mnk(11,11,5)", "f6 a1 f7 a2"), ("gomoku(15,freestyle,free)", "h8 g9 i7 h7 j8 a2")]
)
def test_both_checkers_agree_on_wins_by_order(game: str, moves: str, again: Path, tmp_path: Path) -> None:
    path = tmp_path / "true.proof"
    position = Position.start(game).play_all(moves)
    assert prove_to_file(position, path, megabytes=64) is not None
    both_agree(again, path)


@pytest.mark.parametrize("game", ["mnk(4,3,3)", "mnk(3,3,3)", "mnk(6,6,5)"])
def test_both_checkers_agree_on_transcripts_with_any_byte_changed(game: str, again: Path, tmp_path: Path) -> None:
    path = tmp_path / "true.proof"
    position = Position.start(game)
    assert stream_lines(position, MakerCore(position.game, 16), path) is not None
    assert changes_agree(again, path, scaled(100, soak=3000), SEED)


def both_agree(again: Path, path: Path) -> None:
    """Both accept the certificate in *path*, and reject each forgery by the same name."""
    assert named_by_program(again, path) == named_by_python(path)
    assert not named_by_python(path).startswith("proof.")
    forged = path.with_name("forged.proof")
    for kind, spoilt in forgeries(path, FORGERIES):
        spoilt.write(forged)
        name = named_by_python(forged)
        assert name.startswith("proof."), kind
        assert named_by_program(again, forged) == name, kind


def test_both_checkers_refuse_a_file_whose_checksum_is_wrong(again: Path, tmp_path: Path) -> None:
    path = tmp_path / "damaged.proof"
    proof = prove(Position.start("mnk(4,3,3)"), megabytes=16)
    assert isinstance(proof, LineProof)
    proof.write(path)
    content = bytearray(path.read_bytes())
    content[-40] ^= 1
    path.write_bytes(content)
    assert named_by_python(path) == named_by_program(again, path) == "proof.damaged"
