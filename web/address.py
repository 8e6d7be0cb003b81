"""An address that is pressed: what it may be sent, who may press it, what that does and how it is answered.

Whatever knows the presses reads it here: the page, idempotency, the document of the interface, tests.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Concatenate, Generic, TypeVar

from flask import Blueprint, Response, current_app, jsonify, request

from referee.match import Match
from web.access import check_control
from web.bodies import Press, body_of
from web.contract import TableControls
from web.press import expect
from web.routes.shared import fresh, the_table

B = TypeVar("B", bound=Press)
Told = Mapping[str, object]
"""An answer as JSON."""
Does = Callable[Concatenate[B, ...], Response | Told | None]
"""What a press does, given its body and the parts of its address; None: it is answered with how everything stands."""


@dataclass(frozen=True, slots=True)
class Address(Generic[B]):
    """`path`: what follows /api. `status`: of a press that was granted. `who`: raises Forbidden, who may not press."""

    path: str
    body: type[B]
    act: Does[B]
    status: int = 200
    who: Callable[[], object] = check_control


def of_table(path: str, body: type[B], does: str, act: Callable[[TableControls, B], object]) -> Address[B]:
    """An address whose press is one act on the table."""

    def press(sent: B) -> None:
        act(the_table(), sent)

    press.__doc__ = does
    return Address(path, body, press)


def of_match(
    path: str, body: type[B], does: str, act: Callable[[Match, B, float], Match], status: int = 200
) -> Address[B]:
    """An address that changes the match at the table: `act` gives the match that follows from a body at a moment."""

    def press(sent: B) -> None:
        the_table().act(lambda match, at: act(match, sent, at))

    press.__doc__ = does
    return Address(path, body, press, status)


def offered(addresses: tuple[Address[Any], ...], stands: Callable[[], Told]) -> Blueprint:
    """The addresses as Flask takes them; `stands`: how everything stands, the answer of a press that has no other."""
    group = fresh(Blueprint("presses", __name__, url_prefix="/api"))
    known = {f"{group.name}.{one.path}": one for one in addresses}
    group.record(lambda page: page.app.extensions.update({"tilewatch.presses": known}))
    for one in addresses:
        group.add_url_rule(one.path, one.path, _pressed(one, stands), methods=["POST"])
    return group


def the_address() -> Address[Any] | None:
    """The address that is being pressed; None: something else is asked."""
    presses: Mapping[str, Address[Any]] = current_app.extensions["tilewatch.presses"]
    return presses.get(request.endpoint or "")


def _pressed(address: Address[Any], stands: Callable[[], Told]) -> Callable[..., Response]:
    def press(**place: object) -> Response:
        address.who()
        body = body_of(address.body)
        expect(address.status)
        told = address.act(body, **place)
        if isinstance(told, Response):
            return told
        answer = jsonify(dict(stands() if told is None else told))
        answer.status_code = address.status
        return answer

    return press
