"""The tables, and the version of them that this program knows."""

from __future__ import annotations

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, Text

from enraya.store.checked_rows import checked_table
from enraya.store.hash_chain import HASH_LENGTH

VERSION = 3
APPLICATION_ID = int.from_bytes(b"Enra")
"""The application id in the header of our SQLite files."""

metadata = MetaData()

facts = checked_table(
    "facts",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
"""Key-value pairs about the whole store: the version of its tables, and when a server was last seen alive."""

matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created", Float, nullable=False),
    Column("settings", Text, nullable=False),
    Column("first_name", String(40)),
    Column("second_name", String(40)),
    Column("owner", String(64), nullable=False),
    Column("first_token", String(64)),
    Column("second_token", String(64)),
    Column("invited_seat", Integer),
    Column("invitation", String(64)),
    Column("phase", String(10), nullable=False),
    Column("rematch", String(32)),
    Column("event_count", Integer, nullable=False, server_default="0"),
    Column("last_hash", String(HASH_LENGTH), nullable=False, server_default=""),
    Column("changed", Float),
    Column("checksum", String(HASH_LENGTH), nullable=False, server_default=""),
    Index("matches_by_phase", "phase"),
    Index("matches_by_owner", "owner"),
    Index("matches_by_first_token", "first_token"),
    Index("matches_by_second_token", "second_token"),
)
"""`owner`, the tokens of the seats and `invitation` are hashes: who reads the disk can neither move nor join.

`changed` is the time of the last event, None before the first; `hash_chain` explains `last_hash` and `checksum`.
"""

events = Table(
    "events",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("written", Float, nullable=False),
    Column("body", Text, nullable=False),
    Column("hash", String(HASH_LENGTH), nullable=False, server_default=""),
    sqlite_with_rowid=False,
)
"""The key allows each number once, so that no event can be stored twice, whoever writes."""

claims = checked_table(
    "claims",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("owner", String(32), nullable=False),
    Column("since", Float, nullable=False),
    Column("ran", Float, nullable=False),
)
"""Which server holds a match since when, and for how many seconds its turn had run by then (`ownership`)."""

hand_ins = checked_table(
    "hand_ins",
    metadata,
    Column("room", String(32), primary_key=True),
    Column("name", String(60), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("file", String(100), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("game", Text, nullable=False),
    Column("owner", String(64), nullable=False),
    Column("created", Float, nullable=False),
    Column("verdict", Text),
    Column("body", LargeBinary, nullable=False),
)
"""Players handed in as files; `owner` is a hash, as elsewhere.

`room`, here and below, is the identifier of a class; that of the server's open arena is empty.
"""

tournaments = checked_table(
    "tournaments",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("room", String(32), nullable=False),
    Column("created", Float, nullable=False),
    Column("title", String(60), nullable=False),
    Column("plan", Text, nullable=False),
    Column("state", String(10), nullable=False),
    Column("fault", Text),
    Column("game_count", Integer, nullable=False, server_default="0"),
    Index("tournaments_by_room", "room"),
)
"""`game_count` is the number of its rows in `tournament_games`: a lost one is noticed."""

tournament_games = checked_table(
    "tournament_games",
    metadata,
    Column("tournament", String(32), ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""The finished games of a tournament: with its plan they say everything that is left to be played."""

classes = checked_table(
    "classes",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created", Float, nullable=False),
    Column("code", String(16), nullable=False),
    Column("secret", String(64), nullable=False),
    Column("body", Text, nullable=False),
    Index("classes_by_code", "code", unique=True),
)
"""`secret` is a hash: who reads the disk cannot act as the teacher. The code is told to everybody who may join."""

class_assignments = checked_table(
    "class_assignments",
    metadata,
    Column("room", String(32), ForeignKey("classes.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)

class_students = checked_table(
    "class_students",
    metadata,
    Column("room", String(32), ForeignKey("classes.id"), primary_key=True),
    Column("id", String(16), primary_key=True),
    Column("created", Float, nullable=False),
    Column("name", String(60), nullable=False),
    Column("word", String(64), nullable=False),
    Column("devices", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""`word` and `devices`, a JSON list of the tokens of browsers, are hashes."""

class_work = checked_table(
    "class_work",
    metadata,
    Column("room", String(32), ForeignKey("classes.id"), primary_key=True),
    Column("student", String(16), primary_key=True),
    Column("assignment", Integer, primary_key=True),
    Column("item", String(80), primary_key=True),
    Column("body", Text, nullable=False),
    Column("file", LargeBinary),
)
"""What a student handed in for one item of an assignment: a question, a lesson, a puzzle, a file."""

CLASS_TABLES = (classes, class_assignments, class_students, class_work)
