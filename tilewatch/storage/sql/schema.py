"""The tables of a journal's database. A change that an older reader cannot read is a new VERSION."""

from sqlalchemy import Column, Connection, Float, Integer, LargeBinary, MetaData, String, Table, Text, text


def presses_table(name: str, metadata: MetaData) -> Table:
    """Where presses are kept: the key (as a hash), when, and how it was answered.

    `number`: of the presses so far; `start`: of the program. What an older program wrote lacks these, or the checksum.
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
"""1: events and notes without a checksum, verdicts with their sentences only (upgrade.py reads them)."""
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
"""Without a rowid it is one tree: there is no index beside it that could say something else."""
HEADS = Table(
    "match_heads",
    METADATA,
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, nullable=False),
    Column("checksum", String(64), nullable=False),
)
"""The last event of each match: without it the loss of the last row would not show."""
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
"""Where a server's journal puts aside what is damaged; made when it is needed. A file has a file beside it."""
SUMMARIES = Table(
    "match_summaries",
    METADATA,
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("head", String(64), nullable=False),
    Column("body", Text, nullable=False),
    Column("checksum", String(64), nullable=False),
)
"""Each match in short, made of its events up to the one with the checksum `head`: lost, it is made anew."""
PRESSES = presses_table("kept_presses", METADATA)
"""What was pressed, with how it was answered; written in one transaction with what it did."""
COUNT = Table("journal_count", METADATA, Column("count", Integer, primary_key=True, autoincrement=False))
"""How many transactions a file's journal has; its seal says how many were acknowledged."""
PROFILES = Table(
    "player_profiles",
    METADATA,
    Column("name", String(80), primary_key=True),
    Column("colour", Integer),
    Column("picture", LargeBinary),
    Column("checksum", String(64)),
)
"""What players chose for themselves; who has none is not here. What an older program wrote has no checksum."""


def add_missing_columns(connection: Connection, *tables: Table) -> None:
    """Adds to tables what was not there when they were made; older rows have nothing in it. Raises SQLAlchemyError."""
    for table in tables:
        there = set(
            connection.execute(text(f"SELECT * FROM {table.name} WHERE 1 = 0")).keys()
        )  # catalogues take longer
        for column in table.columns:
            if column.name not in there:
                kind = column.type.compile(connection.dialect)
                connection.execute(text(f"ALTER TABLE {table.name} ADD COLUMN {column.name} {kind}"))
