"""Tiles laid out in rows, in order -> what each of them is: the order gives the names, nothing is typed.

A row of thirteen is one colour from 1 to 13, whichever way it runs; a row of one to four is jokers. The general reading
decides which way, and which row is which colour; where a row does not fit, that is said at once, and where.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from referee.messages import Message, Refusal
from referee.tiles import HIGHEST, JOKER, LOWEST, Colour, Tile
from vision.reading.arrange.lines import Layout, lines
from vision.reading.detections import COLOURS, PlacedTile, Quad, TableReading

Floats = NDArray[np.float64]

FEW = 4
"""A row of at most so many tiles is one of jokers."""
IN_ORDER = 0.4
"""At least this share of a row's numbers is read as the order says, or these are no tiles from 1 to 13."""
UNREAD = 1e-3
"""What a name counts that is not among those a tile was read as."""
SURE_COLOUR, FEW_STRANGERS = 0.95, 2
"""A tile read as another colour so surely is one that was mixed up, where no more than so many of its row are; where
there are more, the general reading mistakes the ink."""
SURE_NUMBER = 0.9
"""A tile read as a number so surely is no joker, unless a person says so."""


class RowsError(Refusal, ValueError):
    """A text that should tell the rows' tiles does not."""


@dataclass(frozen=True, eq=False)
class Lesson:
    """A tile and where it lies: corners (4, 2) in pixels, as it is read."""

    tile: Tile
    quad: Quad


@dataclass(frozen=True, eq=False)
class Complaint:
    """What cannot be taught, and the places that it is about."""

    message: Message
    quads: tuple[Quad, ...] = ()


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


def rows_told(text: str) -> list[list[Tile]]:
    """The rows of "k1-k13; r1-r13; J J". Raises RowsError, NotationError.

    >>> [str(tile) for tile in rows_told("k11-k13; J")[0]]
    ['k11', 'k12', 'k13']
    """
    rows = [_row_told(row) for row in re.split(r"[;\n]", text) if row.strip()]
    if not rows:
        raise RowsError("taught.no-rows")
    return rows


def _row_told(text: str) -> list[Tile]:
    words = re.sub(r"\s*-\s*", "-", text).replace(",", " ").split()
    return [tile for word in words for tile in _range(word)]


def _range(word: str) -> list[Tile]:
    first, dash, last = word.partition("-")
    one = Tile.from_notation(first)
    if not dash:
        return [one]
    other = Tile.from_notation(last)
    if one.colour is None or one.colour != other.colour or one.number is None or other.number is None:
        raise RowsError("taught.no-range", word=word[:20])
    step = 1 if other.number >= one.number else -1
    return [Tile(one.colour, number) for number in range(one.number, other.number + step, step)]


def _rows(tiles: Sequence[PlacedTile]) -> list[list[PlacedTile]]:
    """The rows from the picture's top to its foot, each from left to right as it is read."""
    layout = Layout.of(np.stack([tile.quad for tile in tiles]).astype(np.float64))
    found = lines(layout, list(range(len(tiles))))
    down = np.median(layout.aside, axis=0)
    return [
        [tiles[k] for k in line] for line in sorted(found, key=lambda line: float(layout.centre[line].mean(0) @ down))
    ]


def _as_told(rows: list[list[PlacedTile]], told: Sequence[Sequence[Tile]]) -> Lessons:
    """The rows' tiles as a person says them; each row by itself, where it has as many."""
    if len(rows) != len(told):
        message = Message.of("taught.other-rows", seen=len(rows), told=len(told))
        return Lessons(complaints=(Complaint(message),))
    lessons: list[Lesson] = []
    complaints = []
    for number, (row, names) in enumerate(zip(rows, told, strict=True), 1):
        if len(row) == len(names):
            lessons += _lessons(row, names)
        else:
            message = Message.of("taught.row-has-other", row=number, seen=len(row), told=len(names))
            complaints.append(Complaint(message, _quads(row)))
    return Lessons(tuple(lessons), tuple(complaints))


def _in_order(rows: list[list[PlacedTile]]) -> Lessons:
    """Rows of thirteen by their order, the few that lie apart as jokers."""
    full = [row for row in rows if len(row) == HIGHEST]
    lessons, complaints = _colours_taught(full)
    for number, row in enumerate(rows, 1):
        if len(row) <= FEW:
            complaint = _no_jokers(row, bool(full))
            lessons += [] if complaint else _lessons(row, [JOKER] * len(row))
            complaints += [complaint] if complaint else []
        elif len(row) != HIGHEST:
            complaints.append(_not_thirteen(number, row))
    return Lessons(tuple(lessons), tuple(complaints))


def _colours_taught(rows: list[list[PlacedTile]]) -> tuple[list[Lesson], list[Complaint]]:
    """Rows of thirteen: the colours and ways that fit what is read best, no colour twice."""
    if len(rows) > len(COLOURS):
        return [], [Complaint(Message.of("taught.too-many-rows", n=len(rows)), _quads(rows[-1]))]
    ways = [[_both_ways(row, colour) for colour in COLOURS] for row in rows]
    orders = permutations(range(len(COLOURS)), len(rows))
    best = max(orders, key=lambda order: sum(ways[k][c][0] for k, c in enumerate(order)))
    lessons: list[Lesson] = []
    complaints = []
    for row, way in zip(rows, (ways[k][c] for k, c in enumerate(best)), strict=True):
        complaint = _does_not_fit(row, way[1])
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


def _does_not_fit(row: Sequence[PlacedTile], names: Sequence[Tile]) -> Complaint | None:
    """Why a row of thirteen is not learnt; None: it is."""
    as_read = [placed.tile.number == tile.number for placed, tile in zip(row, names, strict=True)]
    if np.mean(as_read) < IN_ORDER:
        return Complaint(Message.of("taught.not-in-order", read=tuple(placed.tile for placed in row)), _quads(row))
    strangers = _of_another_colour(row, names[0])
    if strangers:
        return Complaint(Message.of("taught.other-colour", read=tuple(p.tile for p in strangers)), _quads(strangers))
    wrong = [p for p, tile, fits in zip(row, names, as_read, strict=True) if not fits and _is_surely_another(p, row)]
    if wrong:
        return Complaint(Message.of("taught.out-of-order", read=tuple(p.tile for p in wrong)), _quads(wrong))
    return None


def _of_another_colour(row: Sequence[PlacedTile], name: Tile) -> list[PlacedTile]:
    """Tiles that are surely read as another colour than most of their row, which is read as its own."""
    own = [p for p in row if p.tile.colour == name.colour]
    strangers = [p for p in row if p.tile.colour not in (name.colour, None) and p.confidence >= SURE_COLOUR]
    return strangers if len(strangers) <= FEW_STRANGERS and len(own) >= len(row) - FEW_STRANGERS else []


def _is_surely_another(placed: PlacedTile, row: Sequence[PlacedTile]) -> bool:
    """Whether it is surely read as a number that another place of the row is surely read as: two changed places."""
    twins = [p for p in row if p is not placed and p.tile.number == placed.tile.number]
    return placed.confidence >= SURE_NUMBER and placed.tile.number is not None and not twins


def _not_thirteen(number: int, row: Sequence[PlacedTile]) -> Complaint:
    """A tile too many or too few: what is read there, and which number is not."""
    read = [placed.tile.number for placed in row]
    missing = [n for n in range(LOWEST, HIGHEST + 1) if n not in read]
    strange = [p for k, p in enumerate(row) if p.tile.number is None or p.tile.number in read[:k]]
    if len(row) < HIGHEST:
        message = Message.of("taught.too-few", row=number, n=len(row), missing=tuple(missing))
        return Complaint(message, _quads(row))
    message = Message.of("taught.too-many", row=number, n=len(row))
    return Complaint(message, _quads(strange or row))


def _no_jokers(row: Sequence[PlacedTile], beside_rows: bool) -> Complaint | None:
    """A few tiles that are surely read as numbers are not taken for jokers, where nothing says that they are."""
    surely = [p for p in row if not p.tile.is_joker and p.confidence >= SURE_NUMBER]
    if beside_rows or len(surely) < len(row):
        return None
    return Complaint(Message.of("taught.are-these-jokers", read=tuple(p.tile for p in surely)), _quads(surely))


def _lessons(row: Sequence[PlacedTile], names: Sequence[Tile]) -> list[Lesson]:
    return [Lesson(tile, quad) for tile, quad in zip(names, _one_way_up(row), strict=True)]


def _one_way_up(row: Sequence[PlacedTile]) -> list[Quad]:
    """The row's quads with the same end up: as most of them are read, weighed by how surely."""
    downs = np.array([(p.quad[3] - p.quad[0]) / max(float(np.linalg.norm(p.quad[3] - p.quad[0])), 1e-6) for p in row])
    weighed = downs * np.array([p.confidence for p in row])[:, None]
    along = downs[0]
    down = along if float((weighed @ along).sum()) >= 0 else -along
    return [p.quad if float(d @ down) >= 0 else np.roll(p.quad, 2, axis=0) for p, d in zip(row, downs, strict=True)]


def _quads(tiles: Sequence[PlacedTile]) -> tuple[Quad, ...]:
    return tuple(tile.quad for tile in tiles)
