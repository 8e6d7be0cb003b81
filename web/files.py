"""The page's own files (scripts, looks, drawings), under an address that changes when one of them does.

A browser keeps what it has got from there, and asks again for nothing; a screen brings some fifty of them.
"""

import hashlib
from functools import cache
from pathlib import Path

from flask import Flask, Response

FOLDER = Path(__file__).parent / "static"
FOR_GOOD = "public, max-age=31536000, immutable"


@cache
def version() -> str:
    """What changes when a file does: twelve digits, so that no folder is called so."""
    digest = hashlib.sha256()
    for file in sorted(file for file in FOLDER.rglob("*") if file.is_file()):
        digest.update(file.relative_to(FOLDER).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:12]


def address() -> str:
    """Where the files are asked for."""
    return f"/static/{version()}"


def keep_files(app: Flask) -> None:
    """Offers the files there; templates begin their addresses with `files`."""
    app.jinja_env.globals["files"] = address()

    @app.get("/static/<string(length=12):asked>/<path:filename>")
    def kept_file(asked: str, filename: str) -> Response:
        answer = app.send_static_file(filename)
        answer.headers["Cache-Control"] = FOR_GOOD if asked == version() else "no-cache"
        return answer
