"""The tables, and the version of them that this program knows."""

from __future__ import annotations

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text

VERSION = 1

metadata = MetaData()

facts = Table("facts", metadata, Column("name", String(40), primary_key=True), Column("value", Text, nullable=False))
"""What is true of the whole store: the version of its tables, and when a server was last seen alive."""

matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created", Float, nullable=False),
    Column("settings", Text, nullable=False),
    Column("first_name", String(40)),
    Column("second_name", String(40)),
    Column("owner", String(64), nullable=False),
    Column("invited_seat", Integer),
    Column("invitation", String(64)),
    Column("phase", String(10), nullable=False),
    Column("rematch", String(32)),
    Index("matches_by_phase", "phase"),
)
"""`owner` and `invitation` are hashes: who reads the disk can neither move nor join."""

seats = Table(
    "seats",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("token", String(64), nullable=False),
    Index("seats_by_token", "token"),
)

events = Table(
    "events",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("written", Float, nullable=False),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""The key allows each number once, so that no event can be stored twice, whoever writes."""
