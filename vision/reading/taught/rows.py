"""Tiles laid out in rows, in order -> the name of each tile; no name needs to be typed.

A row of thirteen is one colour from 1 to 13, in either direction; a row of one to four is jokers. The general reading
decides the direction and colour of each row. If it cannot, players are asked; if a row does not fit, they are told its
place at once.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import cv2
import numpy as np

from referee.messages import Message
from referee.tiles import HIGHEST, JOKER, Tile
from vision.reading.arrange.rows import Layout, lines
from vision.reading.detections import COLOURS, PlacedTile, Quad, TableReading
from vision.reading.taught.complaints import (
    SIX_AND_NINE,
    Complaint,
    does_not_fit,
    is_colour,
    mixed,
    not_thirteen,
    quads_of,
    read_otherwise,
)
from vision.reading.taught.row_colours import UNREAD, colour_likely, doubted, fit, likeliest, strange, ways_of
from vision.reading.taught.rows_told import Answer, row_written

FEW = 4
"""Number of tiles up to which a short row is a row of jokers; all short rows together hold no more either."""
BESIDE = 1.6
"""Distance between centres, in widths, up to which two tiles may be jokers although they cannot be read."""
ONE_MORE = 0.5
"""Penalty for each tile too many or too few, when the row that a player means is searched among several."""


@dataclass(frozen=True, eq=False)
class Lesson:
    """A tile and its quad: corners (4, 2) in pixels, as it is read.

    `read`: its certain name if that contradicts its place; None: no contradiction.
    """

    tile: Tile
    quad: Quad
    read: Tile | None = None

    def is_told(self, answers: Sequence[Answer]) -> bool:
        """Whether a player confirms that this very face has the name expected at its place."""
        return self.tile in self._here(answers)

    def is_meant(self, answers: Sequence[Answer]) -> bool:
        """Whether the answers are about this very face."""
        return not {self.tile, None}.isdisjoint(self._here(answers))

    def _here(self, answers: Sequence[Answer]) -> list[Tile | None]:
        return [tile for tile, at in answers if cv2.pointPolygonTest(self.quad, at, False) >= 0]


@dataclass(frozen=True, eq=False)
class Lessons:
    """The lessons of a picture, and its complaints; `is_clear`: no row that was named can be mistaken for another."""

    lessons: tuple[Lesson, ...] = ()
    complaints: tuple[Complaint, ...] = ()
    is_clear: bool = False


def lessons_in(reading: TableReading, told: Sequence[Sequence[Tile]] = ()) -> Lessons:
    """The lessons of a picture's rows. `told`: the rows' tiles from the top, if a player names them; otherwise they lie
    in order. If no tile is read at all, two tile-shaped objects side by side count as the tiles that a player names;
    but this is never clear by itself.
    """
    rows = _with_jokers(_rows(reading.tiles), reading)
    if not rows or not (told or reading.tiles):
        return Lessons(complaints=(Complaint(Message.of("taught.no-tiles")),))
    if not told:
        return _in_order(rows)
    found = _as_told(rows, told)
    return found if reading.tiles else replace(found, is_clear=False)


def _rows(tiles: Sequence[PlacedTile]) -> list[list[PlacedTile]]:
    """The rows from the picture's top to its foot, each from left to right as read, all tiles the same way up."""
    if not tiles:
        return []
    layout = Layout.of(np.stack([tile.quad for tile in tiles]).astype(np.float64))
    found = lines(layout, list(range(len(tiles))))
    down = np.median(layout.aside, axis=0)
    found = sorted(found, key=lambda line: float(layout.centre[line].mean(0) @ down))
    return [_one_way_up([tiles[k] for k in line]) for line in found]


def _with_jokers(rows: list[list[PlacedTile]], reading: TableReading) -> list[list[PlacedTile]]:
    """The rows; two single tiles side by side, at least one of them unread, are added below as the jokers."""
    left = [*(row[0] for row in rows if len(row) == 1), *reading.unread]
    pairs = [pair for pair in combinations(left, 2) if pair[1] in reading.unread and _apart(*pair) <= BESIDE]
    if len(pairs) != 1:
        return rows
    return [*(row for row in rows if row[0] not in pairs[0]), list(pairs[0])]


def _apart(one: PlacedTile, other: PlacedTile) -> float:
    """Distance between the centres of two tiles, in widths."""
    return float(np.linalg.norm(one.quad.mean(0) - other.quad.mean(0)) / np.linalg.norm(one.quad[1] - one.quad[0]))


def _as_told(rows: list[list[PlacedTile]], told: Sequence[Sequence[Tile]]) -> Lessons:
    """The rows' tiles as a player names them, in either direction; if there are more rows than named, the best fitting
    ones."""
    if len(rows) < len(told):
        message = Message.of("taught.other-rows", seen=len(rows), told=len(told))
        return Lessons(complaints=(Complaint(message),))
    pairs = _paired(rows, told)
    coloured = [number for number, row, names in pairs if len(row) == len(names) and is_colour(names)][: len(COLOURS)]
    ways = ways_of([rows[number - 1] for number in coloured])
    order = tuple(COLOURS.index(names[0].colour) for number, _, names in pairs if number in coloured)
    others, unclear = ({coloured[k] for k in places} for places in (strange(ways, order), doubted(ways, order)))
    lessons: list[Lesson] = []
    complaints = []
    for number, row, names in pairs:
        complaint = _differs(number, row, names, number in others)
        if complaint is None:
            lessons += _lessons(row, _this_way(row, names))
        else:
            complaints.append(complaint)
    is_clear = not complaints and not unclear and all(_is_known(row, names, rows) for _, row, names in pairs)
    is_clear &= all(one.read is None or one.tile.is_joker for one in lessons)
    return Lessons(tuple(lessons), tuple(complaints), is_clear)


def _paired(
    rows: list[list[PlacedTile]], told: Sequence[Sequence[Tile]]
) -> list[tuple[int, list[PlacedTile], Sequence[Tile]]]:
    """For each named row: its index, the row, and its names."""
    left, are_all = list(enumerate(rows, 1)), len(rows) == len(told)
    pairs = []
    for names in told:
        number, row = left[0] if are_all else max(left, key=lambda one: _fit_told(one[1], names))
        left = [one for one in left if one[0] != number]
        pairs.append((number, row, names))
    return pairs


def _is_known(row: Sequence[PlacedTile], names: Sequence[Tile], rows: Sequence[Sequence[PlacedTile]]) -> bool:
    """Whether no other row can be meant: a colour's row is recognised by its tiles, a row of jokers by its length."""
    if all(tile.is_joker for tile in names):
        return sum(len(one) == len(names) for one in rows) == 1
    return is_colour(names) or all(placed.tile == tile for placed, tile in zip(row, names, strict=True))


def _differs(number: int, row: Sequence[PlacedTile], names: Sequence[Tile], is_strange: bool) -> Complaint | None:
    """Why a row that a player named is not learnt; `is_strange`: it surely has another colour. None: the row is
    learnt."""
    if len(row) != len(names):
        message = Message.of("taught.row-has-other", row=number, seen=len(row), told=len(names))
        return not_thirteen(number, row) if is_colour(names) else Complaint(message, quads_of(row))
    if is_strange:
        return Complaint(Message.of("taught.other-row", row=number, read=(row[0].tile,)), quads_of(row))
    return mixed(row, names[0]) if is_colour(names) else None


def _this_way(row: Sequence[PlacedTile], names: Sequence[Tile]) -> list[Tile]:
    """The names in the direction in which the row runs."""
    return max((list(names), list(names[::-1])), key=lambda way: fit(row, way))


def _fit_told(row: Sequence[PlacedTile], names: Sequence[Tile]) -> float:
    """The fit of a row to these names, by its colours and its number of tiles."""
    colours = {tile.colour: tile for tile in names}.values()
    likely = [sum(colour_likely(placed, tile) for tile in colours) for placed in row]
    return float(np.mean(np.log(np.array(likely) + UNREAD))) - ONE_MORE * abs(len(row) - len(names))


def _in_order(rows: list[list[PlacedTile]]) -> Lessons:
    """The lessons of rows of thirteen in order, with the few tiles that lie apart as jokers."""
    full = [row for row in rows if len(row) == HIGHEST]
    if len(full) > len(COLOURS):
        message = Message.of("taught.too-many-rows", n=len(full))
        return Lessons(complaints=(Complaint(message, quads_of(full[-1])),))
    ways = ways_of(full)
    best = likeliest(ways)
    asked = {id(full[k]) for k in doubted(ways, best)}
    names = {id(row): each[c][1] for row, each, c in zip(full, ways, best, strict=True)}
    few = [row for row in rows if len(row) <= FEW]
    is_rest = any(FEW < len(short) <= HIGHEST - len(row) for short in rows for row in few)  # of a split row
    if sum(map(len, few)) <= FEW and not is_rest:
        names |= {id(row): [JOKER] * len(row) for row in few}
    wrong = [_does_not_teach(number, row, names.get(id(row))) for number, row in enumerate(rows, 1)]
    if not any(wrong):  # otherwise these faults are reported first
        wrong = [_asked(k, rows, names, asked) if id(row) in asked else None for k, row in enumerate(rows)]
    taught = [row for row, one in zip(rows, wrong, strict=True) if one is None and id(row) not in asked]
    lessons = [lesson for row in taught for lesson in _lessons(row, names[id(row)])]
    return Lessons(tuple(lessons), tuple(one for one in wrong if one is not None))


def _does_not_teach(number: int, row: Sequence[PlacedTile], names: Sequence[Tile] | None) -> Complaint | None:
    if names is None:
        return not_thirteen(number, row)
    return None if names[0].is_joker else does_not_fit(row, names)


def _asked(
    place: int, rows: Sequence[Sequence[PlacedTile]], names: Mapping[int, Sequence[Tile]], asked: Collection[int]
) -> Complaint:
    """The question which colour a row has; its value `rows` holds what is known of all rows, "?" for an unknown row."""
    known = ["?" if id(row) in asked else row_written(names[id(row)]) for row in rows]
    return Complaint(Message.of("taught.which-colour", row=place + 1, rows="; ".join(known)), quads_of(rows[place]))


def _lessons(row: Sequence[PlacedTile], names: Sequence[Tile]) -> list[Lesson]:
    read = read_otherwise(row, names)
    return [Lesson(tile, placed.quad, other) for tile, placed, other in zip(names, row, read, strict=True)]


def _one_way_up(row: Sequence[PlacedTile]) -> list[PlacedTile]:
    """The row's tiles with the same end up: the way most of them are read, weighed by confidence."""
    downs = np.array([(p.quad[3] - p.quad[0]) / max(float(np.linalg.norm(p.quad[3] - p.quad[0])), 1e-6) for p in row])
    weighed = downs * np.array([p.confidence for p in row])[:, None]
    along = downs[0]
    down = along if float((weighed @ along).sum()) >= 0 else -along
    return [p if float(d @ down) >= 0 else _turned(p) for p, d in zip(row, downs, strict=True)]


def _turned(placed: PlacedTile) -> PlacedTile:
    """A tile turned by 180 degrees; a six becomes a nine."""
    rivals = tuple((_turned_round(tile), p) for tile, p in placed.rivals)
    return PlacedTile(_turned_round(placed.tile), np.roll(placed.quad, 2, axis=0), placed.confidence, rivals)


def _turned_round(tile: Tile) -> Tile:
    return Tile(tile.colour, 15 - tile.number) if tile.number in SIX_AND_NINE else tile
