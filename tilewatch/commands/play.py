"""`tilewatch play`: the companion itself. Camera in, page out."""

import signal
import sys
import threading
from _thread import interrupt_main
from contextlib import ExitStack, suppress
from copy import copy
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import click
from click.core import ParameterSource
from click.exceptions import Exit
from flask import Flask

from referee.messages import Message, message_of
from referee.rules import Rules
from tilewatch.authority import Authority, AuthorityUnusable, authority_at
from tilewatch.club.at_table import SeatingHere, is_server, journal_of, start_telling
from tilewatch.commands.camera_memory import remember
from tilewatch.commands.cameras import first_camera, size_given
from tilewatch.commands.inputs import InputError, complain, refusing
from tilewatch.commands.places import AUTHORITY, HOME, beside, database_place, keep_pin, pin_of, play_pin_of
from tilewatch.demo.player import Demo
from tilewatch.demo.table import DemoTable
from tilewatch.doors import EVERYWHERE, Doors, has_screen, page_of_running, show_page
from tilewatch.language import said
from tilewatch.server import PortTaken, Server, announce, entrance, server
from tilewatch.storage.album import DEFAULT_CAP, Album
from tilewatch.storage.backing_up import BackingUp
from tilewatch.storage.backups import NoSuchBackup, restore
from tilewatch.storage.journal import Journal
from tilewatch.storage.sql.place import InUse, JournalUnusable
from tilewatch.table.live import LiveTable, follow
from tilewatch.table.turn.sleep import through_sleep
from tilewatch.threads import Threads, all_stays, give_back_what_is_not_used, let_sigterm_interrupt
from vision.camera import PHOTOS, Camera, CameraMemory, CameraUnusable, device_numbers, source
from vision.reading import ModelMissing, Reader
from web.app import create_app
from web.contract import Conflict, NotReadable, NotWritten

ANSWERED_WITHIN = 0.5
"""Seconds between the press of *Restore* and the end of the program, so that the press is answered."""
PHONES = "phones"
"""Value of `--host`: this machine, and the addresses at which phones reach it."""


@click.command(name="play")
@click.option(
    "--camera",
    default="0",
    show_default=True,
    help="Number, stream's address, film, folder, `demo`, `phone`, `photos`, `none` (by hand), `auto`.",
)
@click.option(
    "--size",
    default=None,
    callback=size_given,
    metavar="WxH",
    help="Size of the camera's picture. Left out: the largest that it gives at 10 pictures a second.",
)
@click.option("--rules", default=None, help="Rules offered for a new match; see `tilewatch rules`.")
@click.option("--database", default=None, help="Where matches are kept: a file, or a database's URL.")
@click.option(
    "--host",
    default=None,
    help="Where the page is: `phones`: here and, for phones, in the network of this house, followed when it changes; "
    "0.0.0.0: in every network. Left out: this computer only, but `phones` with --camera phone.",
)
@click.option(
    "--https/--no-https",
    default=None,
    help="Whether phones are let in over HTTPS, too, on the next port; --https lets them in. Left out: it is.",
)
@click.option("--port", default=8017, show_default=True, type=click.IntRange(0, 65535))
@click.option(
    "--pin",
    default=None,
    help="The PIN that lets a device press buttons; `none`: no PIN. Left out: a random one, kept in the database.",
)
@click.option(
    "--pictures", default=None, type=click.Path(path_type=Path, file_okay=False), help="Folder for pictures of turns."
)
@click.option(
    "--pictures-cap",
    default=DEFAULT_CAP // 1_000_000,
    show_default=True,
    type=click.IntRange(1),
    help="Megabytes of pictures kept at most.",
)
@click.option(
    "--table", default="", metavar="NAME", help="Which table of a club's database this is, such as `Table 7`."
)
@click.option("--open", "open_page", is_flag=True, help="Open the page in this computer's browser.")
def command(**options: Any) -> None:
    """Watches the table and keeps the match; runs until interrupted.

    Started again with the same database, it goes on with the match where it stood.
    """
    restoring = Restoring()
    while True:
        _play(**options, restoring=restoring)
        if not restoring.put_back():
            return
        options["open_page"] = False


class Restoring:
    """A request to restore a backup, which is carried out after the program has ended."""

    def __init__(self) -> None:
        self._wanted: tuple[Path, Path] | None = None

    def ask(self, file: Path, backup: Path) -> None:
        """Ends the play once the press is answered."""
        self._wanted = file, backup
        threading.Timer(ANSWERED_WITHIN, interrupt_main, (signal.SIGTERM,)).start()

    def put_back(self) -> bool:
        """Restores the requested backup; returns whether there was a request."""
        wanted, self._wanted = self._wanted, None
        if wanted is None:
            return False
        try:
            restore(*wanted)
        except (NoSuchBackup, JournalUnusable, OSError) as error:
            complain(str(error))
        return True


def _play(
    camera: str,
    size: tuple[int, int] | None,
    rules: str | None,
    database: str | None,
    host: str | None,
    https: bool | None,
    port: int,
    pin: str | None,
    pictures: Path | None,
    pictures_cap: int,
    table: str,
    open_page: bool,
    restoring: Restoring,
) -> None:
    """Plays until interrupted, or until a backup is to be restored."""
    give_back_what_is_not_used()
    if rules is not None:
        with refusing(ValueError):
            Rules.from_json(rules)
    if camera == "auto":
        camera, host = first_camera() or "phone", host or "127.0.0.1"
        click.echo(said(Message.of("terminal.camera", camera=camera)), err=True)
    _check_device(camera)
    host = host or (PHONES if camera == "phone" or https else "127.0.0.1")
    lets_phones_in, host = host in (PHONES, EVERYWHERE), "127.0.0.1" if host == PHONES else host
    with ExitStack() as closing:
        place = database_place(database, camera == "demo", closing)
        try:
            demo, is_found = Demo() if camera == "demo" else None, Event()
            memory = CameraMemory()
            eye = Camera(demo.frames if demo else source(camera, size, is_found, memory))
            if camera == PHOTOS:
                eye.choose(PHOTOS)
            journal = journal_of(place, table, HOME)
            for remark in journal.remarks:
                complain(remark)
            closing.callback(journal.close)
            remember(memory, journal, camera)
            folder = pictures or beside(journal.database.place, ".pictures", "pictures")
            album = Album(folder, pictures_cap * 1_000_000, journal.identity)
            reader = Reader()
            own = copy(reader)  # sets that the family taught are not known at the demo
            sets, by_hand = beside(place, ".sets", "sets"), camera == "none"
            with all_stays():
                live_table = LiveTable(
                    own, journal, album, eye, sets=sets, is_found=is_found, has_no_camera=by_hand, through=through_sleep
                )
            closing.callback(live_table.set_on_table.keep)
            chosen = pin_of(pin, journal)
            guests = play_pin_of(chosen, journal)
            app = create_app(live_table, chosen, rules or "original", guests)
            app.extensions["tilewatch.keep_pin"] = partial(_keep_pin, journal)
            web_server = server(app, host, port)
        except (CameraUnusable, JournalUnusable, ModelMissing, NotReadable, NotWritten, PortTaken) as error:
            raise _refusal(error, port, open_page) from error
        closing.callback(web_server.close)
        threads = Threads(partial(interrupt_main, signal.SIGTERM))
        certificate = beside(place, ".https.pem", "matches.https.pem")
        doors = Doors(app, web_server.port, certificate, threads, _authority(), host, tell=live_table.say_where)
        doors.has_https = https is not False
        app.extensions["tilewatch.doors"] = doors
        closing.callback(doors.close)
        if lets_phones_in or (open_page and not has_screen()):
            _let_in(doors)
        if demo is None:
            demo_table = DemoTable(reader, web_server.port, lambda: ("127.0.0.1", *doors.addresses))
            app.extensions["tilewatch.demo"] = demo_table.begin
            closing.callback(demo_table.close)
        first = "setup" if live_table.state()["match"] is None and demo is None else ""
        page = f"http://{'127.0.0.1' if host in ('', '::', EVERYWHERE) else host}:{web_server.port}/"
        announce([*doors.pages, page], chosen, secure=doors.secure_page, first=first, guests=guests)
        app.extensions["tilewatch.show_host"] = partial(_show_host, app, page)
        if open_page:
            show_page(f"{page}{entrance(chosen, first)}")
        file = journal.database.file
        if file is not None and demo is None:
            put_back = _refuse if is_server(place) else partial(restoring.ask, file)
            backups = BackingUp(journal, file, partial(_match_over, live_table), put_back)
            app.extensions["tilewatch.backups"] = backups
            threads.start("backing up", backups.follow)
        if table and demo is None:
            app.extensions["tilewatch.seating"] = seating = SeatingHere(place, table)
            closing.callback(seating.close)
        if database is not None or demo is None:
            start_telling(threads, place, table, live_table.changed_since, journal, doors.page)
        run(live_table, eye, demo, web_server, threads)


def _keep_pin(journal: Journal, pin: str) -> None:
    """Stores a new PIN, and prints it where the first PIN was printed. Raises NotWritten."""
    keep_pin(journal, pin)
    click.echo(f"PIN: {pin}")


def _show_host(app: Flask, page: str) -> None:
    """Opens the page in this computer's browser with the present PIN, and prints the address in the terminal."""
    address = f"{page}{entrance(app.extensions['tilewatch.pin'].pin, '')}"
    click.echo(f"Tilewatch: {address}")
    show_page(address)


def _refuse(_: Path) -> None:
    """Raises Conflict: a club's database would undo the restoring, because it holds the newer events."""
    raise Conflict("backups-of-server")


def _match_over(table: LiveTable) -> int | None:
    """The number of the match at the table, if it is over."""
    state = table.state()
    return state["match"]["number"] if state["match"] and state["turn"]["phase"] == "over" else None


def _check_device(camera: str) -> None:
    """Raises InputError: `--camera` names a device that the system does not list."""
    is_asked_for = click.get_current_context().get_parameter_source("camera") is ParameterSource.COMMANDLINE
    is_listed = sys.platform == "linux" and camera.isdecimal()
    if is_asked_for and is_listed and int(camera) not in device_numbers():
        raise InputError(said(Message.of("camera.not-connected", number=int(camera))))


def _authority() -> Authority | None:
    """This machine's CA; None: there is none. A CA that cannot be used is reported."""
    try:
        return authority_at(AUTHORITY)
    except AuthorityUnusable as unusable:
        click.echo(said(unusable.message), err=True)
        return None


def _let_in(doors: Doors) -> None:
    """Opens the page to phones as soon as there is a network; reports why if this is impossible."""
    try:
        doors.let_phones_in()
    except Conflict as refusal:
        click.echo(said(refusal.message), err=True)
        doors.watch()


def _refusal(error: Exception, port: int, open_page: bool) -> Exception:
    """Handles a failed start: the reason in one line or, if the program runs already, its page in the browser."""
    page = page_of_running(port) if isinstance(error, PortTaken | InUse) and port else None
    if page is None:
        return InputError(said(message_of(error)))
    runs = said(Message.of("terminal.runs-already", page=page))
    if not open_page:
        return InputError(runs)
    click.echo(runs, err=True)
    show_page(page)
    return Exit(0)


def run(table: LiveTable, eye: Camera, demo: Demo | None, web_server: Server, threads: Threads) -> None:
    """Watches the table, plays the demo and serves the page until interrupted, or until a thread fails for good."""
    let_sigterm_interrupt()
    try:
        with suppress(KeyboardInterrupt):
            threads.start("asking the camera for pictures", eye.watch)
            threads.start("watching the table", partial(follow, eye, table))
            if demo is not None:
                threads.start("playing the demo", partial(demo.play, table))
            web_server.run()
    finally:
        threads.stop()
        eye.stop()
    if threads.failure is not None:
        raise click.ClickException(threads.failure)
    click.echo(said("terminal.goodbye"), err=True)
