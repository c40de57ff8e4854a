"""Reads a proof of any kind and checks it by the checker of its kind: no search, no table and no solver is used."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from enraya.game import Game
from enraya.search.limit import Budget
from enraya.solve.proofs.checker import Verified, verify
from enraya.solve.proofs.lines.checker import verify_lines
from enraya.solve.proofs.lines.format import KIND, LineProof
from enraya.solve.proofs.lines.transcript import KIND as TRANSCRIPT
from enraya.solve.proofs.lines.transcript import LineTranscript, verify_transcript
from enraya.solve.proofs.strategy import Proof


def read_proof(path: Path) -> Proof | LineProof | LineTranscript:
    """The proof in *path*, or the reason it is none."""
    if TRANSCRIPT.is_kind_of(path):
        return LineTranscript.read(path)
    return LineProof.read(path) if KIND.is_kind_of(path) else Proof.read(path)


def verify_proof(
    proof: Proof | LineProof | LineTranscript, budget: Budget, game: Game[Any, Any] | None = None
) -> Verified:
    """Verify *proof* and return what it proves of its position in *game*, or raise ProofRejected; each position spends
    a node.
    """
    if isinstance(proof, LineTranscript):
        return verify_transcript(proof, budget, game)
    if isinstance(proof, LineProof):
        return verify_lines(proof, budget, game)
    return verify(proof, budget, game)
