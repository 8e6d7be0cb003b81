"""Where matches are kept, and what belongs to them."""

import os
import tempfile
from contextlib import ExitStack
from pathlib import Path

from referee.messages import Message
from tilewatch.commands.inputs import InputError
from tilewatch.language import said

HOME = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tilewatch"
"""Where matches are kept unless another place is named."""


def database_place(given: str | None, is_demo: bool, closing: ExitStack) -> str:
    """Where the journal is; the demo's is thrown away in the end unless a place is named. Raises InputError."""
    if given is not None:
        return given
    if is_demo:
        return str(Path(closing.enter_context(tempfile.TemporaryDirectory(prefix="tilewatch-"))) / "demo.db")
    try:
        HOME.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(said(Message.of("terminal.no-home", place=str(HOME), problem=str(error.strerror)))) from error
    return str(HOME / "matches.db")


def beside(place: str, ending: str, at_home: str) -> Path:
    """What is kept beside a journal's file, of its name with another ending; of a server's journal it is at home."""
    return HOME / at_home if "://" in place else Path(place).with_suffix(ending)
