"""What players chose, with a checksum: a damaged colour or picture is nobody's choice."""

from collections.abc import Iterator

from sqlalchemy import Connection, delete, select, update

from tilewatch.storage.damage.chain import checksum_of
from tilewatch.storage.sql.schema import PROFILES


def sign_profile(connection: Connection, name: str) -> None:
    """Writes the checksum of what a player chose, after every change of it."""
    for row in connection.execute(select(PROFILES).where(PROFILES.c.name == name)).all():
        signed = update(PROFILES).where(PROFILES.c.name == name).values(checksum=_sum(row))
        connection.execute(signed)


def mend_profiles(connection: Connection) -> Iterator[str]:
    """Forgets what is damaged of what players chose; a sentence for each."""
    for row in connection.execute(select(PROFILES).where(PROFILES.c.checksum.is_not(None))).all():
        if row.checksum != _sum(row):
            connection.execute(delete(PROFILES).where(PROFILES.c.name == row.name))
            yield f"colour and picture of {row.name!r} are damaged, and forgotten"


def _sum(row: object) -> str:
    name, colour, picture = (getattr(row, column) for column in ("name", "colour", "picture"))
    return checksum_of(name, colour, None if picture is None else bytes(picture).hex())
