"""The press that is being answered: whoever writes down what it does writes the press down with it, or neither.

A press that carries a key may be sent again after a crash. In one transaction with what it did, its key is there
exactly when that is.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from web.decoding import Record


class Answer(Record, frozen=True):
    """How a press was answered: its key (as a hash, with who pressed what), the status and the JSON; "": the state."""

    key: str
    status: int
    body: str = ""


@dataclass
class Press:
    """A press with a key that is being answered, and how it will be, as far as that is known."""

    key: str
    status: int = 200
    body: str = ""
    is_written: bool = False
    """Whether it was written down with what it did."""

    @property
    def answer(self) -> Answer:
        """How it is answered if nobody learns more before a crash."""
        return Answer(self.key, self.status, self.body)


_UNDER_WAY: ContextVar[Press | None] = ContextVar("the press under way", default=None)


def under_way() -> Press | None:
    """The press that this thread answers; None: none, or one without a key."""
    return _UNDER_WAY.get()


def begin_press(press: Press | None) -> None:
    """This thread answers a press from now on; None: none any more."""
    _UNDER_WAY.set(press)


def expect(status: int = 200, body: Mapping[str, object] | None = None) -> None:
    """Says how the press under way will be answered once what it does is written; `told`: None, with the state."""
    press = under_way()
    if press is not None:
        press.status, press.body = status, "" if body is None else json.dumps(body)


@contextmanager
def before_the_press() -> Iterator[None]:
    """What is written in here comes before what is pressed for: the press is not done with it."""
    token = _UNDER_WAY.set(None)
    try:
        yield
    finally:
        _UNDER_WAY.reset(token)
