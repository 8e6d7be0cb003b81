"""The page's own files (scripts, looks, drawings), under an address that changes when one of them does.

A browser keeps what it has got from there, and asks again for nothing; a screen brings some fifty of them.
"""

import hashlib
from functools import cache
from pathlib import Path

from flask import Flask, Response

FOLDER = Path(__file__).parent / "static"
FOR_GOOD = "public, max-age=31536000, immutable"


def digest(file: Path) -> bytes:
    """What a file has in it, in short."""
    return hashlib.sha256(file.read_bytes()).digest()


@cache
def digests() -> dict[str, bytes]:
    """The digest of every file as it was when the program began, by its name in the folder."""
    files = sorted(file for file in FOLDER.rglob("*") if file.is_file())
    return {file.relative_to(FOLDER).as_posix(): digest(file) for file in files}


@cache
def version() -> str:
    """What changes when a file does: twelve digits, so that no folder is called so."""
    return hashlib.sha256(b"".join(name.encode() + b"\0" + was for name, was in digests().items())).hexdigest()[:12]


def address() -> str:
    """Where the files are asked for."""
    return f"/static/{version()}"


def keep_files(app: Flask) -> None:
    """Offers the files there; templates begin their addresses with `files`."""
    app.jinja_env.globals["files"] = address()

    @app.get("/static/<string(length=12):asked>/<path:filename>")
    def kept_file(asked: str, filename: str) -> Response:
        answer = app.send_static_file(filename)
        # an update that comes while the program runs is not what the address says
        is_as_named = asked == version() and digest(FOLDER / filename) == digests().get(filename)
        answer.headers["Cache-Control"] = FOR_GOOD if is_as_named else "no-cache"
        return answer
