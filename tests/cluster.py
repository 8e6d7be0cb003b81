"""A PostgreSQL cluster for tests: Debian's package, in a temporary folder, on loopback, removed at the end."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

DEBIAN = Path("/usr/lib/postgresql")
PATIENCE = 30.0
"""Seconds for a server to start, and to answer."""
SMALL = {"shared_buffers": "16MB", "max_connections": "60", "autovacuum": "off", "log_min_messages": "fatal"}
"""Settings that keep a test's server small."""


class NoPostgresql(RuntimeError):
    """PostgreSQL is missing on this machine; the message says what is missing."""


def program(name: str) -> str:
    """The path of a PostgreSQL program with this name: on PATH, or in Debian's folder. Raises NoPostgresql."""
    found = [shutil.which(name), *(str(path) for path in sorted(DEBIAN.glob(f"*/bin/{name}"), reverse=True))]
    for path in found:
        if path is not None:
            return path
    raise NoPostgresql(f"no PostgreSQL here ({name} is missing; Debian: apt install postgresql)")


def unprivileged() -> str | None:
    """The user that the server's programs run as, since PostgreSQL refuses root; None: the current user."""
    if os.name == "nt" or os.geteuid() != 0:
        return None
    import pwd

    known = {entry.pw_name for entry in pwd.getpwall()}
    for name in ("postgres", "nobody"):
        if name in known:
            return name
    raise NoPostgresql("PostgreSQL does not run as root, and there is nobody else here")


class Cluster:
    """A server that runs in `folder`, with databases made on demand; `durable`: commits wait for the disk.

    `settings`: replace those of SMALL.
    """

    def __init__(self, folder: Path, durable: bool = False, **settings: str) -> None:
        self._folder, self._user = folder, unprivileged()
        self._settings = {**SMALL, "fsync": "on" if durable else "off", **settings}
        self.port = _free_port()
        self._made = 0
        self._server: subprocess.Popen[bytes] | None = None
        folder.chmod(0o755)
        if self._user is not None:
            shutil.chown(folder, self._user)
        made = [program("initdb"), "-D", str(folder / "data"), "-U", "tilewatch", "-A", "trust"]
        self._run([*made, "-E", "UTF8", "--locale=C", "--no-sync"])
        self.start()

    def start(self) -> None:
        """Starts the server, and waits until it answers."""
        options = [word for name, value in self._settings.items() for word in ("-c", f"{name}={value}")]
        where = ["-D", str(self._folder / "data"), "-h", "127.0.0.1", "-p", str(self.port), "-k", str(self._folder)]
        log = (self._folder / "log").open("ab")
        with log:
            command = [program("postgres"), *where, *options]
            self._server = subprocess.Popen(command, stdout=log, stderr=log, **self._rights())
        end = time.monotonic() + PATIENCE
        while not self._answers():
            if time.monotonic() > end or self._server.poll() is not None:
                raise RuntimeError(f"PostgreSQL did not start: {(self._folder / 'log').read_text()[-500:]}")
            time.sleep(0.05)

    def new_database(self) -> str:
        """Creates an empty database, and returns its URL."""
        self._made += 1
        name = f"games_{self._made}"
        self.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def emptied(self, database: str = "postgres") -> str:
        """The URL of a database after its clients were disconnected and its tables dropped: faster than a new one."""
        others = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        self.execute(f"{others} AND datname = '{database}'", database)
        self.execute("DROP SCHEMA public CASCADE", database)
        self.execute("CREATE SCHEMA public", database)
        return self.url(database)

    def url(self, name: str, port: int | None = None) -> str:
        """The URL of a database, optionally through another port."""
        return f"postgresql://tilewatch@127.0.0.1:{port or self.port}/{name}"

    def execute(self, statement: str, database: str = "postgres") -> list[Any]:
        """Runs a statement in a transaction of its own; returns the rows."""
        import psycopg

        within = f"-c statement_timeout={PATIENCE:.0f}s"
        with psycopg.connect(self.url(database), autocommit=True, connect_timeout=5, options=within) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    @property
    def pid(self) -> int | None:
        """The id of the server's first process; None: it does not run."""
        return None if self._server is None else self._server.pid

    def kill(self) -> None:
        """Kills the server with all its processes at once, as in a crash."""
        assert self._server is not None
        self._server.send_signal(signal.SIGQUIT)
        self._server.wait(PATIENCE)

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """A block in which every process of the server is stopped; afterwards the server answers again."""
        assert self._server is not None
        backends = self.execute("SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        workers = [self._server.pid, *(pid for (pid,) in backends)]
        for pid in workers:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in workers:
                os.kill(pid, signal.SIGCONT)

    def close(self) -> None:
        """Stops the server."""
        if self._server is not None and self._server.poll() is None:
            self.kill()

    def _run(self, command: list[str]) -> None:
        done = subprocess.run(command, capture_output=True, text=True, **self._rights())
        if done.returncode:
            raise RuntimeError(f"{Path(command[0]).name}: {done.stderr.strip()[-500:]}")

    def _rights(self) -> dict[str, Any]:
        rights: dict[str, Any] = {"cwd": self._folder}
        if self._user is not None:
            rights |= {"user": self._user, "group": _group_of(self._user), "extra_groups": []}
        return rights

    def _answers(self) -> bool:
        import psycopg

        try:
            self.execute("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True


@contextmanager
def cluster(durable: bool = False, **settings: str) -> Iterator[Cluster]:
    """A server in a folder of its own, stopped when the block ends. Raises NoPostgresql if it is not installed."""
    try:
        import psycopg  # noqa: F401
    except ImportError as error:
        raise NoPostgresql("psycopg is missing: pip install '.[club]'") from error
    program("initdb"), program("postgres")
    with tempfile.TemporaryDirectory(prefix="tilewatch-pg-") as folder:
        made = Cluster(Path(folder), durable, **settings)
        try:
            yield made
        finally:
            made.close()


def _group_of(user: str) -> int:
    import pwd

    return pwd.getpwnam(user).pw_gid


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])
