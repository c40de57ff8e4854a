"""The classical player never loses, and says which rule it went by."""

import pytest

from enraya import Position
from enraya.players.catalogue import find_strategy
from enraya.search.limit import Limit


@pytest.mark.parametrize(
    ("position", "rule", "moves"),
    [
        ("XX./OO./...", "win", ["c1"]),
        ("XX./O../...", "block", ["c1"]),
        ("X../.O./..X", "block_fork", ["b1", "a2", "c2", "b3"]),
        (".../.../...", "centre", ["b2"]),
        ("X../.../...", "centre", ["b2"]),
        (".../.X./...", "corner", ["a1", "c1", "a3", "c3"]),
        ("O../.X./...", "opposite_corner", ["c3"]),
        ("X../.../..O", "centre", ["b2"]),
        ("XO./.X./..O", "fork", ["a2", "a3"]),
    ],
)
def test_the_rule_that_applies_is_followed_and_named(position, rule, moves):
    start = Position.start("mnk(3,3,3)", position)
    report = find_strategy("rules", start.game, 1).choose(start, Limit())
    assert report.reason == f"rule.{rule}"
    assert start.game.format_move(report.move) in moves


@pytest.mark.parametrize("first", [True, False])
def test_it_never_loses_whatever_is_played_against_it(first):
    def no_loss(position):
        if position.is_over:
            assert position.outcome * (1 if first else -1) >= 0, position.move_texts
            return
        if (position.to_move == 0) == first:
            for seed in (None, 1, 2):
                no_loss_after(position, seed)
            return
        for move in position.playable():
            no_loss(position.play(move))

    seen = set()

    def no_loss_after(position, seed):
        report = find_strategy("rules", position.game, seed).choose(position, Limit())
        child = position.play(report.move)
        if child.state not in seen:
            seen.add(child.state)
            no_loss(child)

    no_loss(Position.start("mnk(3,3,3)"))
