"""The roles in a hall: the director may do everything, a table's host enters its result, players and others look on.

The director shows the PIN. All others who need to press buttons scan an invitation that the director makes.
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
"""Valid invitations at a time; a further one replaces the oldest."""
HOST, PLAYER = "host", "player"


class Invitation(Record, frozen=True):
    """An invitation: the hash of its code, and the role that it gives."""

    code: str
    role: str


class InvitationsNote(Record, frozen=True):
    """The valid invitations, the oldest first."""

    invitations: tuple[Invitation, ...] = ()


@dataclass(frozen=True, slots=True)
class Role:
    """A device's role; `of`: the host's table, or the player's name."""

    kind: str
    of: str = ""

    def __str__(self) -> str:
        return f"{self.kind}:{self.of}"

    @classmethod
    def written(cls, text: str) -> "Role":
        """The role in its stored form, as `str` writes it."""
        kind, _, of = text.partition(":")
        return cls(kind, of)


def the_club() -> ClubControls:
    """The club that this page shows."""
    club: ClubControls = current_app.extensions["tilewatch.club"]
    return club


def own_role() -> Role | None:
    """This device's role by its invitation; None: it came without an invitation."""
    own = session()
    return Role.written(own.role) if own is not None and own.role else None


def anybody() -> None:
    """Lets every device press; the pressed address checks further."""


def check_may_press() -> None:
    """Checks that the client has a role or may press everything. Raises Forbidden."""
    if own_role() is None:
        check_control()
    else:
        check_origin()


def is_host_of(table: int) -> bool:
    """Whether this device is the table's host. Raises Forbidden: it is neither the host's nor the director's."""
    role = own_role()
    if role is not None and role.kind == HOST and role.of == str(table):
        check_origin()
        return True
    check_control()
    return False


def invite(role: Role) -> str:
    """A new code that gives a role; earlier codes of the role become invalid. Raises NotWritten."""
    code = secrets.token_urlsafe(12)
    others = [one for one in _invitations() if one.role != str(role)]
    invitations = (*others, Invitation(hashed(code), str(role)))[-MOST_INVITATIONS:]
    the_club().notes.write(NOTE, InvitationsNote(invitations))
    return code


def withdraw_invitations() -> None:
    """Ends every invitation and the sessions it began: they belong to the previous tournament. Raises NotWritten."""
    the_club().notes.write(NOTE, InvitationsNote())
    the_sessions().end_roles()


def address_of(code: str) -> str:
    """The address that opens an invitation: this page's address for phones or, without it, the address that this device
    used."""
    address: str | None = current_app.config.get("TILEWATCH_ADDRESS")
    return f"{(address or request.host_url).rstrip('/')}/join?code={code}"


def join(code: str, answer: Response) -> Role:
    """Begins a session for a device with an invitation's code; returns its role. Raises Forbidden, NotWritten."""
    found = next((one for one in _invitations() if secrets.compare_digest(one.code, hashed(code))), None)
    if found is None:
        raise Forbidden(403, "invitation-unknown")
    begin_session(answer, the_sessions(), found.role, over_https=request.is_secure)
    return Role.written(found.role)


def _invitations() -> tuple[Invitation, ...]:
    return (the_club().notes.read(NOTE, InvitationsNote) or InvitationsNote()).invitations
