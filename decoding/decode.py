"""The one door for JSON, whoever sends it: bodies of requests, rows of the journal, a command's input."""

from typing import TypeVar

import msgspec

from decoding.explain import NotUnderstood, explained
from decoding.texts import read_text

R = TypeVar("R", bound=msgspec.Struct)


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a JSON object has to be: each field with its type, nothing else beside them, never changed afterwards."""


def decode(written: bytes | str, kind: type[R], what: str = "the input") -> R:
    """The record that a JSON text holds; `what` names the text in a message.

    >>> class Place(Record):
    ...     row: int
    >>> decode('{"row": 2}', Place)
    Place(row=2)
    >>> decode('{"row": "two"}', Place)
    Traceback (most recent call last):
    decoding.explain.NotUnderstood: "row" has to be a whole number, not "two"

    Raises NotUnderstood.
    """
    try:
        return msgspec.json.decode(written, type=kind, dec_hook=read_text)
    except (ValueError, RecursionError):
        raise NotUnderstood(explained(parsed(written, what), kind, what)) from None


def parsed(written: bytes | str, what: str) -> object:
    """Whatever a JSON text holds. Raises NotUnderstood: it is none."""
    try:
        return msgspec.json.decode(written)
    except (ValueError, RecursionError) as error:
        raise NotUnderstood(f"{what} is not JSON ({error})") from error
