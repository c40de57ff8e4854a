"""Forged certificates of games of free lines: each must be rejected, by both checkers and for the same reason.

    c++ -std=c++20 -O2 -I native -o check_proof native/checker/main.cpp
    python bench/forged_proofs.py ./check_proof nine.proof seven.proof --count 200

Every certificate is first checked as it is. Then it is spoilt in so many ways, chosen by a seed: a reply removed or
moved off the board, a zone shrunk by the last of the moves that it answers, a leaf's sequence of threats cut short, a
pair with one cell twice, a view with two cells exchanged, a claim of more than was proven. In a transcript, which names
no position, the answers are spoilt in the same ways, and a win after a pass is denied.
The script tells how many of each kind were rejected by which
name, and fails if one was accepted or if the two checkers disagree.

With --bytes single bytes of the files are changed instead, any, header included, and the checksum put right. What is
then accepted is another proof that holds as well; the checkers have to agree.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice
from pathlib import Path
from typing import Any, NamedTuple

from enraya.errors import EnrayaError
from enraya.game import Player
from enraya.search.limit import Budget
from enraya.solve.checked_file import CHECKSUM
from enraya.solve.proofs.lines.format import LineProof, LineStrategy, Moves, Pieces
from enraya.solve.proofs.lines.pairing import Pairs
from enraya.solve.proofs.lines.transcript import KIND as TRANSCRIPT
from enraya.solve.proofs.lines.transcript import NONE, LineTranscript, TranscriptAdvice, verify_transcript
from enraya.solve.proofs.lines.zones import OpenPosition
from enraya.solve.proofs.strategy import Claim
from enraya.solve.proofs.verifier import read_proof, verify_proof

OFF_THE_BOARD = 255
OFF_ANY_BOARD = 254
"""In a transcript 255 is no cell at all."""

Spoil = Callable[[LineProof, LineStrategy, random.Random], bool]
"""Spoils a strategy of a proof; False if there is nothing of the kind to spoil."""


def _tables(strategy: LineStrategy) -> list[dict[Any, int]]:
    """The replies, with own lines and without."""
    return [each for each in (strategy.replies, strategy.zone.replies) if each]


def _key(entries: dict[Any, Any], source: random.Random) -> Any:
    return list(entries)[source.randrange(len(entries))]


def reply_removed(proof: LineProof, strategy: LineStrategy, source: random.Random) -> bool:
    if tables := _tables(strategy):
        replies = source.choice(tables)
        del replies[_key(replies, source)]
    return bool(tables)


def reply_moved(proof: LineProof, strategy: LineStrategy, source: random.Random) -> bool:
    if tables := _tables(strategy):
        replies = source.choice(tables)
        replies[_key(replies, source)] = OFF_THE_BOARD
    return bool(tables)


def zone_shrunk(proof: LineProof, strategy: LineStrategy, source: random.Random) -> bool:
    attacks = strategy.zone.attacks
    if attacks:
        position = _key(attacks, source)
        attacks[position] = attacks[position][:-1]
    return bool(attacks)


def sequence_cut(proof: LineProof, strategy: LineStrategy, source: random.Random) -> bool:
    if strategy.sequences:
        position = _key(strategy.sequences, source)
        first, *others = strategy.sequences[position]
        strategy.sequences[position] = (first[:-1], *others)
    return bool(strategy.sequences)


def pair_spoilt(proof: LineProof, strategy: LineStrategy, source: random.Random) -> bool:
    pairings = [each for each in (strategy.pairings, *strategy.zone.pairings) if any(each.values())]
    if not pairings:
        return False
    chosen = source.choice(pairings)
    position = source.choice([position for position, pairs in chosen.items() if pairs])
    (one, _), *others = chosen[position]
    chosen[position] = ((one, one), *others)
    return True


def view_wrong(proof: LineProof, strategy: LineStrategy, source: random.Random) -> bool:
    proof.views = _with_one_wrong(proof.views, source)
    return bool(proof.views)


def _with_one_wrong(views: list[Moves], source: random.Random) -> list[Moves]:
    views = list(views)
    if views:
        number = source.randrange(len(views))
        view = list(views[number])
        one, two = source.sample(range(len(view)), 2)
        view[one], view[two] = view[two], view[one]
        views[number] = tuple(view)
    return views


def more_claimed(proof: LineProof, strategy: LineStrategy, source: random.Random) -> bool:
    strategy.claim = _more_than(strategy.claim)
    return True


def _more_than(claim: Claim) -> Claim:
    return Claim(claim.player, 1) if not claim.bound else Claim(claim.player.opponent, 1)


KINDS: tuple[Spoil, ...] = (
    reply_removed,
    reply_moved,
    zone_shrunk,
    sequence_cut,
    pair_spoilt,
    view_wrong,
    more_claimed,
)


FORM = frozenset({"proof.damaged", "proof.not_one", "proof.not_canonical", "proof.other_game", "proof.not_lines"})
"""The names of what is wrong with a file before its answers are looked at, as are all that begin with "error": each
checker may come upon another first.
"""


class Answer(NamedTuple):
    """What a transcript answers to one question, and where."""

    kind: str
    begin: int
    end: int


class AnswerFinder(TranscriptAdvice):
    """The advice of a transcript, which remembers where each answer stands."""

    def __init__(self, transcript: LineTranscript) -> None:
        super().__init__(transcript)
        self.found: list[Answer] = []

    def reply(self, pieces: Pieces) -> int | None:
        return self._noted("reply", super().reply, pieces)

    def pairing(self, pieces: Pieces, turn: Player) -> Pairs | None:
        return self._noted("pairs", super().pairing, pieces, turn)

    def sequences(self, pieces: Pieces, turn: Player) -> Sequence[Moves] | None:
        return self._noted("sequences", super().sequences, pieces, turn)

    def zone_pairing(self, position: OpenPosition, turn: Player) -> Pairs | None:
        return self._noted("pairs", super().zone_pairing, position, turn)

    def zone_reply(self, position: OpenPosition) -> int | None:
        return self._noted("reply", super().zone_reply, position)

    def zone_attack(self, position: OpenPosition, left: int, number: int) -> int | None:
        return self._noted("attack", super().zone_attack, position, left, number)

    def _noted(self, kind: str, ask: Callable[..., Any], *question: Any) -> Any:
        begin = self._at
        answer = ask(*question)
        if kind == "sequences" and answer is None:
            kind = "pass"
        if kind == "pass" or answer not in (None, (), []):
            self.found.append(Answer(kind, begin, self._at))
        return answer


@dataclass
class SpoiltTranscript:
    """A transcript with other claims or answers, and a checksum that is right."""

    transcript: LineTranscript
    answers: bytes

    def write(self, path: Path) -> None:
        with self.transcript.recording(path) as stream:
            stream.write(self.answers)


def spoilt_answer(kind: str, answer: bytes) -> bytes:
    """The answer of a transcript, spoilt as *kind* says."""
    if kind == "reply moved":
        return bytes((OFF_ANY_BOARD,))
    if kind in ("reply removed", "zone shrunk"):
        return bytes((NONE,))
    if kind == "pass denied":
        return b"\0"
    if kind == "pair spoilt":
        return answer[:2] + answer[1:2] + answer[3:]
    number, length = answer[:2]
    return bytes((number, length - 1)) + answer[2 : 1 + length] + answer[2 + length :]


SPOILT_ANSWERS = {
    "reply removed": "reply",
    "reply moved": "reply",
    "zone shrunk": "attack",
    "sequence cut": "sequences",
    "pair spoilt": "pairs",
    "pass denied": "pass",
}
"""What can be done to a transcript, and to which answers."""


def forged_transcripts(path: Path, source: random.Random) -> Iterator[tuple[str, SpoiltTranscript]]:
    """Spoilt copies of a transcript without end, each with the name of what was done to it."""
    transcript = LineTranscript.read(path)
    whole = bytes(transcript.answers)
    finder = AnswerFinder(transcript)
    verify_transcript(transcript, Budget(), advice=finder)
    by_kind = {kind: [answer for answer in finder.found if answer.kind == kind] for kind in SPOILT_ANSWERS.values()}
    while True:
        for kind, of_kind in SPOILT_ANSWERS.items():
            if by_kind[of_kind]:
                _, begin, end = source.choice(by_kind[of_kind])
                answers = whole[:begin] + spoilt_answer(kind, whole[begin:end]) + whole[end:]
                yield kind, SpoiltTranscript(transcript, answers)
        if transcript.views:
            wrong = replace(transcript, views=_with_one_wrong(transcript.views, source))
            yield "view wrong", SpoiltTranscript(wrong, whole)
        first, *others = transcript.claims
        yield "more claimed", SpoiltTranscript(replace(transcript, claims=[_more_than(first), *others]), whole)


def forged_proofs(path: Path, source: random.Random) -> Iterator[tuple[str, LineProof]]:
    """The same of a certificate that names its positions."""
    for spoil in cycle(KINDS):
        proof = LineProof.read(path)
        if spoil(proof, source.choice(proof.strategies), source):
            yield spoil.__name__.replace("_", " "), proof


def changed_bytes(path: Path, source: random.Random, each: int) -> Iterator[bytes]:
    """The file in *path* without its checksum, *each* times for each byte with another one in its place."""
    whole = path.read_bytes()[:-CHECKSUM]
    for at, byte in enumerate(whole):
        for other in source.sample([value for value in range(256) if value != byte], each):
            yield whole[:at] + bytes((other,)) + whole[at + 1 :]


def with_checksum(content: bytes, path: Path) -> Path:
    """Write *content* to *path*, and its checksum behind it."""
    path.write_bytes(content + hashlib.sha256(content).digest())
    return path


def forgeries(path: Path, count: int, seed: int = 1) -> Iterator[tuple[str, LineProof | SpoiltTranscript]]:
    """So many spoilt copies of the certificate in *path*, each with the name of what was done to it."""
    forged = forged_transcripts if TRANSCRIPT.is_kind_of(path) else forged_proofs
    return islice(forged(path, random.Random(seed)), count)


def named_by_python(path: Path) -> str:
    """The name of the rule by which the checker in Python rejects a certificate, or what it proves."""
    try:
        verified = verify_proof(read_proof(path), Budget())
    except EnrayaError as error:
        return error.code
    return f"{verified.least} to {verified.most}, {verified.positions} positions"


def named_by_program(program: Path, path: Path) -> str:
    """The same by the checker in C++."""
    told = subprocess.run([str(program), str(path)], capture_output=True, text=True, check=False)
    said = json.loads(told.stdout)
    return f"{said['least']} to {said['most']}, {said['positions']} positions" if said["verified"] else said["code"]


def changes_agree(program: Path, path: Path, count: int, seed: int) -> bool:
    """Whether the checkers agree on each file with one byte changed; tells by which names they were rejected."""
    source = random.Random(seed)
    changed = list(changed_bytes(path, source, 1 + count // path.stat().st_size))
    names: Counter[str] = Counter()
    disagreements = 0
    with tempfile.TemporaryDirectory() as folder:
        for content in source.sample(changed, min(count, len(changed))):
            other = with_checksum(content, Path(folder) / "changed.proof")
            by_python, by_program = named_by_python(other), named_by_program(program, other)
            is_form = all(name in FORM or name.startswith("error.") for name in (by_python, by_program))
            if by_python != by_program and not is_form:
                disagreements += 1
                print(f"  {by_python} in Python, {by_program} in C++")
            names["refused by its form" if is_form else by_python if "." in by_python else "another proof"] += 1
    print(f"{path}: {sum(names.values())} changed bytes, {dict(names.most_common())}")
    return not disagreements


def all_are_rejected(program: Path, path: Path, count: int, seed: int) -> bool:
    """Whether both checkers accept a certificate and reject so many forgeries of it, by the same names, told."""
    names = named_by_python(path), named_by_program(program, path)
    print(f"{path}: {names[0]}", file=sys.stderr)
    failures = int(names[0] != names[1] or names[0].startswith("proof."))
    rejected: Counter[tuple[str, str]] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for kind, proof in forgeries(path, count, seed):
            forged = Path(folder) / "forged.proof"
            proof.write(forged)
            names = named_by_python(forged), named_by_program(program, forged)
            if names[0] != names[1] or not names[0].startswith("proof."):
                failures += 1
                print(f"  {kind}: {names[0]} in Python, {names[1]} in C++", file=sys.stderr)
            rejected[kind, names[0]] += 1
    for (kind, name), number in sorted(rejected.items()):
        print(f"  {number:4} {kind}: {name}", file=sys.stderr)
    return not failures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path, help="the checker in C++")
    parser.add_argument("proofs", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=200, help="forgeries of each certificate")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bytes", action="store_true", help="change single bytes, about so many")
    options = parser.parse_args()
    if options.bytes:
        told = [changes_agree(options.program, path, options.count, options.seed) for path in options.proofs]
        raise SystemExit(0 if all(told) else 1)
    told = [all_are_rejected(options.program, path, options.count, options.seed) for path in options.proofs]
    raise SystemExit(0 if all(told) else 1)


if __name__ == "__main__":
    main()
