"""Proofs of line games hold for what is true, agree with the general proofs, and every damage to one is found."""

from __future__ import annotations

import hashlib
import random

import pytest

from enraya import EnrayaError, Position, Solver
from enraya.game import Player
from enraya.search.limit import Budget, Limit
from enraya.search.native import is_available
from enraya.solve.methods.maker import MakerCore
from enraya.solve.proofs.checker import ProofRejected, verify
from enraya.solve.proofs.lines.checker import verify_lines
from enraya.solve.proofs.lines.format import KIND, LineProof, LineStrategy
from enraya.solve.proofs.lines.pairing import is_held
from enraya.solve.proofs.lines.prover import prove_lines
from enraya.solve.proofs.strategy import Claim
from enraya.solve.proofs.strategy_prover import prove_by_strategy

needs_native = pytest.mark.skipif(not is_available(), reason="line proofs are found by the C++ search")


def proof_of(game, moves="", start=None):
    position = Position.start(game, start).play_all(moves)
    proof = prove_lines(position, MakerCore(position.game))
    assert proof is not None
    return proof


@needs_native
@pytest.mark.parametrize(
    ("game", "moves", "outcome"),
    [
        ("mnk(3,3,3)", "", 0),
        ("mnk(3,3,3)", "a1 b1", 1),
        ("mnk(3,3,3)", "b1 b2 a1", 0),
        ("mnk(4,3,3)", "", 1),
        ("mnk(4,4,3)", "a1", 1),
        ("mnk(4,4,4)", "", 0),
        ("mnk(5,4,4)", "", 0),
        ("mnk(5,5,4)", "", 0),
        ("mnk(6,6,4)", "", 1),
        ("mnk(6,6,5)", "", 0),
        ("cube(3)", "", 1),
        ("cube(4)", "a1@1 b1@1 d1@1 b2@2 d4@1 c2@3", 1),
    ],
)
def test_the_value_of_a_position_is_proven_and_the_proof_holds(game, moves, outcome):
    verified = verify_lines(proof_of(game, moves), Budget())
    assert (verified.least, verified.most) == (outcome, outcome)


@needs_native
def test_both_kinds_of_proof_prove_the_same():
    """Of random positions; the general checker plays by the rules of the game alone."""
    dice = random.Random(3)
    for game in ("mnk(3,3,3)", "mnk(4,3,3)", "mnk(4,4,4)", "cube(3)"):
        solver = Solver(Position.start(game).game)
        core = MakerCore(solver.game)
        for _ in range(8):
            position = Position.start(game)
            while (
                position.outcome is None and len(position.move_texts) < solver.game.plies_left(position.states[0]) - 7
            ):
                position = position.play(dice.choice(position.legal_moves))
            if position.outcome is None:
                one = verify(prove_by_strategy(position, solver), Budget())
                other = verify_lines(prove_lines(position, core), Budget())
                assert (one.least, one.most) == (other.least, other.most), position.move_texts


@needs_native
def test_a_proof_comes_back_from_disk_as_it_was(tmp_path):
    proof = proof_of("mnk(5,4,4)", "a1", start=None)
    proof.write(tmp_path / "one.proof")
    assert KIND.is_kind_of(tmp_path / "one.proof")
    assert LineProof.read(tmp_path / "one.proof") == proof


@needs_native
def test_a_reply_that_is_missing_or_not_legal_is_found_and_the_position_named():
    proof = proof_of("mnk(4,3,3)")
    replies = proof.strategies[0].replies
    for pieces, cell in list(replies.items()):
        del replies[pieces]
        with pytest.raises(ProofRejected, match="no reply") as refusal:
            verify_lines(proof, Budget())
        Position.start("mnk(4,3,3)", refusal.value.values["position"])
        replies[pieces] = 40
        with pytest.raises(ProofRejected, match="no legal move"):
            verify_lines(proof, Budget())
        replies[pieces] = cell


@needs_native
def test_a_claim_that_is_too_bold_is_found():
    proof = proof_of("mnk(3,3,3)")
    for strategy in proof.strategies:
        strategy.claim = strategy.claim._replace(bound=1)
        with pytest.raises(ProofRejected):
            verify_lines(proof, Budget())
        strategy.claim = strategy.claim._replace(bound=0)


@needs_native
def test_a_false_holding_is_found():
    proof = proof_of("mnk(5,5,4)", "c3")
    tried = with_none = 0
    for strategy in proof.strategies:
        for pieces, pairs in list(strategy.pairings.items())[:24]:
            if not pairs:
                continue
            tried += 1
            strategy.pairings[pieces] = (*pairs, *pairs[:1])
            with pytest.raises(ProofRejected) as refusal:
                verify_lines(proof, Budget())
            assert refusal.value.code == "proof.not_held"
            # Some hold by weights alone.
            strategy.pairings[pieces] = ()
            try:
                verify_lines(proof, Budget())
            except ProofRejected as refused:
                assert refused.code == "proof.not_held"
                with_none += 1
            strategy.pairings[pieces] = pairs
    assert tried > 12
    assert with_none > tried / 2


def test_pieces_beyond_the_sixty_fourth_cell_are_seen_from_all_sides_too():
    """The first player has three in a row there, and is to move; without them the second would hold."""
    columns, rows = 19, 4
    position = Position.start(f"mnk({columns},{rows},5)").play_all("k4 a1 l4 e1 m4 i1")
    mirror = tuple(row * columns + columns - 1 - column for row in range(rows) for column in range(columns))
    second = sum(1 << mirror[cell] for cell in range(76) if position.state.second >> cell & 1)
    pairs = [(row * columns + column, row * columns + column + 1) for row in range(rows) for column in range(0, 18, 2)]
    free = tuple(pair for pair in pairs if not second & (1 << pair[0] | 1 << pair[1]))
    strategy = LineStrategy(Claim(Player.SECOND, 0), pairings={(0, second): free})
    with pytest.raises(ProofRejected):
        verify_lines(LineProof(position.game.name, None, position.move_texts, [strategy], [mirror]), Budget())


@pytest.mark.parametrize(
    "header",
    [
        '{"game": "mnk(3,3,3)", "start": null, "moves": [], "views": [], "claims": [{"player": 1, "bound": -1}]}',
        '{"game": "mnk(3,3,3)", "start": null, "moves": [], "views": [], "claims": [{"player": 1, "bound": 1e999}]}',
        '{"game": "mnk(3,3,3)", "start": null, "moves": [], "views": [[Infinity]], "claims": []}',
        "[" * 200_000,
    ],
)
def test_a_header_that_makes_no_sense_is_refused_in_words(header, tmp_path):
    path = tmp_path / "some.proof"
    body = KIND.title + header.encode() + b"\n"
    path.write_bytes(body + hashlib.sha256(body).digest())
    with pytest.raises(EnrayaError, match="damaged"):
        LineProof.read(path)


@needs_native
def test_false_threats_and_false_views_are_found():
    proof = proof_of("mnk(5,5,4)", "c3 a1 c2 a2")
    sequences = proof.strategies[0].sequences
    assert verify_lines(proof, Budget()).least == 1
    for pieces, written in list(sequences.items())[:20]:
        for false in (((),), ((*written[0][:-1], 40),), ((24, 24),)):
            sequences[pieces] = false
            with pytest.raises(ProofRejected, match="threats") as refusal:
                verify_lines(proof, Budget())
            assert refusal.value.code == "proof.no_sequence"
        sequences[pieces] = written
    proof.views[0] = (1, 0, *range(2, 25))
    with pytest.raises(ProofRejected, match="views"):
        verify_lines(proof, Budget())


@needs_native
@pytest.mark.parametrize("keep", [20, 60, -60, -40, -1])
def test_a_proof_cut_short_is_refused(tmp_path, keep):
    path = tmp_path / "one.proof"
    proof_of("mnk(4,3,3)").write(path)
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(EnrayaError, match="damaged"):
        LineProof.read(path)


@needs_native
def test_a_proof_is_given_up_in_time():
    position = Position.start("mnk(8,4,4)")
    assert prove_lines(position, MakerCore(position.game), Limit(seconds=0.01)) is None


def test_a_proof_of_another_kind_of_game_is_refused():
    for game in ("connect(4,4,4)", "oso(3,3)", "mnk(3,3,3,misere=true)"):
        with pytest.raises(EnrayaError, match="full line wins"):
            verify_lines(LineProof(game, None, [], [a_claim_of_nothing()]), Budget())


def test_a_finished_game_proves_nothing():
    moves = ["a1", "a2", "b1", "b2", "c1"]
    with pytest.raises(ProofRejected, match="over"):
        verify_lines(LineProof("mnk(3,3,3)", None, moves, [a_claim_of_nothing()]), Budget())


def test_a_proof_that_claims_nothing_is_refused():
    with pytest.raises(ProofRejected, match="claims nothing"):
        verify_lines(LineProof("mnk(3,3,3)", None, [], []), Budget())


def a_claim_of_nothing():
    return LineStrategy(Claim(Player.FIRST, 0))


def test_weights_and_pairs_hold_what_they_should():
    row, column = 0b0000_0000_1111, 0b0001_0001_0001
    assert is_held([row], 0, 0, [], attacker_moves=True)
    assert not is_held([row], 0b0111, 0, [], attacker_moves=True)
    assert is_held([row], 0b0111, 0, [], attacker_moves=False)
    assert is_held([row], 0b0011, 0, [(2, 3)], attacker_moves=True)
    assert not is_held([row, column], 0b0011, 0, [(2, 2)], attacker_moves=True)
    assert not is_held([row], 0b0011, 0, [(1, 2)], attacker_moves=True)
    assert not is_held([row], 0b0011, 0, [(2, 3), (3, 4)], attacker_moves=True)
    # A pair helps against lines through both its cells, and counts against those through one.
    assert is_held([row, column], 0b0011, 0, [(2, 3)], attacker_moves=True)
    assert not is_held([row, column], 0b0011, 0, [(4, 2), (8, 3)], attacker_moves=True)
