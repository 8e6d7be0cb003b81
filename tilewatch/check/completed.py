"""Completes a photograph by an earlier photograph of the same table: tiles that both show count once.

The tiles common to both give the homography between them; the rest of the first is laid beside the second.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import Tile
from tilewatch.check.one_table import at_edge
from tilewatch.check.seen import Seen
from vision.camera import Pixels
from vision.reading import Quad, centres, widths
from vision.watching import SettledTable, SettledTile, in_rows

LEAST_COMMON = 3
"""Tiles that occur once in each photograph and are common to both, from which the homography is estimated."""
OFF = 0.35
"""Tile widths by which a corner may miss the homography."""
FITTING = 0.7
"""Least fraction of the common corners that must fit the homography."""
UPON = 0.6
"""Tile widths between two centres below which two detections are the same tile."""
AROUND = 1.0
"""Tile widths shown around the tiles that are added."""
LARGEST = 2.0
"""Most by which a photograph's width or height may grow, as a factor."""

Matrix = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Shown:
    """A photograph, (H, W, 3) BGR, and its reading, in its pixels."""

    pixels: Pixels
    seen: Seen


def completed(now: Shown, first: Shown, lacking: Counter[Tile]) -> Shown:
    """The newer photograph, completed with tiles that only `first` shows: those outside the newer picture and, of the
    tiles that must lie there (`lacking`), those it does not show. Unchanged if too little is common."""
    matrix = homography(first.seen.table.tiles, now.seen.table.tiles)
    if matrix is None:
        return now
    height, width = now.pixels.shape[:2]
    there = [replace(tile, quad=moved(tile.quad, matrix)) for tile in first.seen.table.tiles]
    added = tuple(_missing(now.seen.table.tiles, there, (width, height), lacking.copy()))
    low, high = _bounds(added, (width, height))
    if not added or ((high - low) > LARGEST * np.array([width, height])).any():
        return now
    shift = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]])
    size = int(high[0] - low[0]), int(high[1] - low[1])
    pixels = np.asarray(cv2.warpPerspective(first.pixels, shift @ matrix, size), np.uint8)
    pixels[-low[1] : height - low[1], -low[0] : width - low[0]] = now.pixels
    tiles = tuple(replace(tile, quad=(tile.quad - low).astype(np.float32)) for tile in (*now.seen.table.tiles, *added))
    unread = tuple(replace(one, quad=(one.quad - low).astype(np.float32)) for one in now.seen.table.unread)
    table = in_rows(SettledTable(*size, tiles, (), unread))
    return Shown(pixels, replace(now.seen, table=table, ends=_open_ends(now.seen, first.seen, added, there)))


def homography(tiles: Sequence[SettledTile], others: Sequence[SettledTile]) -> Matrix | None:
    """The homography from the pixels of one photograph to another's, (3, 3), by the tiles that both show; None: too few
    are common, or they do not fit."""
    ours, theirs = _by_name(tiles), _by_name(others)
    common = sorted(ours.keys() & theirs.keys(), key=str)
    if len(common) < LEAST_COMMON:
        return None
    here, there = (np.concatenate([quads[tile] for tile in common]) for quads in (ours, theirs))
    off = OFF * float(np.median(widths(there.reshape(-1, 4, 2))))
    matrix, fits = cv2.findHomography(here, there, cv2.RANSAC, off)
    return None if matrix is None or fits.mean() < FITTING else np.asarray(matrix, np.float64)


def _by_name(tiles: Sequence[SettledTile]) -> dict[Tile, NDArray[np.float32]]:
    """The quads of the tiles that occur once."""
    count = Counter(tile.tile for tile in tiles)
    return {tile.tile: tile.quad for tile in tiles if count[tile.tile] == 1}


def moved(quad: Quad, matrix: Matrix) -> Quad:
    """A quad, (4, 2) pixels, in the photograph to which a homography leads."""
    return np.asarray(cv2.perspectiveTransform(quad[None].astype(np.float64), matrix)[0], np.float32)


def _missing(
    now: Sequence[SettledTile], moved: Sequence[SettledTile], size: tuple[int, int], lacking: Counter[Tile]
) -> Iterator[SettledTile]:
    """The tiles of the first photograph to add, with quads in the newer; a tile that was moved is not added."""
    middles = centres(np.stack([tile.quad for tile in now]))
    more = Counter(tile.tile for tile in moved) - Counter(tile.tile for tile in now)
    for tile in moved:
        is_outside = bool((tile.quad < 0).any() or (tile.quad > np.array(size)).any())
        if not is_upon(tile.quad, middles) and more[tile.tile] > 0 and (is_outside or lacking[tile.tile] > 0):
            more[tile.tile] -= 1
            lacking[tile.tile] -= 1
            yield tile


def is_upon(quad: Quad, middles: NDArray[np.floating]) -> bool:
    """Whether the centre of a tile's quad (4, 2) is near one of these centres (N, 2) of tiles, in pixels."""
    return bool((np.linalg.norm(middles - quad.mean(axis=0), axis=1) < _near(quad)).any())


def _bounds(added: Sequence[SettledTile], size: tuple[int, int]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The lowest and highest corner of the picture that holds the newer photograph and the added tiles, in the newer's
    pixels."""
    corners: list[NDArray[np.floating]] = [np.array([[0, 0], size], np.float64)]
    for tile in added:
        room = AROUND * float(widths(tile.quad[None])[0])
        corners += [tile.quad - room, tile.quad + room]
    every = np.concatenate(corners)
    return np.floor(every.min(axis=0)).astype(np.intp), np.ceil(every.max(axis=0)).astype(np.intp)


def _open_ends(now: Seen, first: Seen, added: Sequence[SettledTile], moved: Sequence[SettledTile]) -> frozenset[int]:
    """The keys of tiles beside which another may lie outside both photographs."""
    open_first = at_edge(first)
    closed = [tile.quad.mean(axis=0) for tile in moved if tile.key not in open_first]
    at = {tile.key: tile.quad for tile in now.table.tiles}
    seen_whole = {
        key for key, quad in at.items() for middle in closed if np.linalg.norm(quad.mean(axis=0) - middle) < _near(quad)
    }
    return (at_edge(now) - seen_whole) | {tile.key for tile in added if tile.key in open_first}


def _near(quad: NDArray[np.float32]) -> float:
    return UPON * float(widths(quad[None])[0])
