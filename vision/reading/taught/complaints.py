"""Complaints about a row of tiles that should teach a set, with the place in the picture."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from referee.messages import Message
from referee.tiles import HIGHEST, LOWEST, Tile
from vision.reading.detections import PlacedTile, Quad

IN_ORDER = 0.4
"""Share of a row's numbers that must be read in order; below it, the row is not the tiles from 1 to 13."""
SURE_COLOUR = 0.95
"""Probability of another colour from which a tile does not belong to its row."""
FEW_STRANGERS = 2
"""Greatest number of tiles of another colour in a row; if there are more, the general reading misjudges the ink."""
CONTRADICTS = 0.9
"""Confidence from which a question is asked about a tile whose name differs from the name expected at its place."""
UPSIDE_DOWN = 0.7
"""Confidence from which a six counts as read as a nine, or the reverse, where the row shows which end is up. Of 840
sixes and nines in such rows of 105 made-up sets one is misread, with 0.52.
"""
SIX_AND_NINE = (6, 9)


@dataclass(frozen=True, eq=False)
class Complaint:
    """A reason why faces cannot be learnt, and their quads."""

    message: Message
    quads: tuple[Quad, ...] = ()

    @property
    def insist(self) -> str:
        """A player's answer to the complaint.

        "J@412,233": this face has the name expected at its place. "@412,233 @450,233", beside the rows: the faces in
        question. "": no question.
        """
        tiles = self.message.values.get("insist", ("",) if "rows" in self.message.values else None)
        middles = [quad.mean(axis=0) for quad in self.quads]
        return " ".join(f"{tiles[0]}@{x:.0f},{y:.0f}" for x, y in middles) if isinstance(tiles, tuple) else ""


def does_not_fit(row: Sequence[PlacedTile], names: Sequence[Tile]) -> Complaint | None:
    """The reason why a row of thirteen is not learnt; None: it can be learnt."""
    as_read = [placed.tile.number == tile.number for placed, tile in zip(row, names, strict=True)]
    if np.mean(as_read) < IN_ORDER:
        return Complaint(Message.of("taught.not-in-order", read=tuple(placed.tile for placed in row)), quads_of(row))
    return mixed(row, names[0])


def mixed(row: Sequence[PlacedTile], name: Tile) -> Complaint | None:
    """A complaint about tiles in a row of thirteen that surely have another colour than tile `name`; None: no such
    tiles.
    """
    strangers = _of_another_colour(row, name)
    if not strangers:
        return None
    return Complaint(Message.of("taught.other-colour", read=tuple(p.tile for p in strangers)), quads_of(strangers))


def is_colour(names: Sequence[Tile]) -> bool:
    """Whether these tiles are all thirteen of one colour."""
    return len(names) == len({tile.number for tile in names}) == HIGHEST and len({tile.colour for tile in names}) == 1


def read_otherwise(row: Sequence[PlacedTile], names: Sequence[Tile]) -> list[Tile | None]:
    """For each tile of a row (one way up), its certain name if it differs from the name expected at its place; None: no
    difference.

    Where a whole colour lies in order, the order is more reliable than the reading of unusual figures. There, only
    sixes and nines taken for each other count, and tiles that lie in each other's places.
    """
    if is_colour(names):
        wrong = _changed_places(row, names) + [p for p, t in zip(row, names, strict=True) if _is_other_end(p, t)]
    else:
        wrong = [p for p, tile in zip(row, names, strict=True) if p.tile != tile and p.confidence >= CONTRADICTS]
    return [placed.tile if any(placed is one for one in wrong) else None for placed in row]


def _is_other_end(placed: PlacedTile, name: Tile) -> bool:
    return {placed.tile.number, name.number} == {*SIX_AND_NINE} and placed.confidence >= UPSIDE_DOWN


def _of_another_colour(row: Sequence[PlacedTile], name: Tile) -> list[PlacedTile]:
    """The tiles surely read as another colour, in a row most of whose tiles are read as its own colour."""
    own = [p for p in row if p.tile.colour == name.colour]
    strangers = [p for p in row if p.tile.colour not in (name.colour, None) and p.confidence >= SURE_COLOUR]
    return strangers if len(strangers) <= FEW_STRANGERS and len(own) >= len(row) - FEW_STRANGERS else []


def _changed_places(row: Sequence[PlacedTile], names: Sequence[Tile]) -> list[PlacedTile]:
    """The tiles that surely lie in each other's places: following each tile from its place to its proper place leads
    back to the start. A tile with another name, whose proper place holds no other tile, is merely misread.
    """
    at = {name.number: placed for name, placed in zip(names, row, strict=True)}
    strangers = {n: placed.tile.number for n, placed in at.items() if placed.tile.number != n}
    rounds = [_round(n, strangers) for n in strangers]
    return [at[one[0]] for one in rounds if one and np.mean([at[n].confidence for n in one]) >= CONTRADICTS]


def _round(first: int | None, leads: Mapping[int | None, int | None]) -> list[int | None]:
    """The places visited from the first on, each following `leads`, until the first is reached again; empty: it is
    never reached."""
    passed = [first]
    while leads.get(passed[-1]) in leads and leads[passed[-1]] not in passed:
        passed.append(leads[passed[-1]])
    return passed if leads.get(passed[-1]) == first else []


def not_thirteen(number: int, row: Sequence[PlacedTile]) -> Complaint:
    """A complaint about a row with too many or too few tiles: the names read, and the missing numbers."""
    read = [placed.tile.number for placed in row]
    missing = [str(n) for n in range(LOWEST, HIGHEST + 1) if n not in read]
    strange = [p for k, p in enumerate(row) if p.tile.number is None or p.tile.number in read[:k]]
    if len(row) < HIGHEST:
        message = Message.of("taught.too-few", row=number, n=len(row), missing=", ".join(missing))
        return Complaint(message, quads_of(row))
    message = Message.of("taught.too-many", row=number, n=len(row))
    return Complaint(message, quads_of(strange or row))


def quads_of(tiles: Sequence[PlacedTile]) -> tuple[Quad, ...]:
    """The quads of these tiles."""
    return tuple(tile.quad for tile in tiles)
