"""Reads the input of commands: JSON from a file or standard input; wrong input gives one line and exit status 2."""

import errno
import os
import sys
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, BinaryIO
from unicodedata import category

import click
from msgspec import Meta

from referee.messages import Message, Refusal, message_of
from referee.table import Table
from referee.tiles import in_order
from tilewatch.language import said
from web.decoding import R, decode_sent

Sets = Annotated[tuple[str, ...], Meta(description="wanted.sets")]

MOST_TEXT = 64_000_000
"""Bytes of the longest input, and of its longest line: /dev/zero never ends."""
CONTROLS = ("Cc", "Zl", "Zp")
"""Unicode categories of characters that end a line or control a terminal."""


def in_one_line(text: str) -> str:
    r"""The text, such as a file's name, with characters that would end the line or hide it escaped.

    >>> in_one_line("a\nb")
    'a\\nb'
    """
    return "".join(ascii(letter)[1:-1] if category(letter) in CONTROLS else letter for letter in text)


def complain(problem: str) -> None:
    """Prints an error on standard error, as one line."""
    click.echo(in_one_line(problem), err=True)


class InputError(click.ClickException):
    """The input cannot be used; the message is one line with the error and its place."""

    exit_code = 2

    def show(self, file: object = None) -> None:
        """Prints the message as one line on standard error."""
        complain(self.format_message())


class NotUsable(Refusal, ValueError):
    """The input is well-formed, but impossible."""


def accepted_of(written: Sequence[str], table: Table, where: str) -> Table:
    """The accepted sets of a table, which the players let lie. Raises NotUsable: one of them is not on the table."""
    accepted, lie = Table.from_notation(written, "accepted"), Counter(map(in_order, table.sets))
    for number, row in enumerate(accepted.sets, 1):
        if not lie[in_order(row)]:
            raise NotUsable("at-set", place="accepted", set=number, problem=Message.of("not-on-table", table=where))
        lie[in_order(row)] -= 1
    return accepted


@contextmanager
def input_named(source: str) -> Iterator[None]:
    """A context that turns a ValueError about the input (a wrong tile, …) into an InputError that names the file."""
    try:
        yield
    except ValueError as error:
        raise InputError(f"{place_of(source)}: {said(message_of(error))}") from error


@contextmanager
def refusing(*errors: type[Exception]) -> Iterator[None]:
    """A context that turns these errors into an InputError with their message."""
    try:
        yield
    except errors as error:
        raise InputError(said(message_of(error))) from error


def place_of(source: str) -> str:
    """How a message names a source: the file, or standard input for `-`."""
    return said("standard-input") if source == "-" else source or '""'


def standard_input() -> BinaryIO:
    """Standard input. Raises InputError: it was closed by the caller."""
    if sys.stdin is None:
        raise InputError(f"{place_of('-')}: {os.strerror(errno.EBADF)}")
    return sys.stdin.buffer


def text_of(source: str) -> bytes:
    """The text of a file, or of standard input for `-`, without a byte order mark. Raises InputError."""
    try:
        if source == "-":
            written = standard_input().read(MOST_TEXT + 1)
        else:
            with Path(source).open("rb") as file:
                written = file.read(MOST_TEXT + 1)
    except OSError as error:
        raise InputError(f"{place_of(source)}: {error.strerror or error}") from error
    if len(written) > MOST_TEXT:
        raise _endless(source)
    return written.removeprefix(BOM_UTF8)


def _endless(source: str) -> InputError:
    """The message that a text is too long."""
    return InputError(said(Message.of("input.endless", place=place_of(source), most=MOST_TEXT // 1_000_000)))


def lines_of(source: str) -> Iterator[bytes]:
    """The lines of a file, or of standard input for `-`, each as soon as it arrives. Raises InputError."""
    lines = _typed_lines() if source == "-" else text_of(source).splitlines()
    return (line.removeprefix(BOM_UTF8) for line in lines)


def _typed_lines() -> Iterator[bytes]:
    """The lines of standard input, of which any number may come; each line has a limited length. Raises InputError."""
    given = standard_input()
    while line := given.readline(MOST_TEXT + 1):
        if len(line) > MOST_TEXT:
            raise _endless("-")
        yield line


def record_of(source: str, kind: type[R]) -> R:
    """The record in a file of JSON, or on standard input for `-`. Raises InputError."""
    text = text_of(source)
    with input_named(source):
        return decode_sent(text, kind)
