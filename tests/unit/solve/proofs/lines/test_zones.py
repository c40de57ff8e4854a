"""An accepted zone holds, with any more pieces of the attacker outside of it."""

from __future__ import annotations

import hashlib
import json
import random
from functools import cache

import pytest

from enraya import EnrayaError, Position
from enraya.catalogue import find_game
from enraya.game import Player
from enraya.search.limit import UNLIMITED, Budget
from enraya.search.native import is_available
from enraya.solve.methods.maker import MakerCore
from enraya.solve.proofs.checker import ProofRejected
from enraya.solve.proofs.lines.canonical import SymmetryReduction
from enraya.solve.proofs.lines.checker import CertificateAdvice, verify_lines
from enraya.solve.proofs.lines.format import KIND, LineProof, LineStrategy
from enraya.solve.proofs.lines.notes import RecordingAdvice
from enraya.solve.proofs.lines.prover import prove_lines
from enraya.solve.proofs.lines.symmetries import automorphisms
from enraya.solve.proofs.lines.zone_prover import ZoneProver
from enraya.solve.proofs.lines.zones import ZoneChecker
from enraya.solve.proofs.strategy import Claim
from enraya.solve.proofs.verifier import read_proof

needs_native = pytest.mark.skipif(not is_available(), reason="line proofs are found by the C++ search")
ATTACKER, HOLDER = Player.FIRST, Player.SECOND


class Game:
    """The lines of a board, and who wins on it by trying everything."""

    def __init__(self, name):
        kernel = find_game(name).kernel()
        self.cells = range(kernel.cells)
        self.lines = [sum(1 << cell for cell in line) for line in kernel.lines]
        self.symmetries = SymmetryReduction(automorphisms(kernel.cells, kernel.lines))
        self.is_lost = cache(self._is_lost)

    def empty(self, attacker, holder):
        return [cell for cell in self.cells if not (attacker | holder) >> cell & 1]

    def random_pieces(self, empty, dice, more=0):
        """The attacker's, some *more* than half, and the holder's, with a number of cells *empty*."""
        cells = dice.sample(self.cells, len(self.cells) - empty)
        half = (len(cells) + 1) // 2 + more
        return sum(1 << cell for cell in cells[:half]), sum(1 << cell for cell in cells[half:])

    def _is_lost(self, attacker, holder, turn):
        """True if the attacker fills a line against a pure breaker."""
        if any(line & ~attacker == 0 for line in self.lines):
            return True
        cells = self.empty(attacker, holder)
        if turn == HOLDER:
            return bool(cells) and all(self.is_lost(attacker, holder | 1 << cell, ATTACKER) for cell in cells)
        return any(self.is_lost(attacker | 1 << cell, holder, HOLDER) for cell in cells)

    def assert_held(self, attacker, holder, turn, zone, dice):
        assert not zone & (attacker | holder)
        outside = [cell for cell in self.empty(attacker, holder) if not zone >> cell & 1]
        for more in ([], outside, dice.sample(outside, len(outside) // 2)):
            fuller = attacker | sum(1 << cell for cell in more)
            assert not self.is_lost(fuller, holder, turn), (attacker, holder, turn, zone, more)


class Guesses:
    """Advice that is as good as dice are."""

    def __init__(self, dice):
        self.dice = dice

    def zone_pairing(self, position, turn):
        if self.dice.random() < 0.6:
            return None
        cells = [cell for cell in range(64) if position[1] >> cell & 1]
        self.dice.shuffle(cells)
        number = self.dice.randint(0, len(cells) // 2)
        return list(zip(cells[:number], cells[number : 2 * number], strict=True))

    def zone_reply(self, position):
        return self.dice.choice([cell for cell in range(64) if position[1] >> cell & 1])

    def zone_attack(self, position, left, number):
        if number and self.dice.random() < 0.3:
            return None
        return self.dice.choice([cell for cell in range(64) if left >> cell & 1])


class WithFewPairs(ZoneProver):
    """The solver, made to play on where it could rest."""

    def zone_pairing(self, position, turn):
        rests = (position[0] ^ 3 * position[1]) % 4 == 0
        return super().zone_pairing(position, turn) if rests else None


def refuse(code, pieces, turn):
    raise ProofRejected(code, position=str(pieces), player=2, bound=0)


@pytest.mark.parametrize("name", ["mnk(3,3,3)", "mnk(4,3,3)", "mnk(4,4,4)", "mnk(5,4,4)"])
def test_whatever_the_advice_only_what_is_held_is_accepted_and_the_zone_is_right(name):
    game, dice = Game(name), random.Random(name)
    check = ZoneChecker(game.lines, HOLDER, Guesses(dice), Budget(), refuse, game.symmetries)
    accepted = refused = lost = 0
    for _ in range(400):
        attacker, holder = game.random_pieces(dice.randint(3, 7), dice)
        turn = dice.choice((ATTACKER, HOLDER))
        if any(line & ~attacker == 0 for line in game.lines):
            continue
        try:
            zone = check.zone((attacker, holder), turn)
        except ProofRejected:
            refused += 1
            lost += game.is_lost(attacker, holder, turn)
        else:
            accepted += 1
            game.assert_held(attacker, holder, turn, zone, dice)
    assert accepted > 10
    assert refused > 10
    assert lost > 10


@needs_native
@pytest.mark.parametrize(
    ("name", "empty"), [("mnk(4,3,3)", 8), ("mnk(4,4,4)", 9), ("mnk(5,4,4)", 9), ("mnk(5,5,4)", 9)]
)
def test_what_the_solver_holds_is_written_down_and_accepted_and_the_zone_is_right(name, empty):
    game, dice = Game(name), random.Random(8)
    core, replied = MakerCore(find_game(name)), 0
    for _ in range(300):
        attacker, holder = game.random_pieces(empty, dice, dice.randint(0, 2))
        pieces, turn = (attacker, holder), dice.choice((ATTACKER, HOLDER))
        if any(line & ~attacker == 0 for line in game.lines):
            continue
        state = Position.start(name).state._replace(first=attacker, second=holder, turn=turn)
        strategy = LineStrategy(Claim(HOLDER, 0))
        asked = RecordingAdvice(
            WithFewPairs(Position.start(name), core, strategy.claim, UNLIMITED, Budget(), None), strategy
        )
        if not core.hold_by_zone(state, HOLDER, UNLIMITED).holds:
            continue
        zone = ZoneChecker(game.lines, HOLDER, asked, Budget(), refuse).zone(pieces, turn)
        assert zone == ZoneChecker(game.lines, HOLDER, CertificateAdvice(strategy), Budget(), refuse).zone(pieces, turn)
        game.assert_held(attacker, holder, turn, zone, dice)
        replied += len(strategy.zone.replies) > 0
    assert replied > 10


@pytest.fixture(scope="module")
def proof():
    """Of a draw that the second player holds by relevance zones from the start."""
    position = Position.start("mnk(8,5,5)")
    proof = prove_lines(position, MakerCore(position.game))
    assert proof.strategies[1].zone.starts == {(0, 0)}
    assert (verify_lines(proof, Budget()).least, verify_lines(proof, Budget()).most) == (0, 0)
    return proof


def refusals(proof, entries, damage):
    """With which reasons the proof is refused, one entry damaged at a time."""
    reasons = []
    for position, written in list(entries.items()):
        entries.pop(position)
        if (false := damage(written)) is not None:
            entries[position] = false
        try:
            verify_lines(proof, Budget())
        except ProofRejected as refusal:
            reasons.append(refusal.code)
            assert len(refusal.values["position"].split("/")) == 5
        else:
            reasons.append("accepted")
        entries.pop(position, None)
        entries[position] = written
    return reasons


@needs_native
def test_an_entry_that_is_missing_is_found_and_the_position_named(proof):
    zone = proof.strategies[1].zone
    assert set(refusals(proof, zone.replies, lambda cell: None)) == {"proof.no_reply"}
    assert set(refusals(proof, zone.attacks, lambda cells: None)) == {"proof.unanswered"}
    for turn, reason in ((Player.FIRST, "proof.unanswered"), (Player.SECOND, "proof.no_reply")):
        assert set(refusals(proof, zone.pairings[turn], lambda pairs: None)) == {reason}
    zone.starts.clear()
    with pytest.raises(ProofRejected) as refusal:
        verify_lines(proof, Budget())
    assert refusal.value.code == "proof.no_reply"
    zone.starts.add((0, 0))


@needs_native
def test_an_entry_that_was_changed_is_found(proof):
    zone = proof.strategies[1].zone
    assert set(refusals(proof, zone.replies, lambda cell: 40)) == {"proof.no_such_move"}
    moved = refusals(proof, zone.replies, lambda cell: (cell + 1) % 40)
    assert moved.count("accepted") < len(moved) / 4
    assert set(refusals(proof, zone.attacks, lambda cells: cells[:-1])) == {"proof.unanswered"}
    assert set(refusals(proof, zone.attacks, lambda cells: (*cells[:-1], 40))) == {"proof.unanswered"}
    turned = refusals(proof, zone.attacks, lambda cells: cells[::-1])
    assert turned.count("accepted") < len(turned)
    for pairings in zone.pairings:
        twice = refusals(proof, pairings, lambda pairs: (*pairs, *pairs[:1]) if pairs else ((0, 0),))
        assert set(twice) == {"proof.not_held"}


@needs_native
def test_a_proof_comes_back_from_disk_as_it_was_and_one_cut_short_is_refused(proof, tmp_path):
    path = tmp_path / "one.proof"
    proof.write(path)
    assert LineProof.read(path) == proof
    whole = path.read_bytes()
    for keep in (60, len(whole) // 2, -33, -1):
        path.write_bytes(whole[:keep])
        with pytest.raises(EnrayaError, match="damaged"):
            LineProof.read(path)


@needs_native
def test_a_proof_from_before_is_still_read(tmp_path):
    """One of a win, without relevance zones: but for its title and a number it is the same."""
    position = Position.start("mnk(4,3,3)")
    proof = prove_lines(position, MakerCore(position.game))
    path = tmp_path / "one.proof"
    proof.write(path)
    line, _, entries = path.read_bytes()[len(KIND.title) : -32].partition(b"\n")
    header = json.loads(line)
    for claim in header["claims"]:
        del claim["alone"]
    body = b"enraya-line-proof 2\n" + json.dumps(header).encode() + b"\n" + entries
    path.write_bytes(body + hashlib.sha256(body).digest())
    assert read_proof(path) == proof
