"""`tilewatch club`: the page for all tables of a database."""

import signal
from _thread import interrupt_main
from contextlib import ExitStack, suppress
from functools import partial

import click

from tilewatch.club.club_database import ClubDatabase
from tilewatch.club.evenings import Evenings
from tilewatch.club.hall import Club
from tilewatch.commands.inputs import refusing
from tilewatch.commands.places import check_there, pin_of
from tilewatch.server import PortTaken, addresses, announce, server
from tilewatch.storage.sql.place import JournalUnusable
from tilewatch.threads import Threads, let_sigterm_interrupt
from web.club.app import create_club_app
from web.contract import NotReadable, NotWritten


@click.command(name="club")
@click.option("--database", required=True, help="The database of all tables: a server's URL, or a table's file.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Where the page is; 0.0.0.0 lets phones in.")
@click.option("--port", default=8018, show_default=True, type=click.IntRange(0, 65535))
@click.option(
    "--pin", default=None, help="The director's PIN; `none`: no PIN. Left out: a random one, kept in the database."
)
def command(database: str, host: str, port: int, pin: str | None) -> None:
    """Shows all tables of a club and its tournament; runs until interrupted."""
    with ExitStack() as closing:
        with refusing(JournalUnusable, NotReadable, NotWritten, PortTaken):
            check_there(database, may_be_new=True)
            kept = ClubDatabase(database)
            closing.callback(kept.close)
            club = Club(kept)
            chosen = pin_of(pin, kept)
            evenings = Evenings(database, club.hall)
            closing.callback(evenings.close)
            app = create_club_app(club, evenings, chosen)
            web_server = server(app, host, port)
        closing.callback(web_server.close)
        page, *others = pages = addresses(host, web_server.port)
        announce(pages, chosen)
        app.config["TILEWATCH_ADDRESS"] = page if others else None
        threads = Threads(partial(interrupt_main, signal.SIGTERM))
        threads.start("following the tables", club.hall.follow)
        let_sigterm_interrupt()
        with suppress(KeyboardInterrupt):
            web_server.run()
        threads.stop()
        if threads.failure is not None:
            raise click.ClickException(threads.failure)
