"""The tables of a journal's database. A change that an older reader cannot read is a new VERSION."""

from sqlalchemy import Column, Float, Integer, MetaData, String, Table, Text

VERSION = 2
"""1: events without a checksum, verdicts with their sentences only (version_1.py reads them)."""
METADATA = MetaData()
SCHEMA = Table("schema_version", METADATA, Column("version", Integer, primary_key=True, autoincrement=False))
EVENTS = Table(
    "match_events",
    METADATA,
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("written", Float, nullable=False),
    Column("body", Text, nullable=False),
    Column("checksum", String(64), nullable=False),
)
HEADS = Table(
    "match_heads",
    METADATA,
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, nullable=False),
    Column("checksum", String(64), nullable=False),
)
"""The last event of each match: without it the loss of the last row would not show."""
NOTES = Table(
    "notes",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("body", Text, nullable=False),
)
