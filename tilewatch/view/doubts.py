"""The game's prior for a reading: committed tiles do not vanish, and the box holds a fixed number of each tile.

This prior renames tiles that the camera is unsure of, and leads to questions. It never renames a tile that was read
with certainty.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from referee.tiles import Tile
from vision.reading import Likeness, PlacedTile, is_run_out_of_order, likeness, lookalikes
from vision.watching import SettledTable, SettledTile, in_rows, is_stray

ASKED_BELOW = 0.9
"""Probability below which the players are asked about a tile. Probabilities are calibrated: above it at most one tile
in 500 is wrong."""
POSSIBLE = 0.03
"""Probability below which a rival name is ignored."""
VANISHES = 0.005
"""Prior probability that a tile is taken off the table against the rules while a similar tile is laid."""
ASTRAY = 0.03
"""Prior odds that a run was laid out of order, against in order."""

InBox = Callable[[Tile], int]
"""Gives the number of copies of a tile in the box."""


@dataclass(frozen=True)
class Unsure:
    """A tile that a person should check: index of its set, index in the set, and the tiles that it could be."""

    set: int
    place: int
    tile: SettledTile

    def to_json(self) -> dict[str, object]:
        """The tile as the state has it."""
        return {
            "set": self.set,
            "place": self.place,
            "tile": str(self.tile.tile),
            "or": [str(tile) for tile, probability in self.tile.rivals if probability >= POSSIBLE],
            "confidence": round(self.tile.confidence, 3),
        }


def with_knowledge(table: SettledTable, known: Counter[Tile], in_box: InBox) -> SettledTable:
    """The table with its doubtful tiles renamed to the names that the game makes likeliest.

    `known`: the committed tiles, which lay on the table at the last turn's end and must still lie there.
    """
    for weigh in (_as_lay_there, _as_the_box_holds, _as_runs_lie):
        table = weigh(table, known, in_box)
    return table


def without_missed(table: SettledTable, known: Counter[Tile]) -> SettledTable:
    """The table of a turn, with doubtful tiles that are no longer seen turned into unread places, so that the players
    are asked; committed tiles stay.

    `known`: the committed tiles.
    """
    new = newest(table, known)
    missed = [one.tile for one in unsure(table) if one.tile.is_open and one.tile.key in new]
    if not missed:
        return table
    unread = tuple(PlacedTile(tile.tile, tile.quad, tile.confidence, tile.rivals) for tile in missed)
    tiles = tuple(tile for tile in table.tiles if tile not in missed)
    return in_rows(replace(table, tiles=tiles, unread=(*table.unread, *unread)))


def newest(table: SettledTable, known: Counter[Tile]) -> set[int]:
    """The keys of the tiles that are not committed; of equal tiles the newest keys."""
    left, new = known.copy(), set[int]()
    for tile in sorted(table.tiles, key=lambda tile: tile.key):
        left[tile.tile] -= 1
        if left[tile.tile] < 0:
            new.add(tile.key)
    return new


def _as_lay_there(table: SettledTable, known: Counter[Tile], _in_box: InBox) -> SettledTable:
    """Renames doubtful new tiles to missing committed tiles if these are among their likely names."""
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
    """Candidates for a missing tile among the new tiles: probability ratio to the present name, index of the tile,
    other name, its probability."""
    for place, tile in enumerate(table.tiles):
        if tile.is_told or not new[tile.tile]:
            continue
        for rival, probability in tile.rivals:
            if missing[rival] and probability >= POSSIBLE:
                yield probability / max(tile.confidence, 1e-6), place, rival, probability


def _as_the_box_holds(table: SettledTable, _known: Counter[Tile], in_box: InBox) -> SettledTable:
    """Renames the least certain copies of a tile that exceed the box, or makes them doubtful."""
    for tile, count in Counter(settled.tile for settled in table.tiles).items():
        copies = sorted(
            (place for place, settled in enumerate(table.tiles) if settled.tile == tile and not settled.is_told),
            key=lambda place: table.tiles[place].confidence,
        )
        for place in copies[: max(0, count - in_box(tile))]:
            table = _other_than(table, place, in_box)
    return table


def _as_runs_lie(table: SettledTable, _known: Counter[Tile], _in_box: InBox) -> SettledTable:
    """Renames a doubtful tile if its row is a run in any case, but in order only with the other name."""
    for places in table.sets:
        row = [table.tiles[place].tile for place in places]
        if is_run_out_of_order(row):
            found = max(_in_order(table, places, row), default=None)
            if found is not None:
                table = _named(table, *found[1:], table.tiles[found[1]].confidence)
    return table


def _in_order(table: SettledTable, places: Sequence[int], row: Sequence[Tile]) -> Iterator[tuple[float, int, Tile]]:
    """The doubtful tiles of a run out of order whose rival puts it in order: probability ratio to the present name,
    index of the tile, other name."""
    for at, place in enumerate(places):
        tile = table.tiles[place]
        if tile.is_told or tile.confidence >= ASKED_BELOW:
            continue
        for rival, probability in tile.rivals:
            is_likelier = probability > ASTRAY * tile.confidence
            if is_likelier and likeness([*row[:at], rival, *row[at + 1 :]]) is Likeness.WHOLE:
                yield probability / tile.confidence, place, rival


def _other_than(table: SettledTable, place: int, in_box: InBox) -> SettledTable:
    """The table with one surplus copy renamed to its likeliest rival of which the box holds another."""
    settled = table.tiles[place]
    there = Counter(tile.tile for tile in table.tiles)
    fitting = [(rival, p) for rival, p in settled.rivals if p >= POSSIBLE and there[rival] < in_box(rival)]
    if not fitting:
        return _named(table, place, settled.tile, min(settled.confidence, 0.5))
    rival, probability = fitting[0]
    others = max(1 - settled.confidence, sum(p for _, p in fitting))
    return _named(table, place, rival, probability / others * ASKED_BELOW)


def _named(table: SettledTable, place: int, tile: Tile, confidence: float) -> SettledTable:
    """The table with one tile renamed; its former name becomes its first rival."""
    old = table.tiles[place]
    rivals = old.rivals
    if tile != old.tile:
        rivals = ((old.tile, old.confidence), *(rival for rival in rivals if rival[0] != tile))
    new = replace(old, tile=tile, confidence=confidence, rivals=rivals)
    return replace(table, tiles=(*table.tiles[:place], new, *table.tiles[place + 1 :]))


def unsure(table: SettledTable) -> list[Unsure]:
    """The tiles that a person should check, set after set."""
    return [
        Unsure(set_, place, tile)
        for set_, row in enumerate(table.rows)
        for place, tile in enumerate(row)
        if not tile.is_told and tile.confidence < ASKED_BELOW
    ]


def could_be(unread: PlacedTile) -> tuple[Tile, ...]:
    """The possible names of an unread place, likeliest first; empty: it may be no tile."""
    if is_stray(unread):
        return ()
    return (unread.tile, *(rival for rival, probability in unread.rivals if probability >= POSSIBLE))


def possible_otherwise(table: SettledTable) -> list[tuple[int, int, Tile]]:
    """Every tile that could well be another: index of the set, index in the set, and the other name, likeliest first.

    The names are the camera's rivals; for a tile in doubt also those that such tiles are mistaken for.
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
