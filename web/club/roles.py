"""Who may do what in a hall: the director everything; a table's host that table's result; players and others look on.

The director shows the PIN. Everybody else who needs more than to look scans an invitation, which the director makes.
"""

import secrets
from dataclasses import dataclass

from flask import Response, current_app, request

from web.access import Forbidden, begin_session, check_control, check_origin, session, the_sessions
from web.club.contract import ClubControls
from web.decoding import Record
from web.sessions import hashed

NOTE = "invitations"
MOST_INVITATIONS = 500
"""Invitations that hold at once; of more, the oldest goes."""
HOST, PLAYER = "host", "player"


class Invitation(Record, frozen=True):
    """An invitation: its code (as a hash), and the role that it gives."""

    code: str
    role: str


class InvitationsNote(Record, frozen=True):
    """Every invitation that holds, the oldest first."""

    invitations: tuple[Invitation, ...] = ()


@dataclass(frozen=True, slots=True)
class Role:
    """What a device may do; `of`: the host's table, or the player's name."""

    kind: str
    of: str = ""

    def __str__(self) -> str:
        return f"{self.kind}:{self.of}"

    @classmethod
    def written(cls, text: str) -> "Role":
        """The role that was written down."""
        kind, _, of = text.partition(":")
        return cls(kind, of)


def the_club() -> ClubControls:
    """The club that this page shows."""
    club: ClubControls = current_app.extensions["tilewatch.club"]
    return club


def own_role() -> Role | None:
    """What an invitation lets this device do; None: it has none, or shows the PIN."""
    own = session()
    return Role.written(own.role) if own is not None and own.role else None


def anybody() -> None:
    """Nothing: who may press is said by what is pressed."""


def check_may_press() -> None:
    """Nothing, when somebody asks who may press anything at all. Raises Forbidden."""
    if own_role() is None:
        check_control()
    else:
        check_origin()


def is_host_of(table: int) -> bool:
    """Whether this device is the host of that table; otherwise it has to be a director's. Raises Forbidden."""
    role = own_role()
    if role is not None and role.kind == HOST and role.of == str(table):
        check_origin()
        return True
    check_control()
    return False


def invite(role: Role) -> str:
    """A code that gives a role; an earlier one of the same role does not hold any more. Raises NotWritten."""
    code = secrets.token_urlsafe(12)
    others = [one for one in _invitations() if one.role != str(role)]
    invitations = (*others, Invitation(hashed(code), str(role)))[-MOST_INVITATIONS:]
    the_club().notes.write(NOTE, InvitationsNote(invitations))
    return code


def withdraw_invitations() -> None:
    """Ends every invitation and what they gave: they were of the tournament before. Raises NotWritten."""
    the_club().notes.write(NOTE, InvitationsNote())
    the_sessions().end_roles()


def address_of(code: str) -> str:
    """Where an invitation is opened: how phones find this page, or how this device came here."""
    address: str | None = current_app.config.get("TILEWATCH_ADDRESS")
    return f"{(address or request.host_url).rstrip('/')}/join?code={code}"


def join(code: str, answer: Response) -> Role:
    """Gives the device that shows an invitation its session. Raises Forbidden, NotWritten."""
    found = next((one for one in _invitations() if secrets.compare_digest(one.code, hashed(code))), None)
    if found is None:
        raise Forbidden(403, "invitation-unknown")
    begin_session(answer, the_sessions(), found.role, over_https=request.is_secure)
    return Role.written(found.role)


def _invitations() -> tuple[Invitation, ...]:
    return (the_club().notes.read(NOTE, InvitationsNote) or InvitationsNote()).invitations
