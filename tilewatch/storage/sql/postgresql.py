"""A PostgreSQL server: one program writes a table's matches, and a server that hangs is given up.

Only imported where a database is a server's: the driver comes with the extra `club`.
"""

import zlib
from typing import Any

import psycopg
from sqlalchemy import Engine, event

from tilewatch.storage.sql.patience import ANSWER_WITHIN, ImpatientConnection, connected

CONNECT_WITHIN = 2
"""Seconds for a connection; the driver takes no fewer."""
LOCK_PATIENCE_MS = 200
"""How long a locked table is waited for: the server says so before it is given up for silent."""
DEAD_AFTER = {"tcp_keepalives_idle": 5, "tcp_keepalives_interval": 2, "tcp_keepalives_count": 3}
"""Seconds and attempts after which the server lets the lock of a machine go that vanished."""
WRITERS = 1_746_311_725
"""The class of the advisory locks of whoever writes a table's matches."""


def connect_args(name: str, part: str = "") -> dict[str, Any]:
    """How to connect; `name` tells the server who it is, `part` is the schema that is meant."""
    limits: dict[str, object] = {"statement_timeout": round(ANSWER_WITHIN * 1000), "lock_timeout": LOCK_PATIENCE_MS}
    limits |= DEAD_AFTER | ({"search_path": part} if part else {})
    options = " ".join(f"-c {setting}={value}" for setting, value in limits.items())
    patience = {"connect_timeout": CONNECT_WITHIN, "tcp_user_timeout": round(ANSWER_WITHIN * 2000)}
    return {**patience, "application_name": name, "options": options}


def give_up_a_server_that_hangs(engine: Engine) -> None:
    """Makes every connection of an engine an impatient one."""

    @event.listens_for(engine, "do_connect")
    def connect(_dialect: Any, _record: Any, args: Any, options: Any) -> ImpatientConnection:
        return connected(lambda: ImpatientConnection.connect(*args, **options))


def is_sole_writer(connection: psycopg.Connection[Any], table: str, name: str) -> bool:
    """Whether this connection may write a table's matches: it holds their lock for as long as it lives.

    A connection of the same program (by its `name`) that it gave up, but not yet the server, is ended.
    """
    key = zlib.crc32(table.encode()) - (1 << 31)
    if not _takes(connection, key):
        mine = "application_name = %s AND pid <> pg_backend_pid()"
        connection.execute(f"SELECT pg_terminate_backend(pid, 500) FROM pg_stat_activity WHERE {mine}", (name,))
        if not _takes(connection, key):
            return False
    connection.commit()
    return True


def _takes(connection: psycopg.Connection[Any], key: int) -> bool:
    (taken,) = connection.execute("SELECT pg_try_advisory_lock(%s, %s)", (WRITERS, key)).fetchone() or (False,)
    return bool(taken)
