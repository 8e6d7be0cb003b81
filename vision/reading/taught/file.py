"""A set of tiles as one file: saved for the next evening, exported, imported."""

import io
import lzma
import os
import tokenize
import zipfile
import zlib
from pathlib import Path
from typing import IO

import cv2
import numpy as np
from PIL import Image

from referee.messages import Refusal
from referee.tiles import NotationError, Tile
from vision.reading.taught.example import PATCH, Example, Source
from vision.reading.taught.taught_set import TaughtSet, newest

LARGEST = 8_000_000
"""Greatest size of such a file in bytes; a taught set takes some 200,000."""
MOST_EXAMPLES = 600
LONGEST_NAME = 40
KIND = "tilewatch set "
FORM = f"{KIND}1"
"""Identifier of the file format and its version."""
NO_TURN = (-1, -1)
"""The turn stored for examples that no turn proved, and assumed in files from before turns were stored."""
_QUALITY = [cv2.IMWRITE_JPEG_QUALITY, 95, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444]
UNREADABLE = (
    *(OSError, ValueError, KeyError, TypeError, EOFError, SyntaxError, OverflowError, MemoryError, NotationError),
    tokenize.TokenError,  # an array's header is parsed as Python
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, RuntimeError, cv2.error),
    Image.DecompressionBombError,
)
"""Errors that damage in such a file may cause; RuntimeError: it seems encrypted, or of an unsupported kind."""


class NoSet(Refusal, ValueError):
    """This file is no taught set."""


def bytes_of_set(taught: TaughtSet) -> bytes:
    """A set's vouched examples as a file's content, which `saved_set` and `read_set` read."""
    file = io.BytesIO()
    patches = [one.patch for one in taught.vouched]
    sheet = np.concatenate(patches) if patches else np.zeros(PATCH, np.uint8)
    np.savez(
        file,
        form=np.array(FORM),
        name=np.array(taught.name[:LONGEST_NAME]),
        mark=np.array(taught.mark),
        marks=np.array([one.mark for one in taught.vouched], "U8"),
        tiles=np.array([str(one.tile) for one in taught.vouched], "U3"),
        told=np.array([one.source for one in taught.vouched], np.uint8),
        turns=np.array([one.turn or NO_TURN for one in taught.vouched], np.int64).reshape(-1, 2),
        sheet=np.asarray(cv2.imencode(".jpg", sheet, _QUALITY)[1], np.uint8).ravel(),
    )
    return file.getvalue()


def saved_set(path: Path) -> TaughtSet:
    """The set in a file. Raises NoSet: the file is no set, or cannot be read; FileNotFoundError: there is no such
    file."""
    with path.open("rb") as file:
        if os.fstat(file.fileno()).st_size > LARGEST:
            raise NoSet("taught.no-set")
        return read_set(file)


def read_set(file: IO[bytes]) -> TaughtSet:
    """The set in an open file. Raises NoSet."""
    try:
        with zipfile.ZipFile(file) as packed:
            if sum(part.file_size for part in packed.infolist()) > LARGEST:
                raise ValueError("larger than any set")
        with np.load(file, allow_pickle=False) as arrays:
            form = str(arrays["form"])
            if form != FORM:
                raise NoSet("taught.other-version" if form.startswith(KIND) else "taught.no-set")
            parts = {name: np.asarray(arrays[name]) for name in ("name", "tiles", "told", "sheet")}
            parts["mark"] = np.asarray(arrays.get("mark", ""))
            parts["marks"] = np.asarray(arrays.get("marks", [""] * len(parts["tiles"])), "U8")
            parts["turns"] = np.asarray(arrays.get("turns", [NO_TURN] * len(parts["tiles"])), np.int64).reshape(-1, 2)
        return _set_of(parts)
    except NoSet:
        raise
    except UNREADABLE as problem:
        raise NoSet("taught.no-set") from problem


def _set_of(parts: dict[str, np.ndarray]) -> TaughtSet:
    tiles, sources = parts["tiles"], parts["told"]
    is_as_long = sources.shape == tiles.shape == parts["marks"].shape and len(parts["turns"]) == len(sources)
    if tiles.ndim != 1 or not is_as_long or len(tiles) > MOST_EXAMPLES:
        raise ValueError("not a set")
    height, width, _ = PATCH
    size = width, height * max(len(tiles), 1)
    coded = np.asarray(parts["sheet"], np.uint8)
    with Image.open(io.BytesIO(coded.tobytes()), formats=("JPEG",)) as claimed:
        if claimed.size != size:
            raise ValueError("not a set")  # checked before memory is allocated for the size it claims
    sheet = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    if sheet is None:
        raise ValueError("not a set")
    patches = np.asarray(sheet, np.uint8).reshape(-1, *PATCH)
    known_by = [Source.TOLD if one is True else Source(one) for one in sources.tolist()]
    turns = [None if one == NO_TURN else one for one in ((int(a), int(b)) for a, b in parts["turns"])]
    examples = (
        Example(Tile.from_notation(str(tile)), patch, source=source, turn=turn, kept_as=str(mark))
        for tile, patch, source, turn, mark in zip(tiles, patches, known_by, turns, parts["marks"], strict=False)
    )
    name, mark = (str(parts[part])[:LONGEST_NAME] for part in ("name", "mark"))
    "".join((name, mark, *map(str, parts["marks"]))).encode()  # half a character cannot be sent to a page
    if not mark:  # the file is older than marks; empty sets differ only in their names
        mark = f"{zlib.crc32(name.encode(), zlib.crc32(coded.tobytes())):08x}"
    return TaughtSet(name, newest(tuple(examples)), mark)
