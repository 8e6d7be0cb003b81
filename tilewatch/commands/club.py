"""`tilewatch club`: the page for all tables of a database."""

import signal
from _thread import interrupt_main
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from types import FrameType

import click

from referee.messages import message_of
from tilewatch.club.club import Club
from tilewatch.club.club_database import ClubDatabase
from tilewatch.club.evenings import Evenings
from tilewatch.commands.inputs import InputError
from tilewatch.commands.pins import checked_pin, random_pin
from tilewatch.language import said
from tilewatch.server import PortTaken, addresses, announce, port_of, server
from tilewatch.storage.notes import PinNote
from tilewatch.storage.sql.database import JournalUnusable
from tilewatch.threads import Threads
from web.club.app import create_club_app
from web.contract import NotWritten


@click.command(name="club")
@click.option("--database", required=True, help="The database of all tables: a server's URL, or a table's file.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Where the page is; 0.0.0.0 lets phones in.")
@click.option("--port", default=8018, show_default=True, type=click.IntRange(0, 65535))
@click.option("--pin", default=None, help="The director's PIN; `none`: no PIN. Left out: a random one, kept there.")
def command(database: str, host: str, port: int, pin: str | None) -> None:
    """Shows all tables of a club and its tournament; runs until interrupted."""
    if "://" not in database and not Path(database).is_file():
        raise InputError(f"{database}: {said('no-such-file')}")
    with ExitStack() as closing:
        try:
            kept = ClubDatabase(database)
            closing.callback(kept.close)
            club = Club(kept)
            chosen = director_pin(pin, kept)
            app = create_club_app(club, Evenings(database, club.hall), chosen)
            web_server = server(app, host, port)
        except (JournalUnusable, NotWritten, PortTaken) as error:
            raise InputError(said(message_of(error))) from error
        closing.callback(web_server.close)
        announce(host, port_of(web_server), chosen)
        page, *others = addresses(host, port_of(web_server))
        app.config["TILEWATCH_ADDRESS"] = f"{page}/" if others else None
        threads = Threads(partial(interrupt_main, signal.SIGTERM))
        threads.start("following the tables", club.follow)
        signal.signal(signal.SIGTERM, _interrupt)
        with suppress(KeyboardInterrupt):
            web_server.run()
        threads.stop()
        if threads.failure is not None:
            raise click.ClickException(threads.failure)


def director_pin(given: str | None, kept: ClubDatabase) -> str | None:
    """The director's PIN: the one given, or the database's own; None: there is none. Raises InputError, NotWritten."""
    if given is not None:
        return checked_pin(given)
    noted = kept.note("pin", PinNote)
    if noted is None:
        noted = PinNote(random_pin())
        kept.write_note("pin", noted)
    return noted.pin


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
