"""Every class of the server: opened, found by its code or its secret, deleted; and the guard against guessers."""

from __future__ import annotations

import asyncio
import time

from enraya.errors import NotationError
from enraya.lab.classes.assignment import LONGEST_TITLE
from enraya.lab.classes.codes import draw_code, read_code, read_word
from enraya.server.classes.live import LiveClass, folded
from enraya.server.limits import Buckets
from enraya.server.problems import ServerRefusal
from enraya.server.tokens import hashed, is_same, new_match_name, new_token
from enraya.server.tournaments.hand_ins import written
from enraya.server.tournaments.registry import TournamentRegistry
from enraya.store import Store
from enraya.store.classes import Classes, StoredClass
from enraya.store.classes import StoredStudent as Student

HEADER = "x-enraya-class"
"""The header that brings the secret of a class."""

MOST_CLASSES = 1000
GUESSES, BURST = 0.5, 60.0
"""Wrong codes and words that an address may send in a second, and how many seconds' worth at once: thirty.

A whole class may have one address, and some mistype; whoever guesses needs five hours for 10,000.
"""

WORD_GUESSES, WORD_BURST = 0.05, 200.0
"""Wrong words for one name, from whatever address: ten, then three a minute."""

JOINS, JOIN_BURST = 2.0, 300.0
"""New names that an address may bring in a second, and how many seconds' worth at once: a whole lecture, 600."""


class ClassRegistry:
    """The classes in memory; the others are loaded when somebody asks for them."""

    def __init__(self, store: Store, tournaments: TournamentRegistry) -> None:
        self.kept, self._tournaments = Classes(store), tournaments
        self._live: dict[str, LiveClass] = {}
        self._loading = asyncio.Lock()
        self._guesses = Buckets(GUESSES, BURST)
        self._word_guesses = Buckets(WORD_GUESSES, WORD_BURST)
        self._joins = Buckets(JOINS, JOIN_BURST)

    async def open(self, title: str) -> tuple[LiveClass, str]:
        """A new class, and the secret by which its teacher, and no other, gets at it."""
        title = checked_title(title)
        if await asyncio.to_thread(self.kept.count) >= MOST_CLASSES:
            raise ServerRefusal("class.too_many_classes", 409, most=MOST_CLASSES)
        secret = new_token()
        code = draw_code()
        while await asyncio.to_thread(self.kept.id_of, code) is not None:
            code = draw_code()
        body = {"title": title, "is_joining": True, "last": 0}
        stored = StoredClass(new_match_name(), time.time(), code, hashed(secret), body)
        await written(self.kept.create(stored))
        return await self.find(stored.id), secret

    async def find(self, id: str) -> LiveClass:
        """The class *id*; a refusal if there is none."""
        if (live := self._live.get(id)) is not None:
            return live
        async with self._loading:
            if (live := self._live.get(id)) is not None:
                return live
            whole = await asyncio.to_thread(self.kept.load, id)
            if whole is None:
                raise ServerRefusal("class.unknown", 404)
            live = self._live[id] = LiveClass(whole, self.kept)
            return live

    async def taught(self, id: str, secret: str | None) -> LiveClass:
        """The class *id* for who brings its secret; to everybody else it does not exist."""
        live = await self.find(id)
        if secret is None or not is_same(secret, live.stored.secret):
            raise ServerRefusal("class.unknown", 404)
        return live

    async def enter(
        self, code: str, name: str, word: str | None, token: str, caller: str
    ) -> tuple[LiveClass, Student, str | None]:
        """Join the class of that *code* under *name*: as somebody new, who gets a word, or again, by the word."""
        if wait := self._guesses.peek(caller):
            # Not even the right one is taken now: the answer would tell it from a wrong one.
            raise ServerRefusal("class.guesses", 429, retry_after=wait)
        read = read_code(code)
        id = None if read is None else await asyncio.to_thread(self.kept.id_of, read)
        if id is None:
            self._guesses.take(caller)
            raise ServerRefusal("class.no_code", 404)
        live = await self.find(id)
        if not (word or "").strip():
            if wait := self._joins.take(caller):
                raise ServerRefusal("class.joins", 429, retry_after=wait)
            student, word = await live.join(name, token)
            return live, student, word
        student_there = live.named(name)
        whom = f"{id} {folded(name)}"
        if wait := self._word_guesses.peek(whom):
            raise ServerRefusal("class.guesses", 429, retry_after=wait)
        if student_there is None or not live.knows_word(student_there, read_word(word or "")):
            self._guesses.take(caller)
            self._word_guesses.take(whom)
            raise ServerRefusal("class.wrong_word", 403)
        return live, await live.rejoin(student_there, token), None

    async def delete(self, live: LiveClass) -> None:
        """Keep nothing of a class: not its students, not their players, not its tournaments."""
        with live.leaving(live.id):
            for arena in live.arenas:
                await self._tournaments.delete_arena(arena)
            await written(self.kept.delete(live.id, live.arenas))
        self._live.pop(live.id, None)
        for arena in live.arenas:
            await asyncio.to_thread(self._tournaments.hand_ins.files.forget, arena)
        live.notify()

    async def delete_assignment(self, live: LiveClass, number: int) -> None:
        """Keep neither an assignment nor what was handed in for it, players and their tournaments among it."""
        arena = live.arena_of(live.assignment(number))
        if arena != live.id:
            await self._tournaments.delete_arena(arena)
        await live.delete_assignment(number)
        if arena != live.id:
            await asyncio.to_thread(self._tournaments.hand_ins.files.forget, arena)

    async def delete_student(self, live: LiveClass, id: str) -> None:
        """Keep nothing of a student, players among it."""
        name = live.names.get(id)
        await live.delete_student(id)
        for arena in live.arenas if name is not None else ():
            await self._tournaments.hand_ins.forget(arena, str(name))


def checked_title(text: str) -> str:
    """What a class may be called."""
    title = " ".join(text.split())
    if not title or len(title) > LONGEST_TITLE or not title.isprintable():
        raise NotationError("class.title", most=LONGEST_TITLE)
    return title
