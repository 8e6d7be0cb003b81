"""What the game knows about a reading: nothing vanishes, and the box holds so many of each tile.

It orders the candidates of tiles the camera is unsure of, and asks. It never turns a tile that was read for
certain into another one.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from referee.tiles import Tile
from vision.reading import PlacedTile, lookalikes
from vision.watching import SettledTable, SettledTile, in_rows, is_stray

ASKED_BELOW = 0.9
"""Probability below which people are asked about a tile; calibrated, so at most one in 500 is wrong above it."""
POSSIBLE = 0.03
"""Probability below which a rival is not worth a question."""
VANISHES = 0.005
"""How often a tile is taken off the table against the rules, and one that looks like it is laid."""

InBox = Callable[[Tile], int]
"""How many of a tile the box holds."""


@dataclass(frozen=True)
class Unsure:
    """A tile that a person should settle: set and place in the table, and what it could be."""

    set: int
    place: int
    tile: SettledTile

    def to_json(self) -> dict[str, object]:
        """As the state has it."""
        return {
            "set": self.set,
            "place": self.place,
            "tile": str(self.tile.tile),
            "or": [str(tile) for tile, probability in self.tile.rivals if probability >= POSSIBLE],
            "confidence": round(self.tile.confidence, 3),
        }


def with_knowledge(table: SettledTable, known: Counter[Tile], in_box: InBox) -> SettledTable:
    """The table with its doubtful tiles named as the game makes likeliest.

    `known`: what lay there at the last turn's end, and so lies there still.
    """
    for weigh in (_as_lay_there, _as_the_box_holds):
        table = weigh(table, known, in_box)
    return table


def without_missed(table: SettledTable, known: Counter[Tile]) -> SettledTable:
    """A turn's table: what was read in doubt, is not seen any more and did not lie there before is asked about, as what
    is unread.

    `known`: what lay there at the last turn's end.
    """
    new = _newest(table, known)
    missed = [one.tile for one in unsure(table) if one.tile.is_open and one.tile.key in new]
    if not missed:
        return table
    unread = tuple(PlacedTile(tile.tile, tile.quad, tile.confidence, tile.rivals) for tile in missed)
    tiles = tuple(tile for tile in table.tiles if tile not in missed)
    return in_rows(replace(table, tiles=tiles, unread=(*table.unread, *unread)))


def _newest(table: SettledTable, known: Counter[Tile]) -> set[int]:
    """The keys of the tiles that did not lie there before: of tiles that look alike those that were seen last."""
    left, new = known.copy(), set[int]()
    for tile in sorted(table.tiles, key=lambda tile: tile.key):
        left[tile.tile] -= 1
        if left[tile.tile] < 0:
            new.add(tile.key)
    return new


def _as_lay_there(table: SettledTable, known: Counter[Tile], _in_box: InBox) -> SettledTable:
    """A tile that is missing is one that was taken for another, if one there could be it."""
    while True:
        there = Counter(tile.tile for tile in table.tiles)
        missing, new = known - there, there - known
        found = max(_mistaken(table, missing, new), default=None)
        if found is None:
            return table
        _, place, tile, probability = found
        sure = probability / (probability + VANISHES * (1 - probability))
        table = _named(table, place, tile, min(sure, 0.999))


def _mistaken(
    table: SettledTable, missing: Counter[Tile], new: Counter[Tile]
) -> Iterator[tuple[float, int, Tile, float]]:
    """Tiles that were not there before and could be a missing one: how likely, where, which."""
    for place, tile in enumerate(table.tiles):
        if tile.is_told or not new[tile.tile]:
            continue
        for rival, probability in tile.rivals:
            if missing[rival] and probability >= POSSIBLE:
                yield probability / max(tile.confidence, 1e-6), place, rival, probability


def _as_the_box_holds(table: SettledTable, _known: Counter[Tile], in_box: InBox) -> SettledTable:
    """Of more copies than the box holds the least certain one is another tile, or at least a question."""
    for tile, count in Counter(settled.tile for settled in table.tiles).items():
        copies = sorted(
            (place for place, settled in enumerate(table.tiles) if settled.tile == tile and not settled.is_told),
            key=lambda place: table.tiles[place].confidence,
        )
        for place in copies[: max(0, count - in_box(tile))]:
            table = _other_than(table, place, in_box)
    return table


def _other_than(table: SettledTable, place: int, in_box: InBox) -> SettledTable:
    """The table with one copy too many named as its likeliest rival of which the box holds another."""
    settled = table.tiles[place]
    there = Counter(tile.tile for tile in table.tiles)
    fitting = [(rival, p) for rival, p in settled.rivals if p >= POSSIBLE and there[rival] < in_box(rival)]
    if not fitting:
        return _named(table, place, settled.tile, min(settled.confidence, 0.5))
    rival, probability = fitting[0]
    others = max(1 - settled.confidence, sum(p for _, p in fitting))
    return _named(table, place, rival, probability / others * ASKED_BELOW)


def _named(table: SettledTable, place: int, tile: Tile, confidence: float) -> SettledTable:
    """The table with one tile named anew; what it was named before becomes its first rival."""
    old = table.tiles[place]
    rivals = old.rivals
    if tile != old.tile:
        rivals = ((old.tile, old.confidence), *(rival for rival in rivals if rival[0] != tile))
    new = replace(old, tile=tile, confidence=confidence, rivals=rivals)
    return replace(table, tiles=(*table.tiles[:place], new, *table.tiles[place + 1 :]))


def unsure(table: SettledTable) -> list[Unsure]:
    """The tiles that a person should settle, set after set."""
    return [
        Unsure(set_, place, tile)
        for set_, row in enumerate(table.rows)
        for place, tile in enumerate(row)
        if not tile.is_told and tile.confidence < ASKED_BELOW
    ]


def could_be(unread: PlacedTile) -> tuple[Tile, ...]:
    """What a tile may be that cannot be read, likeliest first; nothing, where it may be none."""
    if is_stray(unread):
        return ()
    return (unread.tile, *(rival for rival, probability in unread.rivals if probability >= POSSIBLE))


def possible_otherwise(table: SettledTable) -> list[tuple[int, int, Tile]]:
    """Every tile that could well be another one: set, place, and what it could be, likeliest first.

    What the camera holds possible, and of a tile it is unsure of also what such tiles are mistaken for.
    """
    found = [
        (probability, set_, place, rival)
        for set_, row in enumerate(table.rows)
        for place, tile in enumerate(row)
        if not tile.is_told
        for rival, probability in _could_be(tile)
    ]
    return [(set_, place, rival) for _, set_, place, rival in sorted(found, key=lambda one: -one[0])]


def _could_be(tile: SettledTile) -> Iterator[tuple[Tile, float]]:
    rivals = dict(tile.rivals)
    yield from ((rival, probability) for rival, probability in rivals.items() if probability >= POSSIBLE)
    if tile.confidence < ASKED_BELOW:
        yield from ((other, 0.0) for other in lookalikes(tile.tile) if rivals.get(other, 0.0) < POSSIBLE)
