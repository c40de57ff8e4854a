"""The hand-in of players: a name and a file, tried at once in the jail; every version is kept."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from concurrent.futures import Future

from enraya.arena.tournament.plan import LONGEST_NAME
from enraya.errors import EnrayaError, NotationError
from enraya.server.matches.offered_games import OfferedGames, both
from enraya.server.problems import ServerRefusal
from enraya.server.tournaments.player_files import PlayerFiles, kind_of, without_path
from enraya.server.workers.pool import WorkerPool, text_of
from enraya.server.workers.queue import Rank
from enraya.store import NotStored, Store
from enraya.store.hand_ins import HandIn, HandIns, playing
from enraya.workers.process import WorkRefused

LARGEST = 200 * 1024
"""Bytes of a file."""

LONGEST_FILE = 100
MOST_PLAYERS = 300
"""Players of one arena."""

TRIAL_SECONDS = 60.0


class HandInRegistry:
    """The hand-ins of a server. One at a time has its number drawn and is written, so that no two get the same."""

    def __init__(self, store: Store, pool: WorkerPool, offered: OfferedGames) -> None:
        self.kept, self.files = HandIns(store), PlayerFiles()
        self._pool, self._offered = pool, offered
        self._writing = asyncio.Lock()

    async def hand_in(
        self,
        arena: str,
        name: str,
        file: str,
        body: bytes,
        game: str,
        owner: str,
        *,
        is_teacher: bool = False,
        check_takes: Callable[[], None] = lambda: None,
    ) -> HandIn:
        """Try the file and keep it as the next version of *name*.

        Refused, and not kept: what is no player's file at all, a bad name, the name of somebody else's player, and what
        *check_takes*, called right before it is written, refuses.
        """
        name, file = checked_name(name), file.replace("\\", "/").rpartition("/")[2].strip()
        if not file or len(file) > LONGEST_FILE or not file.isprintable():
            raise NotationError("handin.file_name", most=LONGEST_FILE)
        if len(body) > LARGEST:
            raise ServerRefusal("handin.too_large", 413, most=LARGEST // 1024)
        kind, inside = kind_of(file, body), self.internal_game(game)
        before = await self._before(arena, name, owner, is_teacher=is_teacher)
        name = before[0].name if before else name
        trying = HandIn(arena, name, 0, file, kind, game.strip(), owner, time.time(), None, body)
        verdict = await self._verdict(trying, inside)
        async with self._writing:
            before = await self._before(arena, name, owner, is_teacher=is_teacher)
            number = 1 + await asyncio.to_thread(self.kept.last_version, arena, before[0].name if before else name)
            first_owner = before[0].owner if before else owner
            kept = HandIn(**{**vars(trying), "version": number, "verdict": verdict, "owner": first_owner})
            check_takes()
            await written(self.kept.add(kept))
        return kept

    def internal_game(self, game: str) -> str:
        """The game that a caller calls *game*, as a process that plays it finds it."""
        name = game.strip()
        return self._offered.files[name] if name in self._offered.files else self._offered.find(name).name

    async def _before(self, arena: str, name: str, owner: str, *, is_teacher: bool) -> list[HandIn]:
        """The versions so far of the player that *owner* calls *name*, newest first; a refusal if it is another's."""
        everybody = await asyncio.to_thread(self.kept.versions, arena)
        versions = [each for each in everybody if each.name.casefold() == name.casefold()]
        versions.sort(key=lambda each: -each.version)
        if versions and versions[0].owner != owner and not is_teacher:
            raise ServerRefusal("handin.taken", 409, name=versions[0].name)
        if not versions and len({each.name for each in everybody}) >= MOST_PLAYERS:
            raise ServerRefusal("handin.full", 409, most=MOST_PLAYERS)
        return versions

    async def _verdict(self, hand_in: HandIn, game: str) -> dict[str, str] | None:
        """The fault of a player, a sentence for each language; None if it plays."""
        player = await asyncio.to_thread(self.files.player_of, hand_in)
        # By its owner and not by its address: a whole class may have one address.
        async with self._pool.turn(Rank.TRIAL, hand_in.owner) as turn:
            job = {"task": "tournaments.try_player", "files": [], "player": player, "game": game}
            line = await turn.ask(job, TRIAL_SECONDS)
        if line is None:
            return both("handin.too_slow", name=hand_in.name, seconds=round(TRIAL_SECONDS))
        try:
            found = json.loads(text_of(line, TRIAL_SECONDS))["verdict"]
        except WorkRefused as refused:
            found = {language: refused.in_language(language) for language in both("handin.empty", file="")}
        if found == both("arena.ended", name=player) and hand_in.file.lower().endswith(".py"):
            # It was run as a program because it has neither function: its author forgot one, or misspelt it.
            found = both("handin.no_function", file=hand_in.file)
        return found and {language: without_path(text, player, hand_in.name) for language, text in found.items()}

    async def newest(self, arena: str) -> list[list[HandIn]]:
        """The versions of every player of *arena*, newest first; players in the order of their names."""
        by_name: dict[str, list[HandIn]] = {}
        for each in await asyncio.to_thread(self.kept.versions, arena):
            by_name.setdefault(each.name, []).append(each)
        return [by_name[name] for name in sorted(by_name, key=str.casefold)]

    async def load(self, arena: str, name: str, version: int | None = None) -> HandIn:
        """A version with its file, or the one that plays; a refusal if there is none."""
        if version is None:
            versions = await asyncio.to_thread(self.kept.versions, arena, name)
            versions.sort(key=lambda each: -each.version)
            version = playing(versions).version if versions else 0
        found = await asyncio.to_thread(self.kept.load, arena, name, version)
        if found is None:
            raise ServerRefusal("handin.unknown", 404, name=name)
        return found

    async def delete(self, arena: str, name: str, owner: str | None, *, is_teacher: bool) -> None:
        """Keep no version of *name* any more; only who handed it in and the teacher may."""
        versions = await asyncio.to_thread(self.kept.versions, arena, name)
        if not versions:
            raise ServerRefusal("handin.unknown", 404, name=name)
        if versions[0].owner != owner and not is_teacher:
            raise ServerRefusal("handin.not_yours", 403, name=name)
        await self.forget(arena, name)

    async def forget(self, arena: str, name: str) -> None:
        """Keep no version of *name* any more, if there was one, neither in the database nor in a file."""
        await written(self.kept.delete(arena, name))
        await asyncio.to_thread(self.files.forget, arena, name)

    def close(self) -> None:
        """Leave no file behind."""
        self.files.close()


def checked_name(text: str) -> str:
    """The name of a player or a tournament, normalised; refused unless it is some printable characters."""
    name = " ".join(text.split())
    # Of dots alone no address can be made: browsers take them for the folder above.
    if not name.strip(".") or len(name) > LONGEST_NAME - 20 or not name.isprintable():
        raise NotationError("handin.name", most=LONGEST_NAME - 20)
    return name


async def written(done: Future[None]) -> None:
    """Wait until it is on disk."""
    try:
        await asyncio.wrap_future(done)
    except EnrayaError:
        raise
    except Exception as error:
        raise NotStored("store.away", reason=str(getattr(error, "orig", error))) from None
