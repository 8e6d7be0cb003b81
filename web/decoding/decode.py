"""The one door for JSON, whoever sends it: bodies of requests, rows of the journal, a command's input."""

from typing import TypeVar

import msgspec

from referee.messages import Message
from web.decoding.explain import NotUnderstood, explained
from web.decoding.texts import read_text, written_text

R = TypeVar("R", bound=msgspec.Struct)
INPUT = "the-input"
"""The code of what a text is called in a message, unless the caller says otherwise."""


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a JSON object has to be: each field with its type, nothing else beside them, never changed afterwards."""


def decode(written: bytes | str, kind: type[R], what: str = INPUT) -> R:
    """The record that a JSON text holds; `what`: the code of what the text is called in a message.

    >>> class Place(Record, frozen=True):
    ...     row: int
    >>> decode('{"row": 2}', Place)
    Place(row=2)
    >>> decode('{"row": "two"}', Place)
    Traceback (most recent call last):
    web.decoding.explain.NotUnderstood: "row" has to be a whole number, not "two"

    Raises NotUnderstood.
    """
    try:
        return msgspec.json.decode(written, type=kind, dec_hook=read_text)
    except (ValueError, RecursionError):
        raise NotUnderstood(explained(parsed(written, what), kind, what)) from None


def encode(record: msgspec.Struct) -> str:
    """A record as JSON, without blanks between; `decode` reads it back."""
    return msgspec.json.encode(record, enc_hook=written_text).decode()


def parsed(written: bytes | str, what: str = INPUT) -> object:
    """Whatever a JSON text holds. Raises NotUnderstood: it is none."""
    try:
        return msgspec.json.decode(written)
    except (ValueError, RecursionError) as error:
        raise NotUnderstood("input.not-json", what=Message(what), why=str(error)) from error
