"""What a command is given: JSON from a file or standard input, or one clear line and exit status 2."""

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import click


class Unusable(click.ClickException):
    """The input cannot be used; the message is the one line that says what is wrong and where."""

    exit_code = 2

    def show(self, file: object = None) -> None:
        """Prints the message alone, on standard error."""
        click.echo(self.format_message(), err=True)


@contextmanager
def unusable_if_wrong(place: str) -> Iterator[None]:
    """Turns a ValueError about the input (no tile, no rules, ...) into one line that names the place."""
    try:
        yield
    except ValueError as error:
        raise Unusable(f"{place_of(place)}: {error}") from error


def place_of(source: str) -> str:
    """How a message names a source: the file, or standard input for `-`."""
    return "standard input" if source == "-" else source


def json_object(source: str) -> Mapping[str, object]:
    """The JSON object in a file, or on standard input for `-`.

    Raises Unusable: no such file, not text, not JSON, not an object.
    """
    place = place_of(source)
    try:
        text = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    except OSError as error:
        raise Unusable(f"{place}: {error.strerror or error}") from error
    try:
        written = json.loads(text.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise Unusable(f"{place}: not JSON ({error})") from error
    with unusable_if_wrong(place):
        return an_object(written, "the input")


def an_object(value: object, what: str) -> Mapping[str, object]:
    """A value that has to be a JSON object. Raises ValueError, naming what is not."""
    if not isinstance(value, Mapping):
        raise ValueError(f"{what}: not an object {{…}}")
    return value


def only_known(written: Mapping[str, object], *known: str) -> None:
    """Nothing, if an object has only known keys. Raises ValueError, naming the first other."""
    for key in written:
        if key not in known:
            raise ValueError(f'"{key}" is not known here ({", ".join(known)})')
