"""An address for presses: its body, who may press it, what a press does, and its answer.

The page, idempotency, the interface's document and tests all read these records. At the top: definitions that all
groups of addresses share, such as this page's table and the form of answers.
"""

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Concatenate, Generic, TypeVar

from flask import Blueprint, Response, abort, current_app, jsonify, request
from msgspec import structs

from referee.match import Match
from referee.messages import Message, quoted
from web.access import Forbidden, check_control, device_name
from web.bodies import Form, Press, SentPicture
from web.contract import BadRequest, TableControls
from web.decoding import NotUnderstood, decode_sent, meant
from web.press import expect
from web.security import LARGEST_BODY
from web.texts import Text, TextError

View = TypeVar("View", bound=Callable[..., object])
ANSWERS: dict[Callable[..., object], object] = {}
"""For each view that answers with a record, the record."""
BODY, FORM = "the-body", "multipart/form-data"
B = TypeVar("B", bound=Press)
T = TypeVar("T", bound=Text)
Told = Mapping[str, object]
"""An answer as JSON."""
Does = Callable[Concatenate[B, ...], Response | Told | None]
"""The effect of a press, from its body and the variable parts of its address; None: the answer is the state."""


def the_table() -> TableControls:
    """The table of this page."""
    table: TableControls = current_app.extensions["tilewatch.table"]
    return table


def answers(record: object) -> Callable[[View], View]:
    """A decorator that registers the record of a view's answer in ANSWERS, for the interface's document."""

    def known(view: View) -> View:
        ANSWERS[view] = record
        return view

    return known


def fresh(group: Blueprint) -> Blueprint:
    """The group, with the header `no-store` in its answers, because they are outdated at once."""
    group.after_request(_never_stored)
    return group


def _never_stored(answer: Response) -> Response:
    answer.headers.setdefault("Cache-Control", "no-store")
    return answer


def jpeg(picture: bytes | None) -> Response:
    """A picture as an answer, or 404 if it is None."""
    if picture is None:
        abort(404, "there is no such picture")
    return Response(picture, mimetype="image/jpeg")


def page_asked(asked: str, pages: int) -> int:
    """The page number in an address. Raises BadRequest: it is not from 1 to `pages`."""
    if not (asked.isascii() and asked.isdecimal()) or len(asked) > 6 or not 1 <= int(asked) <= pages:
        raise BadRequest("no-such-page", pages=pages)
    return int(asked)


@dataclass(frozen=True, slots=True)
class Address(Generic[B]):
    """An address for presses. `path`: the part after /api. `status`: of a press that succeeds. `who`: raises Forbidden
    if the client may not press it."""

    path: str
    body: type[B]
    act: Does[B]
    status: int = 200
    who: Callable[[], object] = check_control
    in_json: type[Press] | None = None
    """The body accepted as JSON instead of a form; None: only a form is accepted."""
    only_asks: bool = False
    """Whether a press has no effect: a repeated press is answered anew, and its answer is not stored."""


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
    """An address that changes the match at the table: `act` returns the next match, from the body and the moment.

    The event is signed by the person whose device pressed.
    """

    def press(table: TableControls, sent: B) -> object:
        return table.act(lambda match, at: act(match, sent, at), by=device_name())

    return of_table(path, body, does, press, status)


def offered(
    addresses: tuple[Address[Any], ...], stands: Callable[[], Told], is_behind: Callable[[], bool] = lambda: False
) -> Blueprint:
    """The addresses as a Flask blueprint; `stands`: gives the state, the answer of a press without another answer.

    `is_behind`: whether presses are so far stored at the table only; the answer's status is then 202.
    """
    group = fresh(Blueprint("presses", __name__, url_prefix="/api"))
    known = {f"{group.name}.{one.path}": one for one in addresses}
    group.record(lambda page: page.app.extensions.update({"tilewatch.presses": known}))
    for one in addresses:
        group.add_url_rule(one.path, one.path, _pressed(one, stands, is_behind), methods=["POST"])
    return group


def the_address() -> Address[Any] | None:
    """The address of the present request; None: the request is no press."""
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
    """The decoded body of the present request; an empty body counts as an empty object. Raises BadRequest."""
    if issubclass(kind, SentPicture):
        return kind()
    if issubclass(kind, Form):
        return _form(kind)
    if (request.content_length or 0) > LARGEST_BODY:
        raise Forbidden(413, "body-too-large", most=LARGEST_BODY)
    written = request.get_data(cache=True)  # read as JSON whatever its type: other sites' requests were refused before
    try:
        return decode_sent(written if written.strip() else b"{}", kind, BODY)
    except NotUnderstood as error:
        raise BadRequest(error.message) from error


def _form(kind: type[B]) -> B:
    """A form's texts and files as its record. Raises BadRequest."""
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
    """A Boolean field of the form; None: it is left out. Raises BadRequest."""
    given = request.form.get(name)
    if given is not None and given not in ("true", "false"):
        raise BadRequest("input.wrong", name=name, wanted=Message("wanted.truth"), given=quoted(given))
    return None if given is None else given == "true"


def _file(name: str) -> bytes | None:
    """A file of the form, or the text sent in its place; None: it is left out."""
    sent = request.files.get(name)
    if sent is None:
        word = request.form.get(name)
        return None if word is None else word.encode()
    with closing(sent):
        return bytes(sent.read())


def text_sent(kind: type[T], name: str, given: str | None) -> T:
    """A text from an address or a form. Raises BadRequest: it is missing or malformed."""
    try:
        return kind.read(given)
    except TextError as error:
        code = "input.missing" if given is None else error.message.code
        raise BadRequest(Message(code, {"name": name, **error.message.values})) from error
