"""The press being handled: its key is written in the same transaction as its effect.

A press with a key may be repeated after a crash. Because of the common transaction either key and effect both exist, or
neither.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from web.decoding import Record


class Answer(Record, frozen=True):
    """The answer to a press: its key (a hash of key, role and path), the status and the JSON; "": the state."""

    key: str
    status: int
    body: str = ""


@dataclass
class Press:
    """A press with a key that is being handled, and its expected answer."""

    key: str
    status: int = 200
    body: str = ""
    is_written: bool = False
    """Whether it was written together with its effect."""

    @property
    def answer(self) -> Answer:
        """The answer that a repeated press gets after a crash."""
        return Answer(self.key, self.status, self.body)


_UNDER_WAY: ContextVar[Press | None] = ContextVar("the press under way", default=None)


def under_way() -> Press | None:
    """The press that this thread handles; None: there is none, or it has no key."""
    return _UNDER_WAY.get()


def begin_press(press: Press | None) -> None:
    """Sets the press that this thread handles; None: it handles none any more."""
    _UNDER_WAY.set(press)


def expect(status: int = 200, body: Mapping[str, object] | None = None) -> None:
    """Sets the expected answer to the press being handled, before its effect is written; `body` None: the state."""
    press = under_way()
    if press is not None:
        press.status, press.body = status, "" if body is None else json.dumps(body)


@contextmanager
def before_the_press() -> Iterator[None]:
    """A context for writes that precede the effect of the press: they do not write its key."""
    token = _UNDER_WAY.set(None)
    try:
        yield
    finally:
        _UNDER_WAY.reset(token)
