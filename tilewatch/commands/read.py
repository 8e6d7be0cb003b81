"""`tilewatch read IMAGE...`: names the tiles in pictures of a table."""

import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import click
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from referee.messages import Message
from tilewatch.commands.inputs import InputError, complain, in_one_line, refusing
from tilewatch.language import said
from vision.camera import MOST_FILE_PIXELS, PictureError, Pixels, load_picture, mirror_image
from vision.overlay import UNSURE, overlay
from vision.reading import (
    Gallery,
    ModelMissing,
    NoSet,
    Reader,
    TableReading,
    TaughtSet,
    as_sent,
    has_doubts,
    is_mirrored,
    read_as_one_set,
    saved_set,
)
from vision.watching import of_one_table, read_still

Read = Callable[[Pixels], TableReading]
ReadUpright = Callable[[Pixels], tuple[TableReading, bool]]
"""Reads a picture; also returns whether the picture is mirrored."""

MANY = 3
"""Number of pictures from which a progress bar is shown."""
DRAWN_BY, TILEWATCH = "Software", "Tilewatch"
"""Key and value in a PNG that mark an overlay of this program: only such files are overwritten."""


@dataclass(frozen=True)
class Output:
    """The form of the output: as JSON, with overlays written to a folder, with the pictures' names. `taken`: paths that
    must not be written: pictures to read, and overlays just written.
    """

    as_json: bool
    overlays: Path | None
    has_names: bool
    taken: set[Path]

    def place_of(self, image: str) -> Path | None:
        """The path of a picture's overlay, different for each picture; None: overlays are not written."""
        if self.overlays is None:
            return None
        endings = (f"-{number}" if number > 1 else "" for number in count(1))
        places = (self.overlays / f"{Path(image).stem}{ending}.png" for ending in endings)
        place = next(one for one in places if one.resolve() not in self.taken and _is_free(one))
        self.taken.add(place.resolve())
        return place


@click.command(name="read")
@click.argument("images", nargs=-1, required=True, type=click.Path(readable=False))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line, one for each picture, in order.")
@click.option(
    "--still", is_flag=True, help="The pictures show one table on which nothing moves: read together, one answer."
)
@click.option(
    "--one-set", is_flag=True, help="The pictures show one set of tiles in one light: doubtful tiles are compared."
)
@click.option(
    "--set", "file", type=click.Path(path_type=Path), help="The file that `tilewatch teach` made of this set of tiles."
)
@click.option(
    "--overlay",
    "overlays",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder: each picture is also written there, with the reading drawn on it.",
)
def command(
    images: tuple[str, ...], as_json: bool, still: bool, one_set: bool, file: Path | None, overlays: Path | None
) -> None:
    """Names the tiles in pictures of a table, and the sets they lie in.

    Exit status 0; 2 where a picture could not be read (the others are).
    """
    if still and one_set:
        raise click.UsageError(said("terminal.still-or-one-set"))
    with refusing(ModelMissing):
        reader, taught = Reader(), _taught(file)
    reader.taught = reader.learn(taught.examples)
    if overlays is not None:
        _make_folder(overlays)
    output = Output(as_json, overlays, len(images) > 1 and not still, {Path(image).resolve() for image in images})
    if still:
        good = _read_still(_beside(reader, taught), images, output)
    elif one_set:
        good = _read_one_set(reader, taught, images, output)
    else:
        good = _read_each(_beside(reader, taught), images, output)
    sys.exit(0 if good else 2)


def _taught(file: Path | None) -> TaughtSet:
    """The taught set in a file. Raises InputError."""
    try:
        return saved_set(file) if file is not None else TaughtSet()
    except NoSet as problem:
        raise InputError(f"{file}: {said(problem.message)}") from problem
    except OSError as problem:
        raise InputError(f"{file}: {problem.strerror}") from problem


def _beside(reader: Reader, taught: TaughtSet) -> Read:
    """A function that reads one picture, and judges doubtful tiles by the taught set."""
    gallery = Gallery()
    gallery.use(taught)
    return lambda picture: gallery.judged(picture, reader.read(picture))


def _read_each(read: Read, images: Sequence[str], output: Output) -> bool:
    """Reads the pictures one by one and prints each reading; returns False if any of them cannot be used."""
    bar = click.progressbar(images, file=sys.stderr, hidden=len(images) < MANY or not sys.stderr.isatty())
    good = True
    with bar as shown:
        for image in shown:
            good = _answer(image, _load(image), partial(_upright, read), output) and good
    return good


def _read_still(read: Read, images: Sequence[str], output: Output) -> bool:
    """Reads pictures of one still table together, prints the reading under the last name; False if any is left out."""
    pictures = [_load(image) for image in images]
    there = {place: picture for place, picture in enumerate(pictures) if not isinstance(picture, PictureError)}
    same = [list(there)[place] for place in of_one_table(list(there.values()))]
    for place, (image, picture) in enumerate(zip(images, pictures, strict=True)):
        if place not in same:
            why = picture.message if isinstance(picture, PictureError) else "terminal.another-table"
            complain(f"{image}: {said(why)}")
    if not same:
        return False
    image, picture = images[same[-1]], there[same[-1]]
    reading = read_still(read, [there[place] for place in same])
    return _tell(image, picture, reading, output, images=len(same)) and len(same) == len(images)


def _read_one_set(reader: Reader, taught: TaughtSet, images: Sequence[str], output: Output) -> bool:
    """Reads pictures of one set in one light; the taught set and sure tiles of the others improve each reading."""
    pictures = [_load(image) for image in images]
    there = [picture for picture in pictures if not isinstance(picture, PictureError)]
    readings = iter(read_as_one_set(there, [reader.read(picture) for picture in there], taught))
    good = True
    for image, picture in zip(images, pictures, strict=True):
        good = _answer(image, picture, lambda _: (next(readings), False), output) and good
    return good


def _load(image: str) -> Pixels | PictureError:
    """The decoded picture, or the reason why it cannot be used."""
    try:
        return load_picture(Path(image), MOST_FILE_PIXELS)
    except PictureError as problem:
        return problem


def _answer(image: str, picture: Pixels | PictureError, read: ReadUpright, output: Output) -> bool:
    """Prints a picture's reading, or the reason why the picture cannot be used; returns False on an error."""
    if not isinstance(picture, PictureError):
        reading, mirrored = read(picture)
        if mirrored:
            complain(said(Message.of("terminal.mirrored", image=image)))
        return _tell(image, picture, reading, output, **({"mirrored": True} if mirrored else {}))
    why = said(picture.message)
    complain(f"{image}: {why}")
    if output.as_json:
        click.echo(json.dumps({"image": image, "error": why}))
    return False


def _upright(read: Read, picture: Pixels) -> tuple[TableReading, bool]:
    """The reading of a picture, and whether the picture is mirrored; then the reading is that of its mirror image."""
    reading = read(picture)
    if not has_doubts(reading):
        return reading, False
    other = read(mirror_image(picture))
    return (as_sent(other), True) if is_mirrored(reading, other) else (reading, False)


def _tell(image: str, picture: Pixels, reading: TableReading, output: Output, **more: object) -> bool:
    """Prints a reading and writes its overlay; returns False if the overlay cannot be written."""
    if output.as_json:
        click.echo(json.dumps(as_object(image, reading) | more))
    else:
        click.echo(in_words(image if output.has_names else None, reading))
    place = output.place_of(image)
    return place is None or write_overlay(place, overlay(picture, reading))


def as_object(image: str, reading: TableReading) -> dict[str, Any]:
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
        "image": image,
        "width": reading.width,
        "height": reading.height,
        "tiles": tiles,
        "sets": [list(row) for row in reading.sets],
        "milliseconds": reading.milliseconds,
    }


def in_words(image: str | None, reading: TableReading) -> str:
    """The table in notation, one set a line, and the doubts of the reading."""
    lines = [f"{in_one_line(image)}:"] if image else []
    for row in reading.sets:
        doubts = [_doubt(reading, i) for i in row if reading.tiles[i].confidence < UNSURE]
        words = " ".join(str(reading.tiles[i].tile) for i in row)
        lines.append(words + (f"    {said(Message.of('terminal.unsure', doubts='; '.join(doubts)))}" if doubts else ""))
    if not reading.tiles:
        lines.append(said("terminal.no-tile"))
    return "\n".join(lines)


def _doubt(reading: TableReading, index: int) -> str:
    tile = reading.tiles[index]
    if not tile.rivals:
        return f"{tile.tile} {tile.confidence:.0%}"
    share, other = f"{tile.confidence:.0%}", str(tile.rivals[0][0])
    return said(Message.of("terminal.perhaps", tile=str(tile.tile), share=share, other=other))


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        complain(said(Message.of("terminal.not-made", place=str(folder), problem=str(problem.strerror))))
        sys.exit(2)


def _is_free(path: Path) -> bool:
    """Whether an overlay may be written here: there is no file, or an overlay of an earlier run."""
    try:
        with Image.open(path) as there:
            return there.info.get(DRAWN_BY) == TILEWATCH
    except (OSError, ValueError):
        return not os.path.lexists(path)


def write_overlay(path: Path, picture: Pixels) -> bool:
    """Writes a picture as PNG with the mark of an overlay; on an error prints a line and returns False."""
    marked = PngInfo()
    marked.add_text(DRAWN_BY, TILEWATCH)
    try:
        Image.fromarray(picture[:, :, ::-1]).save(path, compress_level=1, pnginfo=marked)
    except OSError:
        complain(said(Message.of("terminal.not-written", place=str(path))))
        return False
    return True
