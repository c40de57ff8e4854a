"""What is accepted as held without own lines is held, with any more pieces of the attacker outside the zone."""

from __future__ import annotations

import random
from functools import cache

import pytest

from enraya import EnrayaError, Position
from enraya.catalogue import find_game
from enraya.game import Player
from enraya.search.limit import Budget
from enraya.search.native import is_available
from enraya.solve.holding_alone import PASS, AloneCheck
from enraya.solve.line_proof import BEFORE, TITLE, LineProof, is_line_proof
from enraya.solve.line_prover import prove_lines
from enraya.solve.line_verify import Written, verify_lines
from enraya.solve.maker import maker_for
from enraya.solve.verify import ProofRejected

needs_native = pytest.mark.skipif(not is_available(), reason="line proofs are found by the C++ search")
ATTACKER, HOLDER = Player.FIRST, Player.SECOND


class Game:
    """The lines of a board, and who wins on it by trying everything."""

    def __init__(self, name):
        kernel = find_game(name).kernel()
        self.cells = range(kernel.cells)
        self.lines = [sum(1 << cell for cell in line) for line in kernel.lines]
        self.is_lost = cache(self._is_lost)

    def empty(self, attacker, holder):
        return [cell for cell in self.cells if not (attacker | holder) >> cell & 1]

    def _is_lost(self, attacker, holder, turn):
        """Whether the attacker fills a line against a holder who can fill none."""
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

    def holding_alone(self, position, turn):
        if self.dice.random() < 0.6:
            return None
        cells = [cell for cell in range(64) if position[1] >> cell & 1]
        self.dice.shuffle(cells)
        number = self.dice.randint(0, len(cells) // 2)
        return list(zip(cells[:number], cells[number : 2 * number], strict=True))

    def reply_alone(self, position):
        return self.dice.choice([cell for cell in range(64) if position[1] >> cell & 1])

    def attack_alone(self, position, left, number):
        if number == 0 and self.dice.random() < 0.4:
            return PASS
        return self.dice.choice([cell for cell in range(64) if left >> cell & 1])


def refuse(code, pieces, turn):
    raise ProofRejected(code, position=str(pieces), player=2, bound=0)


@pytest.mark.parametrize("name", ["mnk(3,3,3)", "mnk(4,3,3)", "mnk(4,4,4)", "mnk(5,4,4)"])
def test_whatever_the_advice_only_what_is_held_is_accepted_and_the_zone_is_right(name):
    game, dice = Game(name), random.Random(name)
    accepted = refused = lost = 0
    for _ in range(400):
        cells = dice.sample(game.cells, max(2, len(game.cells) - dice.randint(3, 7)))
        half = (len(cells) + 1) // 2
        attacker, holder = sum(1 << cell for cell in cells[:half]), sum(1 << cell for cell in cells[half:])
        turn = dice.choice((ATTACKER, HOLDER))
        if any(line & ~attacker == 0 for line in game.lines):
            continue
        try:
            zone = AloneCheck(game.lines, HOLDER, Guesses(dice), Budget(), refuse).zone((attacker, holder), turn)
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
def test_the_zones_of_proofs_are_right():
    dice = random.Random(8)
    for name, most_left in (("mnk(4,4,4)", 10), ("mnk(5,4,4)", 9), ("mnk(5,5,4)", 8)):
        game, core, number = Game(name), maker_for(find_game(name)), 0
        for _ in range(8):
            position = Position.start(name)
            while position.outcome is None and len(game.cells) - len(position.move_texts) > most_left:
                position = position.play(dice.choice(position.legal_moves))
            if position.outcome is not None:
                continue
            for strategy in prove_lines(position, core).strategies:
                player = strategy.claim.player
                for pieces in strategy.alone.starts:
                    # In a position of a game the pieces say whose turn it is.
                    turn = Player((pieces[0] | pieces[1]).bit_count() % 2)
                    zone = AloneCheck(game.lines, player, Written(strategy), Budget(), refuse).zone(pieces, turn)
                    attacker, holder = pieces[player.opponent], pieces[player]
                    game.assert_held(attacker, holder, HOLDER if turn == player else ATTACKER, zone, dice)
                    number += 1
        assert number > 5, name


@pytest.fixture(scope="module")
def proof():
    """Of a draw that the second player holds alone from the start."""
    position = Position.start("mnk(6,6,5)")
    proof = prove_lines(position, maker_for(position.game))
    assert proof.strategies[1].alone.starts == {(0, 0)}
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
            assert len(refusal.values["position"].split("/")) == 6
        else:
            reasons.append("accepted")
        entries.pop(position, None)
        entries[position] = written
    return reasons


@needs_native
def test_an_entry_that_is_missing_is_found_and_the_position_named(proof):
    alone = proof.strategies[1].alone
    assert set(refusals(proof, alone.replies, lambda cell: None)) == {"proof.no_reply"}
    assert set(refusals(proof, alone.attacks, lambda cells: None)) == {"proof.unanswered"}
    for turn, reason in ((Player.FIRST, "proof.unanswered"), (Player.SECOND, "proof.no_reply")):
        assert set(refusals(proof, alone.holdings[turn], lambda pairs: None)) == {reason}
    alone.starts.clear()
    with pytest.raises(ProofRejected) as refusal:
        verify_lines(proof, Budget())
    assert refusal.value.code == "proof.no_reply"
    alone.starts.add((0, 0))


@needs_native
def test_an_entry_that_was_changed_is_found(proof):
    alone = proof.strategies[1].alone
    assert set(refusals(proof, alone.replies, lambda cell: 40)) == {"proof.no_such_move"}
    moved = refusals(proof, alone.replies, lambda cell: (cell + 1) % 36)
    assert moved.count("accepted") < len(moved) / 4
    assert set(refusals(proof, alone.attacks, lambda cells: cells[:-1])) == {"proof.unanswered"}
    assert set(refusals(proof, alone.attacks, lambda cells: (*cells[:-1], 40))) == {"proof.unanswered"}
    assert set(refusals(proof, alone.attacks, lambda cells: (PASS,) * 3)) <= {"proof.unanswered", "proof.no_reply"}
    longer = {position: cells for position, cells in alone.attacks.items() if len(cells) > 2}
    assert longer
    turned = refusals(proof, alone.attacks, lambda cells: cells[::-1])
    assert turned.count("accepted") < len(turned)
    for holdings in alone.holdings:
        twice = refusals(proof, holdings, lambda pairs: (*pairs, *pairs[:1]) if pairs else ((0, 0),))
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
    """One of a win, where nothing is held alone: but for its title and a number it is the same."""
    import hashlib
    import json

    position = Position.start("mnk(4,3,3)")
    proof = prove_lines(position, maker_for(position.game))
    path = tmp_path / "one.proof"
    proof.write(path)
    line, _, entries = path.read_bytes()[len(TITLE) : -32].partition(b"\n")
    header = json.loads(line)
    for claim in header["claims"]:
        del claim["alone"]
    body = BEFORE + json.dumps(header).encode() + b"\n" + entries
    path.write_bytes(body + hashlib.sha256(body).digest())
    assert is_line_proof(path)
    assert LineProof.read(path) == proof
