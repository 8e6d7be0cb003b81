"""Columns that came after their table: added to a database that has none of them yet, empty."""

from sqlalchemy import Connection, Table, inspect, text


def add_missing_columns(connection: Connection, *tables: Table) -> None:
    """Adds to tables what was not there when they were made; older rows have nothing in it. Raises SQLAlchemyError."""
    dialect, known = connection.dialect, inspect(connection)
    for table in tables:
        there = {column["name"] for column in known.get_columns(table.name)}
        for column in table.columns:
            if column.name not in there:
                kind = column.type.compile(dialect)
                connection.execute(text(f"ALTER TABLE {table.name} ADD COLUMN {column.name} {kind}"))
