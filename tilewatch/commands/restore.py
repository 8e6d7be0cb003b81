"""`tilewatch restore`: a copy of a journal's file in the place of the file."""

import time
from pathlib import Path

import click

from referee.messages import Message
from tilewatch.commands.inputs import InputError
from tilewatch.language import said
from tilewatch.storage.backups import NoSuchBackup, backups_of, restore
from tilewatch.storage.sql.place import JournalUnusable


@click.command(name="restore")
@click.argument("file")
@click.option("--backup", default=None, metavar="NAME", help="Which copy: its name, or a file. Left out: the newest.")
@click.option("--list", "is_listed", is_flag=True, help="List the copies, the newest first, and change nothing.")
def command(file: str, backup: str | None, is_listed: bool) -> None:
    """Puts a copy in the place of FILE, which no program may play meanwhile.

    FILE as it is now becomes a copy, too: so this can be undone.
    """
    if "://" in file:
        raise InputError(said("backups-of-server"))
    path = Path(file).resolve()
    known = backups_of(path)
    if is_listed:
        for one in known:
            click.echo(f"{one.name}  {_when(one.moment)}  {one.size:,}")
        return
    chosen = next((one.file for one in known if backup in (None, one.name)), None if backup is None else Path(backup))
    if chosen is None:
        raise InputError(said(Message.of("terminal.no-backup", place=file)))
    try:
        aside = restore(path, chosen)
    except (NoSuchBackup, JournalUnusable) as error:
        raise InputError(str(error)) from error
    click.echo(said(Message.of("terminal.restored", place=file, backup=chosen.name)))
    if aside is not None:
        click.echo(said(Message.of("terminal.restored-aside", name=aside.name)))


def _when(moment: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(moment))
