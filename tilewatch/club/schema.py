"""The tables of a club's database that belong to no single table of play."""

from sqlalchemy import Column, Float, Integer, MetaData, String, Table, Text

from tilewatch.storage.sql.schema import presses_table

VERSION = 1
METADATA = MetaData()
CLUB_VERSION = Table("club_version", METADATA, Column("version", Integer, primary_key=True, autoincrement=False))
TABLES = Table(
    "club_tables",
    METADATA,
    Column("name", String(60), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("told", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("status", Text, nullable=False),
)
"""How each table stands; `told`: when its program was heard of last, `changed`: when it told something new. Both are
seconds of the database's calendar, so that the clocks of a hundred small computers do not matter."""
CHANGES = Table(
    "club_changes",
    METADATA,
    Column("tournament", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
    Column("checksum", String(64), nullable=False),
)
"""Every change of every tournament; two programs that write the same number are told apart by the primary key."""
NOTES = Table(
    "club_notes", METADATA, Column("name", String(40), primary_key=True), Column("body", Text, nullable=False)
)
"""Sessions, invitations, the PIN."""
PRESSES = presses_table("club_presses", METADATA)
"""What was pressed here, with how it was answered."""
