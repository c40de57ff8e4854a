"""Bits flipped in everything that the program keeps: is each noticed, and is nothing wrong served as truth?

    python -m bench.damage                    # 1,000 flips in the database and 1,000 in each file format
    python -m bench.damage --flips 200 --only database table

Of each flip one of four things comes: it is noticed (refused with a sentence, or told by the check of the database);
it is harmless (everything read is as it was written, say because the bit was in no use); it is silent (something else
is read, or something is missing, and nobody says so); or it ends in a crash. The last two must not be.
"""

from __future__ import annotations

import argparse
import logging
import random
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.fuzz.file_formats import FORMATS, FileFormat, scratch

from enraya.errors import EnrayaError
from enraya.match import MatchSettings, Played, Started
from enraya.store import Store, StoredMatch
from enraya.store.check import check_file
from enraya.store.hand_ins import HandIn, HandIns
from enraya.store.tournaments import StoredTournament, Tournaments

MATCHES, VERSIONS, GAMES = 30, 6, 20
DAMAGED = "damaged"


def make_database(path: Path) -> None:
    """Matches with events, players handed in, and tournaments with games."""
    store = Store(path)
    settings = MatchSettings(first="human", second="human", seed=3)
    for number in range(MATCHES):
        events = [Started(0.0), *(Played(move, 1.0, None) for move in ("b2", "a1", "c1", "a3")[: number % 5])]
        tokens = {0: f"token{number}", 1: "guest"}
        names = (f"Ana {number}", "Zoë")
        match = StoredMatch(f"m{number}", settings, names, f"token{number}", tokens, None, None, "playing", None, 100.0)
        store.create(StoredMatch(**{**vars(match), "events": tuple(events)})).result()
    for number in range(VERSIONS):
        body = bytes(random.Random(number).randrange(256) for _ in range(600))
        HandIns(store).add(HandIn("", "Ana", number + 1, "a.py", "choose", "mnk(3,3,3)", "o", 1.0, None, body)).result()
    for name in ("one", "two"):
        kept = Tournaments(store)
        kept.create(StoredTournament(name, "", 100.0, "Liga", {"game": "mnk(3,3,3)"}, "running")).result()
        kept.add(name, [{"number": number, "moves": ["a1", "b2"]} for number in range(GAMES)]).result()
    store.close()


def read_database(path: Path) -> dict[str, Any]:
    """All that a server reads, each by itself; what is refused is `DAMAGED`."""
    store = Store(path)
    hand_ins, tournaments = HandIns(store), Tournaments(store)
    try:
        return {
            **{f"m{number}": _or_damaged(store.load, f"m{number}") for number in range(MATCHES)},
            **{f"h{each}": _or_damaged(hand_ins.load, "", "Ana", each) for each in range(1, VERSIONS + 1)},
            **{name: _or_damaged(tournaments.load, name) for name in ("one", "two")},
            "list": _or_damaged(lambda: sorted(_name(each) for each in store.of_token("guest", 99))),
        }
    finally:
        store.close()


def _name(each: Any) -> str:
    return f"{each.id} {each.names} {each.seats}" if isinstance(each, StoredMatch) else DAMAGED


def _or_damaged(read: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return read(*arguments)
    except EnrayaError as refusal:
        refusal.in_language("es")
        return DAMAGED


def flip_database(flips: int, dice: random.Random) -> Counter[str]:
    """What comes of *flips* in the file of a database."""
    folder, found = scratch() / "database", Counter[str]()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    make_database(folder / "genuine.db")
    genuine, whole = read_database(folder / "genuine.db"), bytearray((folder / "genuine.db").read_bytes())
    for number in range(flips):
        place, bit = dice.randrange(len(whole)), 1 << dice.randrange(8)
        path = folder / "flipped.db"
        for part in folder.glob("flipped.db*"):
            part.unlink()
        whole[place] ^= bit
        path.write_bytes(whole)
        whole[place] ^= bit
        try:
            outcome, refused = _judge_database(path, genuine)
        except Exception as crash:
            outcome, refused = "crash", 0
            print(f"  flip {number}, byte {place}, bit {bit}: {type(crash).__name__}: {crash}")
        found[outcome] += 1
        found["matches refused"] += refused
        if outcome == "silent":
            print(f"  flip {number}, byte {place}, bit {bit}: silent")
    return found


def _judge_database(path: Path, genuine: dict[str, Any]) -> tuple[str, int]:
    try:
        is_sound = check_file(path).is_sound
    except EnrayaError as refusal:
        refusal.in_language("es")
        is_sound = False
    try:
        read = read_database(path)
    except EnrayaError as refusal:
        refusal.in_language("es")
        return "noticed", 0
    refused = sum(each == DAMAGED for name, each in read.items() if name[0] == "m")
    served = [name for name in genuine if name != "list" and read[name] not in (genuine[name], DAMAGED, None)]
    if served:
        return "silent", refused
    if read != genuine:
        missing = any(each is None for each in read.values()) or read["list"] != genuine["list"]
        return ("silent" if is_sound and missing and not refused else "noticed"), refused
    return ("harmless" if is_sound else "noticed"), refused


def flip_files(format: FileFormat, flips: int, dice: random.Random) -> Counter[str]:
    """What comes of *flips* in a file of *format*."""
    whole, found = format.genuine(), Counter[str]()
    genuine = format.read_bytes(whole)
    for number in range(flips):
        place, bit = dice.randrange(len(whole)), 1 << dice.randrange(8)
        flipped = bytearray(whole)
        flipped[place] ^= bit
        try:
            outcome = "harmless" if format.read_bytes(bytes(flipped)) == genuine else "silent"
        except EnrayaError as refusal:
            refusal.in_language("es")
            outcome = "noticed"
        except Exception as crash:
            outcome = "crash"
            print(f"  flip {number}, byte {place}, bit {bit}: {type(crash).__name__}: {crash}")
        if outcome == "silent":
            print(
                f"  flip {number}, byte {place}, bit {bit}: silent: {bytes(flipped)[max(0, place - 9) : place + 9]!r}"
            )
        found[outcome] += 1
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--flips", type=int, default=1000, help="in the database, and in each file format")
    parser.add_argument("--only", nargs="*", help="database, or names of file formats")
    parser.add_argument("--seed", type=int, default=1)
    said = parser.parse_args()
    # What is refused is logged too; a thousand times is enough to be counted.
    logging.disable(logging.CRITICAL)
    total = Counter[str]()
    for name in ("database", *(format.name for format in FORMATS)):
        if said.only and name not in said.only:
            continue
        dice = random.Random(f"{name} {said.seed}")
        format = next((format for format in FORMATS if format.name == name), None)
        found = flip_database(said.flips, dice) if format is None else flip_files(format, said.flips, dice)
        total += found
        print(f"{name:<12}", ", ".join(f"{count} {kind}" for kind, count in sorted(found.items())), flush=True)
    raise SystemExit(1 if total["silent"] or total["crash"] else 0)


if __name__ == "__main__":
    main()
