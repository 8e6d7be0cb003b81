"""The page's own files (scripts, styles, images), under an address that changes with their content.

Browsers keep them for good, and do not ask again; a screen needs some fifty.
"""

import hashlib
from functools import cache
from pathlib import Path

from flask import Flask, Response

FOLDER = Path(__file__).parent / "static"
FOR_GOOD = "public, max-age=31536000, immutable"


def digest(file: Path) -> bytes:
    """The hash of a file's content."""
    return hashlib.sha256(file.read_bytes()).digest()


@cache
def digests() -> dict[str, bytes]:
    """For each file, by its path in the folder, the hash of its content at the program's start."""
    files = sorted(file for file in FOLDER.rglob("*") if file.is_file())
    return {file.relative_to(FOLDER).as_posix(): digest(file) for file in files}


@cache
def version() -> str:
    """A hash of all files: twelve digits, so that it differs from any folder's name."""
    return hashlib.sha256(b"".join(name.encode() + b"\0" + was for name, was in digests().items())).hexdigest()[:12]


def address() -> str:
    """The path under which the files are served."""
    return f"/static/{version()}"


def keep_files(app: Flask) -> None:
    """Serves the files under their address, which templates know as `files`."""
    app.jinja_env.globals["files"] = address()

    @app.get("/static/<string(length=12):asked>/<path:filename>")
    def kept_file(asked: str, filename: str) -> Response:
        answer = app.send_static_file(filename)
        # files updated since the start do not match the address
        is_as_named = asked == version() and digest(FOLDER / filename) == digests().get(filename)
        answer.headers["Cache-Control"] = FOR_GOOD if is_as_named else "no-cache"
        return answer
