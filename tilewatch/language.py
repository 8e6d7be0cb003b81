"""The language of the terminal: what its environment asks for, English with --json."""

import os
import sys
from gettext import NullTranslations
from inspect import cleandoc

import click

from referee.messages import Message
from web.wording.catalogue import ENGLISH, best_language, catalogue


def language() -> str:
    """The language in which a command speaks."""
    if "--json" in sys.argv:
        return ENGLISH
    set_ones = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next((value for value in set_ones if value), "")
    wanted = os.environ.get("LANGUAGE", "").split(":") if locale not in ("", "C") else []
    return best_language([*filter(None, wanted), locale])


def texts() -> NullTranslations:
    """The catalogue of that language."""
    return catalogue(language())


def said(message: Message | str) -> str:
    """A message, or that of a code, in the language of the terminal."""
    return (Message(message) if isinstance(message, str) else message).said_in(texts())


def help_texts(command: click.Command) -> list[str]:
    """What the help of a command says: what the command does, and each option."""
    options = [one.help for one in command.params if isinstance(one, click.Option) and one.help]
    return [*([cleandoc(command.help)] if command.help else []), *options]


def translated(command: click.Command) -> click.Command:
    """The command with its help in the language of the terminal."""
    command.help = command.help and texts().gettext(cleandoc(command.help))
    for option in command.params:
        if isinstance(option, click.Option) and option.help:
            option.help = texts().gettext(option.help)
    return command
