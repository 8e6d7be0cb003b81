"""What the groups of addresses share: this page's table, and how they answer."""

from collections.abc import Callable
from typing import TypeVar

from flask import Blueprint, Response, abort, current_app

from web.contract import BadRequest, TableControls

View = TypeVar("View", bound=Callable[..., object])
ANSWERS: dict[Callable[..., object], object] = {}
"""With which record each view answers that has one."""


def the_table() -> TableControls:
    """The table that this page shows."""
    table: TableControls = current_app.extensions["tilewatch.table"]
    return table


def answers(record: object) -> Callable[[View], View]:
    """Says with which record a view answers; the document of the interface reads it in ANSWERS."""

    def known(view: View) -> View:
        ANSWERS[view] = record
        return view

    return known


def fresh(group: Blueprint) -> Blueprint:
    """The group: no answer of it is stored, for it is only true now."""
    group.after_request(_never_stored)
    return group


def _never_stored(answer: Response) -> Response:
    answer.headers.setdefault("Cache-Control", "no-store")
    return answer


def jpeg(picture: bytes | None) -> Response:
    """A picture, or 404 where there is none."""
    if picture is None:
        abort(404, "there is no such picture")
    return Response(picture, mimetype="image/jpeg")


def page_asked(asked: str, pages: int) -> int:
    """The page of a list that an address names. Raises BadRequest: it is none of 1 to `pages`."""
    if not (asked.isascii() and asked.isdecimal()) or len(asked) > 6 or not 1 <= int(asked) <= pages:
        raise BadRequest("no-such-page", pages=pages)
    return int(asked)
