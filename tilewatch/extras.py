"""Optional dependencies (extras), and the command that installs one in the way this program was installed."""

import json
import os
import re
import shlex
import sys
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

NAME = "tilewatch"


def is_missing(module: str) -> bool:
    """Whether a module is not installed."""
    try:
        return find_spec(module) is None
    except (ImportError, ValueError):
        return True


def what_brings(module: str, extra: str) -> str:
    """The sentence that names the missing module and the command that installs it."""
    return f"{module} is missing, which the extra `{extra}` brings: {command_for(extra)}"


def command_for(extra: str, prefix: Path | None = None) -> str:
    """The command that installs an extra beside this program; `prefix`: the environment that it runs in."""
    prefix = prefix or Path(sys.prefix)
    parts = " ".join(map(_quoted, parts_of(extra))) or _quoted(f"{NAME}[{extra}]")
    if (prefix / "pipx_metadata.json").exists():
        return f"pipx inject {NAME} {parts}"
    python = _quoted(sys.executable)
    if (prefix / "uv-receipt.toml").exists():
        return f"uv pip install --python {python} {parts}"
    clone = _clone()
    if clone is not None:
        return f"{python} -m pip install --editable {_quoted(f'{clone}[{extra}]')}"
    return f"{python} -m pip install {parts}"


def _quoted(word: str) -> str:
    """A word quoted for this system's shell: Windows knows double quotes alone; a bare `>` would write a file."""
    return f'"{word}"' if os.name == "nt" else shlex.quote(word)


def parts_of(extra: str) -> list[str]:
    """The requirements of an extra, in pip's form."""
    found = _installed()
    wanted = re.compile(rf"""\s*;\s*extra\s*==\s*['"]{re.escape(extra)}['"]$""")
    required = (found.requires or []) if found is not None else []
    return [wanted.sub("", one) for one in required if wanted.search(one)]


def _clone() -> Path | None:
    """The folder of a clone that is installed in editable form; None: the program is installed in another way."""
    found = _installed()
    origin = json.loads((found.read_text("direct_url.json") if found is not None else None) or "{}")
    if not origin.get("dir_info", {}).get("editable"):
        return None
    return Path(url2pathname(urlsplit(origin.get("url", "")).path))


def _installed() -> Distribution | None:
    try:
        return distribution(NAME)
    except PackageNotFoundError:
        return None
