"""The language of the terminal: what its environment asks for, English with --json."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from gettext import NullTranslations, bindtextdomain
from inspect import cleandoc

import click

from referee.messages import Message, Template
from web.wording.catalogue import DOMAIN, ENGLISH, FOLDER, best_language, catalogue, titled

OF_CLICK = (
    "Usage:",
    "Options",
    "Show this message and exit.",
    "%(prog)s, version %(version)s",
    "Error: {message}",
    "Aborted!",
    "No such command {name!r}.",
    "No such option {name!r}.",
    "Option {name!r} does not take a value.",
    "Missing command.",
    "Missing argument",
    "Missing option",
    "Invalid value: {message}",
    "Invalid value for {param_hint}: {message}",
    "{value!r} is not a valid {number_type}.",
    "{value} is not in the range {range}.",
    "{name} {filename!r} does not exist.",
    "{name} {filename!r} is a directory.",
    "{name} {filename!r} is a file.",
    "Could not open file {filename!r}: {message}",
)
"""English texts of click itself, which click translates by gettext."""
OF_CLICK_COUNTED = (
    Template("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments.", "nargs"),
    Template("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})", "n"),
    Template("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)", "possibility"),
)
"""Texts of click with a plural form."""


def language() -> str:
    """The language of the terminal's output."""
    if "--json" in sys.argv:
        return ENGLISH
    set_ones = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next((value for value in set_ones if value), "")
    wanted = os.environ.get("LANGUAGE", "").split(":") if locale not in ("", "C") else []
    return best_language([*filter(None, wanted), locale])


@contextmanager
def click_speaks() -> Iterator[None]:
    """A context in which click's own messages are in the terminal's language: click's gettext reads LANGUAGE."""
    bindtextdomain(DOMAIN, str(FOLDER))
    before, os.environ["LANGUAGE"] = os.environ.get("LANGUAGE"), language()
    try:
        yield
    finally:
        del os.environ["LANGUAGE"]
        if before is not None:
            os.environ["LANGUAGE"] = before


def texts() -> NullTranslations:
    """The catalogue of the terminal's language."""
    return catalogue(language())


def said(message: Message | str) -> str:
    """A message, or the message of a code, in the terminal's language."""
    return titled((Message(message) if isinstance(message, str) else message).said_in(texts()), texts())


def help_texts(command: click.Command) -> list[str]:
    """The texts of a command's help: its description, and the description of each option."""
    options = [one.help for one in command.params if isinstance(one, click.Option) and one.help]
    return [*([cleandoc(command.help)] if command.help else []), *options]


def translated(command: click.Command) -> click.Command:
    """A copy of the command with its help in the language of the terminal."""
    copied = copy(command)
    copied.help, copied.params = command.help and texts().gettext(cleandoc(command.help)), [*map(copy, command.params)]
    for option in copied.params:
        if isinstance(option, click.Option) and option.help:
            option.help = texts().gettext(option.help)
    return copied
