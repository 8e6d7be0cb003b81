"""Permission to look: pictures and exports are for devices that were let in, and so is everything if the host says so.

This machine itself may always look: its screen stands at the table.
"""

from flask import Flask, Request, current_app, request

from web.access import Forbidden, check_pin, is_loopback, is_passed_on, may_play
from web.decoding import Record
from web.kept import KeepsNotes

NOTE = "looking"
EXPORTS, PICTURE = "/export/", ".jpg"
OPEN = ("/static/", "/texts/", "/language/", "/more", "/sw.js", "/manifest.webmanifest", "/here", "/tilewatch.crt")
"""Paths that a device needs before it is let in."""


class LookingNote(Record, frozen=True):
    """Whether only devices that were let in may look at anything."""

    let_in_only: bool = False


class Looking:
    """Permission to look at a table, stored in its notes."""

    def __init__(self, keeper: KeepsNotes) -> None:
        self._keeper = keeper
        self.let_in_only = (keeper.notes.read(NOTE, LookingNote) or LookingNote()).let_in_only

    def choose(self, let_in_only: bool) -> None:
        """Sets whether only devices that were let in may look. Raises NotWritten."""
        self._keeper.notes.write(NOTE, LookingNote(let_in_only))
        self.let_in_only = let_in_only

    def is_kept_from_strangers(self, asked: Request) -> bool:
        """Whether only devices that were let in may see the requested address."""
        path = asked.path
        if path.startswith(EXPORTS) or (path.startswith("/api/") and path.endswith(PICTURE)):
            return True
        is_entrance = path.startswith(OPEN) or (path == "/" and "pin" in asked.args)
        return self.let_in_only and not is_entrance


def the_looking() -> Looking:
    """The permission to look at this table."""
    looking = current_app.extensions["tilewatch.looking"]
    assert isinstance(looking, Looking)
    return looking


def may_look() -> bool:
    """Whether the client was let in, or is this machine."""
    is_here = is_loopback(request.remote_addr or "") and not is_passed_on()
    return is_here or may_play()


def guard_looks(app: Flask, keeper: KeepsNotes) -> None:
    """Makes an application refuse addresses that a client may not see."""
    app.extensions["tilewatch.looking"] = Looking(keeper)

    @app.context_processor
    def told() -> dict[str, object]:
        return {"is_closed": the_looking().let_in_only and not may_look()}

    @app.before_request
    def check() -> None:
        if request.method == "POST" or may_look() or not the_looking().is_kept_from_strangers(request):
            return
        given = request.headers.get("X-Table-Pin")
        if given is None:
            raise Forbidden(403, "only-let-in")
        check_pin(given)
