"""The tables of a journal's database. A change that an older program cannot read needs a new VERSION."""

from sqlalchemy import Column, Connection, Float, Integer, LargeBinary, MetaData, String, Table, Text, text


def presses_table(name: str, metadata: MetaData) -> Table:
    """A table of presses: the key (as a hash), when it was written, and the answer.

    `number`: running number of the press; `start`: of the program's start. Rows of an older program lack these, or the
    checksum.
    """
    return Table(
        name,
        metadata,
        Column("key", String(64), primary_key=True),
        Column("written", Float, nullable=False),
        Column("status", Integer, nullable=False),
        Column("body", Text, nullable=False),
        Column("checksum", String(64)),
        Column("number", Integer),
        Column("start", Integer),
        sqlite_with_rowid=False,
    )


VERSION = 2
"""Version of the schema. Version 1 had events and notes without a checksum, and verdicts with only their sentences
(upgrade.py reads them)."""
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
    sqlite_with_rowid=False,
)
"""Events of matches. Without a rowid the table is one tree: no separate index can contradict it."""
HEADS = Table(
    "match_heads",
    METADATA,
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, nullable=False),
    Column("checksum", String(64), nullable=False),
)
"""The last event of each match; without it the loss of the last row would not be noticed."""
NOTES = Table(
    "kept_notes",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("body", Text, nullable=False),
    Column("checksum", String(64), nullable=False),
    sqlite_with_rowid=False,
)
DAMAGED = Table(
    "damaged_events",
    MetaData(),
    *(Column(column.name, column.type) for column in EVENTS.columns),
    Column("put_aside", Float, nullable=False),
)
"""Damaged events set aside from a server's journal; created when needed. A journal in a file uses a file for them."""
SUMMARIES = Table(
    "match_summaries",
    METADATA,
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("head", String(64), nullable=False),
    Column("body", Text, nullable=False),
    Column("checksum", String(64), nullable=False),
)
"""A summary of each match, made of its events up to the event with checksum `head`; it can be made again."""
PRESSES = presses_table("kept_presses", METADATA)
"""Presses with their answers, each written in the same transaction as its effect."""
COUNT = Table("journal_count", METADATA, Column("count", Integer, primary_key=True, autoincrement=False))
"""Number of transactions of a journal in a file; its seal has the number that was acknowledged."""
PROFILES = Table(
    "player_profiles",
    METADATA,
    Column("name", String(80), primary_key=True),
    Column("colour", Integer),
    Column("picture", LargeBinary),
    Column("checksum", String(64)),
)
"""Colour and picture that a player chose; players without have no row. Rows of an older program lack the checksum."""


def add_missing_columns(connection: Connection, *tables: Table) -> None:
    """Adds columns that are missing from older tables; they are null in old rows. Raises SQLAlchemyError."""
    for table in tables:
        there = set(
            connection.execute(text(f"SELECT * FROM {table.name} WHERE 1 = 0")).keys()
        )  # faster than the catalogues
        for column in table.columns:
            if column.name not in there:
                kind = column.type.compile(connection.dialect)
                connection.execute(text(f"ALTER TABLE {table.name} ADD COLUMN {column.name} {kind}"))
