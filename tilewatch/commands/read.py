"""`tilewatch read IMAGE...`: names the tiles in pictures of a table."""

import json
import sys
from pathlib import Path
from typing import Any

import click
import cv2

from vision.camera.decode import load_picture
from vision.camera.errors import PictureError
from vision.overlay import UNSURE, overlay
from vision.reading.network import ModelMissing
from vision.reading.reader import Reader
from vision.reading.result import TableReading

MANY = 3
"""From so many pictures on a progress bar is shown."""


@click.command(name="read")
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, one for each picture, in order.")
@click.option(
    "--overlay",
    "overlays",
    type=click.Path(path_type=Path, file_okay=False),
    help="Also write each picture there with the reading drawn on it.",
)
def command(images: tuple[Path, ...], as_json: bool, overlays: Path | None) -> None:
    """Names the tiles in pictures of a table, and the sets they lie in.

    Exit status 0; 2 where a picture could not be read (the others are).
    """
    try:
        reader = Reader()
    except ModelMissing as problem:
        click.echo(f"tilewatch read: {problem}", err=True)
        sys.exit(2)
    if overlays is not None:
        _make_folder(overlays)
    bar = click.progressbar(images, file=sys.stderr, hidden=len(images) < MANY or not sys.stderr.isatty())
    with bar as shown:
        good = [_read_one(reader, path, as_json, overlays, len(images) > 1) for path in shown]
    sys.exit(0 if all(good) else 2)


def _read_one(reader: Reader, path: Path, as_json: bool, overlays: Path | None, many: bool) -> bool:
    """Reads and prints one picture; False where it cannot be used."""
    try:
        picture = load_picture(path)
    except PictureError as problem:
        click.echo(f"{path}: {problem}", err=True)
        if as_json:
            click.echo(json.dumps({"image": str(path), "error": str(problem)}))
        return False
    reading = reader.read(picture)
    click.echo(json.dumps(as_object(path, reading)) if as_json else in_words(path if many else None, reading))
    return overlays is None or _write_overlay(overlays / f"{path.stem}.png", overlay(picture, reading))


def as_object(path: Path, reading: TableReading) -> dict[str, Any]:
    """The reading as the command's JSON."""
    tiles = [
        {
            "tile": str(t.tile),
            "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in t.quad],
            "confidence": round(t.confidence, 4),
        }
        for t in reading.tiles
    ]
    return {
        "image": str(path),
        "width": reading.width,
        "height": reading.height,
        "tiles": tiles,
        "sets": [list(row) for row in reading.sets],
        "milliseconds": reading.milliseconds,
    }


def in_words(path: Path | None, reading: TableReading) -> str:
    """The table in notation, a set a line, and what the reading is unsure of."""
    lines = [f"{path}:"] if path else []
    for row in reading.sets:
        doubts = [_doubt(reading, i) for i in row if reading.tiles[i].confidence < UNSURE]
        words = " ".join(str(reading.tiles[i].tile) for i in row)
        lines.append(words + (f"    (unsure: {'; '.join(doubts)})" if doubts else ""))
    if not reading.tiles:
        lines.append("(no tile)")
    return "\n".join(lines)


def _doubt(reading: TableReading, index: int) -> str:
    tile = reading.tiles[index]
    rival = f", perhaps {tile.rivals[0][0]}" if tile.rivals else ""
    return f"{tile.tile} {tile.confidence:.0%}{rival}"


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        click.echo(f"{folder}: cannot be made ({problem.strerror})", err=True)
        sys.exit(2)


def _write_overlay(path: Path, picture: Any) -> bool:
    if not cv2.imwrite(str(path), picture):
        click.echo(f"{path}: cannot be written", err=True)
        return False
    return True
