"""`tilewatch COMMAND`: the commands of the notation's command line."""

import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import Any

import click

from tilewatch.language import click_speaks, said, translated

COMMANDS = {
    "read": "names the tiles in pictures of a table",
    "teach": "learns a set of tiles from pictures of it",
    "check": "says whether a photograph's table is allowed, or a turn",
    "judge": "says whether a turn was legal, and why not",
    "score": "scores a round from what is left on the racks",
    "solve": "finds the best play for a rack and a table",
    "rules": "prints a preset's rules with their sources",
    "cameras": "lists the cameras that can be opened",
    "play": "runs the game: the camera watches, a page shows it",
    "club": "runs the page for all tables of a club",
    "certificate": "ends the warning of phones' browsers once for all",
    "backup": "copies a table's matches as they stand now",
    "restore": "puts such a copy back",
    "pictures": "writes misread turns as labelled pictures",
    "import": "copies a table's matches to another database",
}
"""Each command lives in tilewatch/commands/NAME.py as `command`."""
INTERRUPTED = 130
"""Exit status of a command that Ctrl-C ended, as in shells."""


def command_named(name: str) -> click.Command:
    """The command of COMMANDS of that name."""
    command = importlib.import_module(f"tilewatch.commands.{name}").command
    assert isinstance(command, click.Command)
    return command


@contextmanager
def mistakes_in_one_line() -> Iterator[None]:
    """A context that reports wrong arguments, and files that cannot be read or written, as one line, like any input
    that cannot be used.
    """
    try:
        yield
    except click.exceptions.NoArgsIsHelpError:
        raise
    except click.UsageError as error:
        from tilewatch.commands.inputs import InputError

        command = _command_of(error)
        raise InputError(f"{command}: {error.format_message()} ({command} --help)") from error
    except KeyboardInterrupt:  # click would end with status 1, which says "no"
        click.echo("\n" + said("Aborted!"), err=True)
        sys.exit(INTERRUPTED)
    except BrokenPipeError:  # the reader of the output has closed it; status 1 would mean "no"
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(2)
    except OSError as error:
        from tilewatch.commands.inputs import InputError

        where = f"{error.filename}: " if error.filename else ""
        raise InputError(f"tilewatch: {where}{error.strerror or error}") from error


def _command_of(error: click.UsageError) -> str:
    """The command whose arguments are wrong; for an option without its value click does not name it."""
    if error.ctx is not None:
        return error.ctx.command_path
    group = click.get_current_context(silent=True)
    return f"{group.command_path} {group.invoked_subcommand}" if group else "tilewatch"


class LazyCommands(click.Group):
    """A group of commands that imports a command's module only when it runs, with help in the terminal's language."""

    def main(self, *given: Any, **more: Any) -> Any:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")  # a terminal that cannot show a letter shows a question mark
        with click_speaks():
            return super().main(*given, **more)

    def make_context(self, *given: Any, **more: Any) -> click.Context:
        with mistakes_in_one_line():
            return super().make_context(*given, **more)

    def invoke(self, ctx: click.Context) -> Any:
        with mistakes_in_one_line():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return translated(command_named(cmd_name)) if cmd_name in COMMANDS else None

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        click.Group.format_help(translated(self), ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(said("commands")):
            formatter.write_dl([(name, said(what)) for name, what in COMMANDS.items()])


@click.group(cls=LazyCommands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tilewatch")
def main() -> None:
    """A companion for the physical game of Rummikub."""
