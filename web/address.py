"""An address that is pressed: what it may be sent, who may press it, what that does and how it is answered.

Whatever knows the presses reads it here: the page, idempotency, the document of the interface, tests. First what all
groups of addresses share: this page's table, and how they answer.
"""

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Concatenate, Generic, TypeVar

from flask import Blueprint, Response, abort, current_app, jsonify, request
from msgspec import structs

from referee.match import Match
from referee.messages import Message, quoted
from web.access import Forbidden, check_control
from web.bodies import Form, Press, SentPicture
from web.contract import BadRequest, TableControls
from web.decoding import NotUnderstood, decode_sent, meant
from web.press import expect
from web.security import LARGEST_BODY
from web.texts import Text, TextError

View = TypeVar("View", bound=Callable[..., object])
ANSWERS: dict[Callable[..., object], object] = {}
"""With which record each view answers that has one."""
BODY, FORM = "the-body", "multipart/form-data"
B = TypeVar("B", bound=Press)
T = TypeVar("T", bound=Text)
Told = Mapping[str, object]
"""An answer as JSON."""
Does = Callable[Concatenate[B, ...], Response | Told | None]
"""What a press does, given its body and the parts of its address; None: it is answered with how everything stands."""


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


@dataclass(frozen=True, slots=True)
class Address(Generic[B]):
    """`path`: what follows /api. `status`: of a press that was granted. `who`: raises Forbidden, who may not press."""

    path: str
    body: type[B]
    act: Does[B]
    status: int = 200
    who: Callable[[], object] = check_control
    in_json: type[Press] | None = None
    """What it may be sent as JSON in the place of a form; None: nothing."""
    only_asks: bool = False
    """Whether nothing is done: a repeated press is simply answered anew, and no answer of it is kept."""


def of_table(
    path: str, body: type[B], does: str, act: Callable[[TableControls, B], object], status: int = 200
) -> Address[B]:
    """An address whose press is one act on the table."""

    def press(sent: B) -> None:
        act(the_table(), sent)

    press.__doc__ = does
    return Address(path, body, press, status)


def of_match(
    path: str, body: type[B], does: str, act: Callable[[Match, B, float], Match], status: int = 200
) -> Address[B]:
    """An address that changes the match at the table: `act` gives the match that follows from a body at a moment."""
    return of_table(path, body, does, lambda table, sent: table.act(lambda match, at: act(match, sent, at)), status)


def offered(
    addresses: tuple[Address[Any], ...], stands: Callable[[], Told], is_behind: Callable[[], bool] = lambda: False
) -> Blueprint:
    """The addresses as Flask takes them; `stands`: how everything stands, the answer of a press that has no other.

    `is_behind`: whether only the table itself has written down so far what is pressed: it is answered with 202 then.
    """
    group = fresh(Blueprint("presses", __name__, url_prefix="/api"))
    known = {f"{group.name}.{one.path}": one for one in addresses}
    group.record(lambda page: page.app.extensions.update({"tilewatch.presses": known}))
    for one in addresses:
        group.add_url_rule(one.path, one.path, _pressed(one, stands, is_behind), methods=["POST"])
    return group


def the_address() -> Address[Any] | None:
    """The address that is being pressed; None: something else is asked."""
    presses: Mapping[str, Address[Any]] = current_app.extensions["tilewatch.presses"]
    return presses.get(request.endpoint or "")


def _pressed(
    address: Address[Any], stands: Callable[[], Told], is_behind: Callable[[], bool]
) -> Callable[..., Response]:
    def press(**place: object) -> Response:
        address.who()
        is_form = request.mimetype == FORM
        body = body_of(address.body if address.in_json is None or is_form else address.in_json)
        expect(address.status)
        answer = address.act(body, **place)
        if not isinstance(answer, Response):
            answer = jsonify(dict(stands() if answer is None else answer))
            answer.status_code = address.status
        if answer.status_code in (200, 201) and is_behind():
            answer.status_code = 202
        return answer

    return press


def body_of(kind: type[B]) -> B:
    """The body of the request that is answered; none is an empty object. Raises BadRequest."""
    if issubclass(kind, SentPicture):
        return kind()
    if issubclass(kind, Form):
        return _form(kind)
    if (request.content_length or 0) > LARGEST_BODY:
        raise Forbidden(413, "body-too-large", most=LARGEST_BODY)
    written = request.get_data(cache=True)  # JSON whatever its type is called: no other site's page comes this far
    try:
        return decode_sent(written if written.strip() else b"{}", kind, BODY)
    except NotUnderstood as error:
        raise BadRequest(error.message) from error


def _form(kind: type[B]) -> B:
    """A form's texts and files as its record has them. Raises BadRequest."""
    sent: dict[str, Any] = {}
    for one in structs.fields(kind):
        if meant(one.type) is bytes:
            given: Any = _file(one.name)
        elif meant(one.type) is bool:
            given = _truth(one.name)
        elif issubclass(meant(one.type), Text):
            given = request.form.get(one.name)
            if given is not None or one.required:
                given = text_sent(meant(one.type), one.name, given)
        else:
            continue
        if given is None and one.required:
            raise BadRequest("input.missing", name=one.name)
        if given is not None:
            sent[one.name] = given
    return kind(**sent)


def _truth(name: str) -> bool | None:
    """A truth of the form; None: it is left out. Raises BadRequest."""
    given = request.form.get(name)
    if given is not None and given not in ("true", "false"):
        raise BadRequest("input.wrong", name=name, wanted=Message("wanted.truth"), given=quoted(given))
    return None if given is None else given == "true"


def _file(name: str) -> bytes | None:
    """A file of the form, or the word that was sent in its place; None: it is left out."""
    sent = request.files.get(name)
    if sent is None:
        word = request.form.get(name)
        return None if word is None else word.encode()
    with closing(sent):
        return bytes(sent.read())


def text_sent(kind: type[T], name: str, given: str | None) -> T:
    """A text that came in the address or in a form. Raises BadRequest: it is missing, or cannot be."""
    try:
        return kind.read(given)
    except TextError as error:
        code = "input.missing" if given is None else error.message.code
        raise BadRequest(Message(code, {"name": name, **error.message.values})) from error
