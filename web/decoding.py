"""Decodes all JSON from any source: bodies of requests, rows of the journal, a command's input.

JSON is decoded into frozen records. The errors of msgspec are texts for programmers, so the first error is found again
here, from the types of the fields.
"""

import json
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin
from unicodedata import normalize

import msgspec
from msgspec import Meta

from referee.messages import Message, Refusal, Value, quoted
from web.texts import Text, TextError, read_text, written_text

R = TypeVar("R", bound=msgspec.Struct)
INPUT = "the-input"
"""Default code of the name that a message gives to a text."""
RulesAsWritten = Annotated[str | dict[str, Any], Meta(description="wanted.rules")]
"""A preset's name, or its name and changed options, as `Rules.from_json` reads it, which reports errors."""
WANTED: Mapping[Any, str] = {
    bool: "wanted.truth",
    int: "wanted.whole",
    float: "wanted.any-number",
    str: "wanted.text",
    bytes: "wanted.text",
    list: "wanted.list",
    tuple: "wanted.list",
}
"""For each type the message code that names the values it accepts."""


_decoders: dict[type, msgspec.json.Decoder[Any]] = {}
_building = threading.Lock()


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of the records for JSON objects: typed fields, no unknown fields, immutable."""


def decode(written: bytes | str, kind: type[R], what: str = INPUT) -> R:
    """The record that a JSON text holds; `what`: the message code of the text's name in errors.

    >>> class Place(Record, frozen=True):
    ...     row: int
    >>> decode('{"row": 2}', Place)
    Place(row=2)
    >>> decode('{"row": "two"}', Place)
    Traceback (most recent call last):
    web.decoding.NotUnderstood: "row" has to be a whole number, not "two"

    Raises NotUnderstood.
    """
    try:
        return _decoder_of(kind).decode(written)
    except (ValueError, RecursionError):
        raise NotUnderstood(explained(parsed(written, what), kind, what)) from None


def _decoder_of(kind: type[R]) -> msgspec.json.Decoder[R]:
    """The decoder of a kind of record, built by one thread.

    msgspec learns the fields of a type at its first use, and a thread that decodes the type meanwhile ends the program.
    """
    if kind not in _decoders:
        with _building:
            _decoders[kind] = msgspec.json.Decoder(kind, dec_hook=read_text)
    return _decoders[kind]


def decode_sent(written: bytes | str, kind: type[R], what: str = INPUT) -> R:
    """Like `decode`, for a text from a person or another program: an object must not repeat a name.

    Raises NotUnderstood.
    """
    record = decode(written, kind, what)
    try:
        json.loads(written, object_pairs_hook=_once)
    except RecursionError:
        raise NotUnderstood("input.unusable", what=Message(what)) from None
    return record


def _once(pairs: Sequence[tuple[str, object]]) -> None:
    """Checks that an object repeats no name, because only one of the values would be used. Raises NotUnderstood.

    Names are compared as `Name` reads them: without blanks around them, and with accents in one form.
    """
    names = Counter(normalize("NFC", name).strip() for name, _ in pairs)
    if len(names) < len(pairs):
        raise NotUnderstood("input.twice", name=names.most_common(1)[0][0])


def encode(record: msgspec.Struct) -> str:
    """A record as JSON without blanks; `decode` reads it back."""
    return msgspec.json.encode(record, enc_hook=written_text).decode()


def parsed(written: bytes | str, what: str = INPUT) -> object:
    """The value in a JSON text. Raises NotUnderstood: it is no JSON."""
    try:
        return msgspec.json.decode(written)
    except (ValueError, RecursionError) as error:
        raise NotUnderstood("input.not-json", what=Message(what), why=str(error)) from error


class NotUnderstood(Refusal, ValueError):
    """JSON that does not fit its record; the message names the error and its place."""


def explained(given: object, kind: type[msgspec.Struct], what: str) -> Message:
    """The first error in a value that should be a record; `what`: the message code of the record's name in errors."""
    if not isinstance(given, Mapping):
        return Message.of("input.not-an-object", what=Message(what))
    return next(_wrong_in_object(given, kind, ""), Message.of("input.unusable", what=Message(what)))


def _wrong_in_object(given: Mapping[str, object], kind: type[msgspec.Struct], inside: str) -> Iterator[Message]:
    fields = msgspec.structs.fields(kind)
    known = [field.encode_name for field in fields]
    for name in given:
        if name not in known:
            yield Message.of("input.unknown", name=inside + quoted(name), known=", ".join(known))
    for field in fields:
        if field.encode_name in given:
            yield from _wrong(given[field.encode_name], field.type, inside + field.encode_name)
        elif field.required:
            yield Message.of("input.missing", name=inside + field.encode_name)


def _wrong(given: object, kind: Any, where: str) -> Iterator[Message]:
    """The errors of one value, the innermost first if its shape is right."""
    yield from _wrong_inside(given, meant(kind), where)
    try:
        msgspec.convert(given, kind, dec_hook=read_text)
    except (ValueError, RecursionError):
        yield _complaint(given, kind, where)


def _wrong_inside(given: object, kind: Any, where: str) -> Iterator[Message]:
    parts = get_args(kind)
    if isinstance(given, list) and get_origin(kind) in (tuple, list):
        for place, item in enumerate(given):
            yield from _wrong(item, parts[0], f"{where}[{place}]")
    elif isinstance(given, dict) and get_origin(kind) is dict:
        for name, value in given.items():
            yield from _wrong(name, parts[0], where)
            yield from _wrong(value, parts[1], f"{where}.{quoted(name)}")
    elif isinstance(given, dict) and isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield from _wrong_in_object(given, kind, f"{where}.")


def _complaint(given: object, kind: Any, where: str) -> Message:
    read, most = meant(kind), _limits(kind).max_length
    if isinstance(given, list | dict) and most is not None and len(given) > most:
        return Message.of("input.too-many", name=where, count=len(given), most=most)
    if isinstance(read, type) and issubclass(read, Text):
        try:
            read.read(given)
        except TextError as error:
            if error.message.code != "input.wrong":
                return Message(error.message.code, {"name": where, **error.message.values})
    return Message.of("input.wrong", name=where, wanted=wanted(kind), given=_quoted(given))


def wanted(kind: Any) -> Message:
    """The message that names the values a type accepts: that of its `Meta`, or of the type itself.

    >>> wanted(Annotated[int, msgspec.Meta(ge=0, le=9)] | None).text
    'a whole number from 0 to 9'
    """
    read, limits = meant(kind), _limits(kind)
    values: dict[str, Value] = {}
    if get_origin(read) is Literal:
        return Message.of("wanted.one-of", values=", ".join(map(str, get_args(read))))
    code = WANTED.get(get_origin(read) or read, "wanted.object")
    if isinstance(read, type) and issubclass(read, Text):
        code = read.wanted
    elif limits.ge is not None and limits.le is not None:
        code, values = "wanted.number", {"least": limits.ge, "most": limits.le}
    return Message(limits.description or code, values)


def meant(kind: Any) -> Any:
    """A type without annotations and without None; of several types, the first."""
    while get_origin(kind) in (Annotated, Union, UnionType):
        kind = get_args(kind)[0]
    return kind


def _limits(kind: Any) -> msgspec.Meta:
    """The `Meta` of a type; its `description` is the message code of the accepted values."""
    while get_origin(kind) in (Union, UnionType):
        kind = get_args(kind)[0]
    found: msgspec.Meta = get_args(kind)[1] if get_origin(kind) is Annotated else msgspec.Meta()
    return found


def _quoted(given: object) -> str:
    return quoted(msgspec.json.encode(given).decode())
