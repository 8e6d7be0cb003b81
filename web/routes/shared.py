"""What the groups of addresses share: this page's table, and how they answer."""

from typing import TypeVar

from flask import Blueprint, Response, abort, current_app, request

from referee.messages import Message
from web.access import check_control
from web.contract import BadRequest, TableControls
from web.decoding.texts import Text, TextError

T = TypeVar("T", bound=Text)


def the_table() -> TableControls:
    """The table that this page shows."""
    table: TableControls = current_app.extensions["tilewatch.table"]
    return table


def guarded(group: Blueprint) -> Blueprint:
    """The group: whatever changes something needs a session or the PIN, and no answer of it is stored."""
    group.before_request(_only_with_the_pin)
    return fresh(group)


def fresh(group: Blueprint) -> Blueprint:
    """The group: no answer of it is stored, for it is only true now."""
    group.after_request(_never_stored)
    return group


def _only_with_the_pin() -> None:
    if request.method == "POST":
        check_control()


def _never_stored(answer: Response) -> Response:
    answer.headers.setdefault("Cache-Control", "no-store")
    return answer


def jpeg(picture: bytes | None) -> Response:
    """A picture, or 404 where there is none."""
    if picture is None:
        abort(404, "there is no such picture")
    return Response(picture, mimetype="image/jpeg")


def text_sent(kind: type[T], name: str, given: str | None) -> T:
    """A text that came in the address or in a form. Raises BadRequest: it is missing, or cannot be."""
    try:
        return kind.read(given)
    except TextError as error:
        code = "input.missing" if given is None else error.message.code
        raise BadRequest(Message(code, {"name": name, **error.message.values})) from error


def page_asked(asked: str, pages: int) -> int:
    """The page of a list that an address names. Raises BadRequest: it is none of 1 to `pages`."""
    if not (asked.isascii() and asked.isdecimal()) or len(asked) > 6 or not 1 <= int(asked) <= pages:
        raise BadRequest("no-such-page", pages=pages)
    return int(asked)
