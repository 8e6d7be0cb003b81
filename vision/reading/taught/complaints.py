"""What is wrong with a row of tiles that should teach, and where."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from referee.messages import Message
from referee.tiles import HIGHEST, LOWEST, Tile
from vision.reading.detections import PlacedTile, Quad

IN_ORDER = 0.4
"""At least this share of a row's numbers is read as the order says, or these are no tiles from 1 to 13."""
SURE_COLOUR, FEW_STRANGERS = 0.95, 2
"""A tile read as another colour so surely is one that was mixed up, where no more than so many of its row are; where
there are more, the general reading mistakes the ink."""
CONTRADICTS, UPSIDE_DOWN = 0.9, 0.7
"""What is read as another tile than it is told to be is asked about where it is read so surely; where a row shows which
end is up, a six that is read as a nine from the second on. Of 840 sixes and nines in such rows of 105 made-up sets one
is read as the other, with 0.52."""
SIX_AND_NINE = (6, 9)


@dataclass(frozen=True, eq=False)
class Complaint:
    """What cannot be taught, and the places that it is about."""

    message: Message
    quads: tuple[Quad, ...] = ()

    @property
    def insist(self) -> str:
        """How a person answers: a face is what its place says all the same, "J@412,233"; or, beside the rows, which
        faces these are, "@412,233 @450,233"; "": nothing is asked."""
        tiles = self.message.values.get("insist", ("",) if "rows" in self.message.values else None)
        middles = [quad.mean(axis=0) for quad in self.quads]
        return " ".join(f"{tiles[0]}@{x:.0f},{y:.0f}" for x, y in middles) if isinstance(tiles, tuple) else ""


def does_not_fit(row: Sequence[PlacedTile], names: Sequence[Tile]) -> Complaint | None:
    """Why a row of thirteen is not learnt; None: it is."""
    as_read = [placed.tile.number == tile.number for placed, tile in zip(row, names, strict=True)]
    if np.mean(as_read) < IN_ORDER:
        return Complaint(Message.of("taught.not-in-order", read=tuple(placed.tile for placed in row)), quads_of(row))
    return mixed(row, names[0])


def mixed(row: Sequence[PlacedTile], name: Tile) -> Complaint | None:
    """What lies in a row of thirteen that is surely of another colour than `name`, which is of it; None: nothing."""
    strangers = _of_another_colour(row, name)
    if not strangers:
        return None
    return Complaint(Message.of("taught.other-colour", read=tuple(p.tile for p in strangers)), quads_of(strangers))


def is_colour(names: Sequence[Tile]) -> bool:
    """Whether these are a whole colour's."""
    return len(names) == len({tile.number for tile in names}) == HIGHEST and len({tile.colour for tile in names}) == 1


def read_otherwise(row: Sequence[PlacedTile], names: Sequence[Tile]) -> list[Tile | None]:
    """What each tile of a row, all one way up, is surely read as that its place says is another; None: it may be that.

    Where a whole colour lies in order, the order says more than the reading, which strange figures mislead: there only
    sixes and nines count that are each other, and tiles that lie in each other's places.
    """
    if is_colour(names):
        wrong = _changed_places(row, names) + [p for p, t in zip(row, names, strict=True) if _is_other_end(p, t)]
    else:
        wrong = [p for p, tile in zip(row, names, strict=True) if p.tile != tile and p.confidence >= CONTRADICTS]
    return [placed.tile if any(placed is one for one in wrong) else None for placed in row]


def _is_other_end(placed: PlacedTile, name: Tile) -> bool:
    return {placed.tile.number, name.number} == {*SIX_AND_NINE} and placed.confidence >= UPSIDE_DOWN


def _of_another_colour(row: Sequence[PlacedTile], name: Tile) -> list[PlacedTile]:
    """Tiles that are surely read as another colour than most of their row, which is read as its own."""
    own = [p for p in row if p.tile.colour == name.colour]
    strangers = [p for p in row if p.tile.colour not in (name.colour, None) and p.confidence >= SURE_COLOUR]
    return strangers if len(strangers) <= FEW_STRANGERS and len(own) >= len(row) - FEW_STRANGERS else []


def _changed_places(row: Sequence[PlacedTile], names: Sequence[Tile]) -> list[PlacedTile]:
    """Tiles that surely lie in each other's places: whose place one has leads in the end to its own.

    A tile that is read as another, whose own place holds no such stranger, is one that the general reading mistakes.
    """
    at = {name.number: placed for name, placed in zip(names, row, strict=True)}
    strangers = {n: placed.tile.number for n, placed in at.items() if placed.tile.number != n}
    rounds = [_round(n, strangers) for n in strangers]
    return [at[one[0]] for one in rounds if one and np.mean([at[n].confidence for n in one]) >= CONTRADICTS]


def _round(first: int | None, leads: Mapping[int | None, int | None]) -> list[int | None]:
    """The places from the first on, each where the one before leads, back to the first; none: it never comes back."""
    passed = [first]
    while leads.get(passed[-1]) in leads and leads[passed[-1]] not in passed:
        passed.append(leads[passed[-1]])
    return passed if leads.get(passed[-1]) == first else []


def not_thirteen(number: int, row: Sequence[PlacedTile]) -> Complaint:
    """A tile too many or too few: what is read there, and which number is not."""
    read = [placed.tile.number for placed in row]
    missing = [str(n) for n in range(LOWEST, HIGHEST + 1) if n not in read]
    strange = [p for k, p in enumerate(row) if p.tile.number is None or p.tile.number in read[:k]]
    if len(row) < HIGHEST:
        message = Message.of("taught.too-few", row=number, n=len(row), missing=", ".join(missing))
        return Complaint(message, quads_of(row))
    message = Message.of("taught.too-many", row=number, n=len(row))
    return Complaint(message, quads_of(strange or row))


def quads_of(tiles: Sequence[PlacedTile]) -> tuple[Quad, ...]:
    """Where tiles lie."""
    return tuple(tile.quad for tile in tiles)
