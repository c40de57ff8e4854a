"""Proofs hold for what is true, and every damage to one is found."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from enraya import EnrayaError, Position, Solver, find_game
from enraya.game import Player
from enraya.search.limit import Budget
from enraya.solve.proofs.checker import ProofRejected, verify
from enraya.solve.proofs.strategy import Proof
from enraya.solve.proofs.strategy_prover import prove_by_strategy

OWN_GAME = str(Path(__file__).parents[4] / "docs" / "examples" / "tictactoe.py")


def proof_of(game, moves="", start=None):
    position = Position.start(game, start).play_all(moves)
    proof = prove_by_strategy(position, Solver(position.game))
    assert proof is not None
    return proof


@pytest.mark.parametrize(
    ("game", "moves", "least", "most"),
    [
        ("mnk(3,3,3)", "", 0, 0),
        ("mnk(4,3,3)", "", 1, 1),
        ("mnk(3,3,3,misere=true)", "", 0, 0),
        ("mnk(4,3,3,misere=true)", "", -1, -1),
        ("mnk(4,4,3)", "a1", 1, 1),
        ("mnk(3,3,3)", "a1 b1", 1, 1),
        ("cube(3)", "b2@2", 1, 1),
        ("connect(4,4,4)", "", 0, 0),
        ("connect(7,6,4)", "44444412222233311755", 1, 1),
        ("terni", "", 1, 1),
        ("terni", "a1", 0, 0),
        ("oso(3,3)", "S@a1 O@b1", 0, 0),
        ("oso(1,7)", "", 1, 1),
        ("tree(A[B[3 12 8] C[2 4 6] D[14 5 2]])", "", 3, 3),
    ],
)
def test_the_value_of_a_position_is_proven_and_the_proof_holds(game, moves, least, most):
    proof = proof_of(game, moves)
    verified = verify(proof, Budget())
    assert (verified.least, verified.most) == (least, most)
    assert verified.positions >= sum(len(strategy.replies) for strategy in proof.strategies)


def test_a_proof_of_somebodys_own_game_holds_by_the_rules_that_are_given():
    verified = verify(proof_of(OWN_GAME, "5"), Budget(), find_game(OWN_GAME))
    assert (verified.least, verified.most) == (0, 0)


def test_a_proof_never_makes_the_file_that_it_names_run(tmp_path):
    trap = tmp_path / "trap.py"
    trap.write_text(f"open({str(tmp_path / 'sprung')!r}, 'w')\n" + Path(OWN_GAME).read_text())
    proof = proof_of(OWN_GAME, "5")
    for name in (str(trap), f"{trap}:Rules"):
        proof.game = name
        with pytest.raises(EnrayaError) as refused:
            verify(proof, Budget())
        assert refused.value.code == "proof.own_game"
    assert not (tmp_path / "sprung").exists()


def test_a_proof_is_checked_only_for_the_game_that_it_is_of():
    with pytest.raises(EnrayaError) as refused:
        verify(proof_of("mnk(4,3,3)"), Budget(), find_game("mnk(3,3,3)"))
    assert refused.value.code == "proof.other_game"
    assert verify(proof_of("mnk(4,3,3)"), Budget(), find_game("mnk(4, 3, 3)")).least == 1


def test_a_proof_comes_back_from_disk_as_it_was(tmp_path):
    proof = proof_of("mnk(3,3,3)", "a2", start="X../.O./...")
    proof.write(tmp_path / "one.proof")
    again = Proof.read(tmp_path / "one.proof")
    assert again == proof
    assert verify(again, Budget()).position.move_texts == ["a2"]


def test_a_reply_that_is_missing_is_found_and_the_position_named():
    proof = proof_of("mnk(4,3,3)")
    replies = proof.strategies[0].replies
    for name in random.Random(1).sample(sorted(replies), min(20, len(replies))):
        place = replies.pop(name)
        with pytest.raises(ProofRejected, match="no reply") as refusal:
            verify(proof, Budget())
        Position.start("mnk(4,3,3)", refusal.value.values["position"])
        replies[name] = place


def test_a_claim_that_is_too_bold_is_found():
    proof = proof_of("mnk(3,3,3)")
    for strategy in proof.strategies:
        strategy.claim = strategy.claim._replace(bound=1)
        with pytest.raises(ProofRejected, match="has less"):
            verify(proof, Budget())
        strategy.claim = strategy.claim._replace(bound=0)


def test_a_reply_that_loses_the_claim_is_found_wherever_it_stands():
    proof = proof_of("mnk(3,3,3)", "a1 b1")
    replies = proof.strategies[0].replies
    found = 0
    for name, place in list(replies.items()):
        for other in range(9):
            if other != place:
                replies[name] = other
                try:
                    verify(proof, Budget())
                except ProofRejected:
                    found += 1
        replies[name] = place
    assert found > len(replies)


def test_a_winner_who_can_be_led_in_circles_has_proven_nothing():
    """In terni lapilli two pieces that go to and fro keep every promise but that of an end."""
    proof = proof_of("terni", "a1")
    drawing = next(strategy for strategy in proof.strategies if strategy.claim.player == Player.FIRST)
    drawing.claim = drawing.claim._replace(bound=1)
    proof.strategies = [drawing]
    with pytest.raises(ProofRejected):
        verify(proof, Budget())


@pytest.mark.parametrize("keep", [0, 5, 16, 60, -40, -1])
def test_a_proof_cut_short_is_refused(tmp_path, keep):
    path = tmp_path / "one.proof"
    proof_of("mnk(4,3,3)").write(path)
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(EnrayaError, match=r"not a proof|damaged"):
        Proof.read(path)


def test_a_proof_with_a_bit_turned_is_refused(tmp_path):
    path = tmp_path / "one.proof"
    proof_of("mnk(4,3,3)").write(path)
    whole = bytearray(path.read_bytes())
    for at in random.Random(2).sample(range(16, len(whole)), 30):
        whole[at] ^= 4
        path.write_bytes(whole)
        with pytest.raises(EnrayaError, match="damaged"):
            Proof.read(path)
        whole[at] ^= 4


def test_a_proof_that_claims_nothing_proves_nothing():
    with pytest.raises(ProofRejected, match="claims nothing"):
        verify(Proof("mnk(3,3,3)", None, [], []), Budget())
