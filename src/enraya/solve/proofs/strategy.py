"""A proof: for each thing claimed of a position, a strategy that makes it come true whatever the other side does.

A strategy says one reply for each position in which its side is to move, and so can be checked by playing it against
every move of the other side: `enraya.solve.proofs.checker` does, and trusts nothing written here. On disk a proof is a
`checked_file` with

    {"game": …, "claims": […]}          the header: the position, each claim and the number of its replies
    8 bytes, 2 bytes, again and again   of each reply the hash of the position's canonical form, and the move's place
                                        in the list of legal moves; little-endian, in the order of the claims
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from enraya.game import Player
from enraya.solve.checked_file import FileKind

KIND = FileKind("enraya-proof", 1, "proof.not_one", "proof.damaged")
REPLY = struct.Struct("<QH")
MOST_REPLIES = 100_000_000


class Claim(NamedTuple):
    """The claim that *player* can force an outcome, counted for them, of at least *bound*: 1 is a win, 0 no worse than
    a draw.
    """

    player: Player
    bound: int


NOTHING_KNOWN = 1_000_000
"""More points than any game has."""


def outcome_bounds(claims: Iterable[Claim], *, scored: bool) -> tuple[int, int]:
    """The least and the most that the first player gets if all *claims* are true."""
    most = NOTHING_KNOWN if scored else 1
    least = -most
    for player, bound in claims:
        if player == Player.FIRST:
            least = max(least, bound)
        else:
            most = min(most, -bound)
    return least, most


@dataclass
class ReplyStrategy:
    """The strategy behind a claim: for the short name of a position, the index of the reply among its legal moves."""

    claim: Claim
    replies: dict[int, int] = field(default_factory=dict)


@dataclass
class Proof:
    """A position of a game, and a strategy for each thing claimed of it."""

    game: str
    start: str | None
    moves: list[str]
    strategies: list[ReplyStrategy]

    @property
    def size(self) -> int:
        """The number of replies."""
        return sum(len(each.replies) for each in self.strategies)

    def write(self, path: Path) -> None:
        """Write it to *path*: whole, or not at all."""
        header = {
            "game": self.game,
            "start": self.start,
            "moves": self.moves,
            "claims": [
                {"player": int(each.claim.player), "bound": each.claim.bound, "replies": len(each.replies)}
                for each in self.strategies
            ],
        }
        replies = (item for each in self.strategies for item in sorted(each.replies.items()))
        KIND.write(path, header, (REPLY.pack(name, place) for name, place in replies))

    @classmethod
    def read(cls, path: Path) -> Proof:
        """The proof in *path*, or the reason it is none."""
        header, body = KIND.read(path)
        try:
            return cls._of(header, body)
        except (ValueError, KeyError, TypeError, OverflowError, struct.error):
            raise KIND.refusal(path) from None

    @classmethod
    def _of(cls, header: dict[str, Any], body: memoryview) -> Proof:
        strategies, at = [], 0
        for said in header["claims"]:
            end = at + int(said["replies"]) * REPLY.size
            replies = dict(REPLY.iter_unpack(body[at:end]))
            if len(replies) != said["replies"]:
                raise ValueError("replies are missing")
            strategies.append(ReplyStrategy(Claim(Player(said["player"]), int(said["bound"])), replies))
            at = end
        game, start, moves = header["game"], header["start"], header["moves"]
        if not isinstance(game, str) or not isinstance(start, str | None) or not isinstance(moves, list):
            raise TypeError("the position is not named")
        return cls(game, start, [str(move) for move in moves], strategies)
