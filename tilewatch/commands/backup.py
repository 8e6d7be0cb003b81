"""`tilewatch backup`: a copy of a journal's file, also while it is played."""

import sqlite3
import time
from contextlib import closing
from functools import partial
from pathlib import Path

import click

from referee.messages import Message
from tilewatch.commands.inputs import InputError
from tilewatch.commands.places import check_there
from tilewatch.language import said
from tilewatch.storage.backups import copied, make_backup
from tilewatch.storage.sql.owned_file import check_ours
from tilewatch.storage.sql.place import FILE_LOCKED_MS, JournalUnusable


@click.command(name="backup")
@click.argument("file")
def command(file: str) -> None:
    """Makes a copy of FILE as it stands now, also while it is played; the last ten are kept in FILE.backups.

    A server's database is copied with `pg_dump`.
    """
    if "://" in file:
        raise InputError(said("backups-of-server"))
    try:
        check_there(file)
        path = Path(file).resolve()
        remark = check_ours(path).remark
        if remark is not None:
            raise InputError(remark)
        made = make_backup(path, partial(copied_from, path))
    except (JournalUnusable, sqlite3.Error) as error:
        raise InputError(f"{file}: {error}") from error
    when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(made.moment))
    click.echo(said(Message.of("terminal.backed-up", place=str(made.file), when=when)))


def copied_from(file: Path, to: Path) -> None:
    """Copies a file, which another program may be writing, into a new file. Raises sqlite3.Error."""
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True, timeout=FILE_LOCKED_MS / 1000)) as source:
        copied(source, to)
