"""How each table of a club stands, as it told the club's database."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import delete, func, insert, literal, select, update

from tilewatch.club.club_database import ClubDatabase
from tilewatch.club.schema import TABLES


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as it is written down; `silent`: seconds since it was heard of; `changed`: the calendar's moment."""

    name: str
    number: int
    silent: float
    changed: float
    status: str


class ClubTables:
    """The tables in a club's database. Every method may be called from any thread."""

    def __init__(self, database: ClubDatabase) -> None:
        self._database = database

    def tell(self, name: str, status: str) -> None:
        """A table tells how it stands. Raises NotWritten."""
        with self._database.writing() as connection:
            row = {"status": status, "told": self._database.moment(), "changed": self._database.moment()}
            if not connection.execute(update(TABLES).where(TABLES.c.name == name).values(row)).rowcount:
                self._database.lock(connection)
                number = (connection.execute(select(func.max(TABLES.c.number))).scalar() or 0) + 1
                connection.execute(insert(TABLES).values(name=name, number=number, **row))
            self._database.notify(connection, name, in_haste=True)

    def beat(self, name: str) -> None:
        """A table has nothing new to tell, but is there. Raises NotWritten."""
        with self._database.writing() as connection:
            connection.execute(update(TABLES).where(TABLES.c.name == name).values(told=self._database.moment()))

    def forget(self, name: str) -> None:
        """A table is not shown any more until it tells something; its matches stay. Raises NotWritten."""
        with self._database.writing() as connection:
            connection.execute(delete(TABLES).where(TABLES.c.name == name))
            self._database.notify(connection, name)

    def keep_only(self, name: str) -> None:
        """No other table is shown: a file holds one, which may have been called otherwise. Raises NotWritten."""
        with self._database.writing() as connection:
            connection.execute(delete(TABLES).where(TABLES.c.name != name))

    def rows(self, names: Sequence[str] | None = None) -> list[TableRow]:
        """Tables as they stand: all, or those of these names. Raises JournalUnusable."""
        now = literal(self._database.moment()) if not self._database.is_server else self._database.moment()
        asked = select(TABLES, now.label("now"))
        if names is not None:
            asked = asked.where(TABLES.c.name.in_(names))
        with self._database.reading() as connection:
            rows = connection.execute(asked.order_by(TABLES.c.number)).all()
        return [TableRow(row.name, row.number, float(row.now) - row.told, row.changed, row.status) for row in rows]
