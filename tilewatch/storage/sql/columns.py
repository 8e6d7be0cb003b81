"""Columns that came after their table: added to a database that has none of them yet, empty."""

from sqlalchemy import Connection, Table, text


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
