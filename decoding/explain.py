"""Why JSON is not the record it should be: one sentence that says what is wrong and where.

msgspec tells it in a programmer's words and only as text; here it is found again from the types of the fields.
"""

from collections.abc import Iterator, Mapping
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from decoding.texts import Text, read_text

LONGEST_QUOTE = 40
"""Characters of what was given that a message repeats."""
IN_WORDS = {bool: "true or false", int: "a whole number", float: "a number", str: "a text", list: "a list […]"}
IN_WORDS |= {tuple: "a list […]", dict: "an object {…}"}


class NotUnderstood(ValueError):
    """JSON that is not what it should be; the message says what is wrong and where."""


def explained(given: object, kind: type[msgspec.Struct], what: str) -> str:
    """The first thing that is wrong with what should be a record; `what` names the whole."""
    if not isinstance(given, Mapping):
        return f"{what} has to be an object {{…}}"
    return next(_wrong_in_object(given, kind, ""), f"{what} cannot be used")


def _wrong_in_object(given: Mapping[str, object], kind: type[msgspec.Struct], inside: str) -> Iterator[str]:
    fields = msgspec.structs.fields(kind)
    known = [field.encode_name for field in fields]
    for name in given:
        if name not in known:
            yield f'"{inside}{name[:LONGEST_QUOTE]}" is not known here ({", ".join(known)})'
    for field in fields:
        if field.encode_name in given:
            yield from _wrong(given[field.encode_name], field.type, inside + field.encode_name)
        elif field.required:
            yield f'"{inside}{field.encode_name}" is missing'


def _wrong(given: object, kind: Any, where: str) -> Iterator[str]:
    """What is wrong with one value: its innermost part first, if it is of the right shape."""
    yield from _wrong_inside(given, meant(kind), where)
    try:
        msgspec.convert(given, kind, dec_hook=read_text)
    except (ValueError, RecursionError):
        yield f'"{where}" {_complaint(given, kind)}'


def _wrong_inside(given: object, kind: Any, where: str) -> Iterator[str]:
    parts = get_args(kind)
    if isinstance(given, list) and get_origin(kind) in (tuple, list):
        for place, item in enumerate(given):
            yield from _wrong(item, parts[0], f"{where}[{place}]")
    elif isinstance(given, dict) and get_origin(kind) is dict:
        for name, value in given.items():
            yield from _wrong(name, parts[0], where)
            yield from _wrong(value, parts[1], f"{where}.{name[:LONGEST_QUOTE]}")
    elif isinstance(given, dict) and isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield from _wrong_in_object(given, kind, f"{where}.")


def _complaint(given: object, kind: Any) -> str:
    read = meant(kind)
    if isinstance(read, type) and issubclass(read, Text):
        try:
            read.read(given)
        except ValueError as error:
            return str(error)
    return f"has to be {wanted(kind)}, not {_quoted(given)}"


def wanted(kind: Any) -> str:
    """What a value of a type has to be, in words: what its `Meta` says, or what the type is.

    >>> wanted(Annotated[int, msgspec.Meta(ge=0, le=9)] | None)
    'a whole number from 0 to 9'
    """
    limits = _limits(kind)
    if limits.description is not None:
        return limits.description
    read = meant(kind)
    if get_origin(read) is Literal:
        return f"one of {', '.join(map(str, get_args(read)))}"
    named = IN_WORDS.get(get_origin(read) or read, "an object {…}")
    return named if limits.ge is None or limits.le is None else f"{named} from {limits.ge} to {limits.le}"


def meant(kind: Any) -> Any:
    """A type without what is said about it and without `or nothing`; of several, the first."""
    while get_origin(kind) in (Annotated, Union, UnionType):
        kind = get_args(kind)[0]
    return kind


def _limits(kind: Any) -> msgspec.Meta:
    while get_origin(kind) in (Union, UnionType):
        kind = get_args(kind)[0]
    return get_args(kind)[1] if get_origin(kind) is Annotated else msgspec.Meta()


def _quoted(given: object) -> str:
    text = msgspec.json.encode(given).decode()
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}…"
