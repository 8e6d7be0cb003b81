"""Tiles laid out in rows, in order -> what each of them is: the order gives the names, nothing is typed.

A row of thirteen is one colour from 1 to 13, whichever way it runs; a row of one to four is jokers. The general reading
decides which way, and which row is which colour; where a row does not fit, that is said at once, and where.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from referee.messages import Message
from referee.tiles import HIGHEST, JOKER, LOWEST, Colour, Tile
from vision.reading.arrange.lines import Layout, lines
from vision.reading.detections import COLOURS, PlacedTile, Quad, TableReading
from vision.reading.taught.complaints import (
    SURE_COLOUR,
    Complaint,
    does_not_fit,
    mixed,
    no_jokers,
    not_thirteen,
    quads_of,
)

Floats = NDArray[np.float64]

FEW = 4
"""A row of at most so many tiles is one of jokers."""
UNREAD = 1e-3
"""What a name counts that is not among those a tile was read as."""
ONE_MORE = 0.5
"""What a tile too many or too few counts against a row, where it is told which of several rows is meant."""


@dataclass(frozen=True, eq=False)
class Lesson:
    """A tile and where it lies: corners (4, 2) in pixels, as it is read."""

    tile: Tile
    quad: Quad


@dataclass(frozen=True, eq=False)
class Lessons:
    """What a picture teaches, and what it does not."""

    lessons: tuple[Lesson, ...] = ()
    complaints: tuple[Complaint, ...] = ()


def lessons_in(reading: TableReading, told: Sequence[Sequence[Tile]] = ()) -> Lessons:
    """What a picture's rows teach. `told`: the rows' tiles from the top, where a person says them; else in order."""
    if not reading.tiles:
        return Lessons(complaints=(Complaint(Message.of("taught.no-tiles")),))
    rows = _rows(reading.tiles)
    return _as_told(rows, told) if told else _in_order(rows)


def _rows(tiles: Sequence[PlacedTile]) -> list[list[PlacedTile]]:
    """The rows from the picture's top to its foot, each from left to right as it is read."""
    layout = Layout.of(np.stack([tile.quad for tile in tiles]).astype(np.float64))
    found = lines(layout, list(range(len(tiles))))
    down = np.median(layout.aside, axis=0)
    return [
        [tiles[k] for k in line] for line in sorted(found, key=lambda line: float(layout.centre[line].mean(0) @ down))
    ]


def _as_told(rows: list[list[PlacedTile]], told: Sequence[Sequence[Tile]]) -> Lessons:
    """The rows' tiles as a person says them, whichever way each runs; of more rows that lie there, those that fit."""
    if len(rows) < len(told):
        message = Message.of("taught.other-rows", seen=len(rows), told=len(told))
        return Lessons(complaints=(Complaint(message),))
    left, are_all = list(enumerate(rows, 1)), len(rows) == len(told)
    lessons: list[Lesson] = []
    complaints = []
    for names in told:
        number, row = left[0] if are_all else max(left, key=lambda one: _fit_told(one[1], names))
        left = [one for one in left if one[0] != number]
        complaint = _differs(number, row, names)
        if complaint is None:
            lessons += _lessons(row, _this_way(row, names))
        else:
            complaints.append(complaint)
    return Lessons(tuple(lessons), tuple(complaints))


def _differs(number: int, row: Sequence[PlacedTile], names: Sequence[Tile]) -> Complaint | None:
    """Why a row is not learnt of which a person says what it is; a whole colour's is looked at as if nobody had."""
    is_colour = len(names) == len({tile.number for tile in names}) == HIGHEST and len({t.colour for t in names}) == 1
    if len(row) != len(names):
        message = Message.of("taught.row-has-other", row=number, seen=len(row), told=len(names))
        return not_thirteen(number, row) if is_colour else Complaint(message, quads_of(row))
    if is_colour and sum(p.tile.colour != names[0].colour and p.confidence >= SURE_COLOUR for p in row) > len(row) / 2:
        return Complaint(Message.of("taught.other-colour", read=tuple(p.tile for p in row)), quads_of(row))
    return mixed(row, _this_way(row, names)) if is_colour else None


def _this_way(row: Sequence[PlacedTile], names: Sequence[Tile]) -> list[Tile]:
    """The names as the row runs: as they are said, or backwards."""
    return max((list(names), list(names[::-1])), key=lambda way: _fit(row, way))


def _fit_told(row: Sequence[PlacedTile], names: Sequence[Tile]) -> float:
    """How well a row fits these names: by its tiles' colour, and by how many there are."""
    colours = {tile.colour: tile for tile in names}.values()
    likely = [sum(_colour_likely(placed, tile) for tile in colours) for placed in row]
    return float(np.mean(np.log(np.array(likely) + UNREAD))) - ONE_MORE * abs(len(row) - len(names))


def _in_order(rows: list[list[PlacedTile]]) -> Lessons:
    """Rows of thirteen by their order, the few that lie apart as jokers."""
    full = [row for row in rows if len(row) == HIGHEST]
    lessons, complaints = _colours_taught(full)
    for number, row in enumerate(rows, 1):
        if len(row) <= FEW:
            complaint = no_jokers(row, bool(full))
            lessons += [] if complaint else _lessons(row, [JOKER] * len(row))
            complaints += [complaint] if complaint else []
        elif len(row) != HIGHEST:
            complaints.append(not_thirteen(number, row))
    return Lessons(tuple(lessons), tuple(complaints))


def _colours_taught(rows: list[list[PlacedTile]]) -> tuple[list[Lesson], list[Complaint]]:
    """Rows of thirteen: the colours and ways that fit what is read best, no colour twice."""
    if len(rows) > len(COLOURS):
        return [], [Complaint(Message.of("taught.too-many-rows", n=len(rows)), quads_of(rows[-1]))]
    ways = [[_both_ways(row, colour) for colour in COLOURS] for row in rows]
    orders = permutations(range(len(COLOURS)), len(rows))
    best = max(orders, key=lambda order: sum(ways[k][c][0] for k, c in enumerate(order)))
    lessons: list[Lesson] = []
    complaints = []
    for row, way in zip(rows, (ways[k][c] for k, c in enumerate(best)), strict=True):
        complaint = does_not_fit(row, way[1])
        if complaint is None:
            lessons += _lessons(row, way[1])
        else:
            complaints.append(complaint)
    return lessons, complaints


def _both_ways(row: Sequence[PlacedTile], colour: Colour) -> tuple[float, list[Tile]]:
    """How well the row fits this colour upwards or downwards, and its tiles then."""
    upwards = [Tile(colour, number) for number in range(LOWEST, HIGHEST + 1)]
    return max(((_fit(row, way), way) for way in (upwards, upwards[::-1])), key=lambda one: one[0])


def _fit(row: Sequence[PlacedTile], names: Sequence[Tile]) -> float:
    return sum(
        float(np.log(_colour_likely(placed, tile) + UNREAD) + np.log(_number_likely(placed, tile) + UNREAD))
        for placed, tile in zip(row, names, strict=True)
    )


def _named(placed: PlacedTile) -> list[tuple[Tile, float]]:
    return [(placed.tile, placed.confidence), *placed.rivals]


def _colour_likely(placed: PlacedTile, tile: Tile) -> float:
    return sum(p for other, p in _named(placed) if other.colour == tile.colour)


def _number_likely(placed: PlacedTile, tile: Tile) -> float:
    return sum(p for other, p in _named(placed) if other.number == tile.number)


def _lessons(row: Sequence[PlacedTile], names: Sequence[Tile]) -> list[Lesson]:
    return [Lesson(tile, quad) for tile, quad in zip(names, _one_way_up(row), strict=True)]


def _one_way_up(row: Sequence[PlacedTile]) -> list[Quad]:
    """The row's quads with the same end up: as most of them are read, weighed by how surely."""
    downs = np.array([(p.quad[3] - p.quad[0]) / max(float(np.linalg.norm(p.quad[3] - p.quad[0])), 1e-6) for p in row])
    weighed = downs * np.array([p.confidence for p in row])[:, None]
    along = downs[0]
    down = along if float((weighed @ along).sum()) >= 0 else -along
    return [p.quad if float(d @ down) >= 0 else np.roll(p.quad, 2, axis=0) for p, d in zip(row, downs, strict=True)]
