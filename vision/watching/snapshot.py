"""What the camera sees of the table at a moment: the settled table, and whether it is seen as it lies."""

from dataclasses import dataclass, field, replace

import numpy as np

from vision.camera import Picture
from vision.reading import PlacedTile, Quad, rows_of
from vision.watching.tracks import SettledTile


@dataclass(frozen=True, eq=False)
class SettledTable:
    """What lies there once nothing moves: its tiles, and its sets as indices into them in reading order."""

    width: int
    height: int
    tiles: tuple[SettledTile, ...] = ()
    sets: tuple[tuple[int, ...], ...] = ()
    unread: tuple[PlacedTile, ...] = ()
    """Where tiles lie that cannot be read; their names are guesses."""
    face_down: tuple[Quad, ...] = ()
    """Where something as large as a tile lies apart from them all, without a figure: the pool, say."""

    @property
    def rows(self) -> list[tuple[SettledTile, ...]]:
        """Its sets, tile by tile."""
        return [tuple(self.tiles[place] for place in row) for row in self.sets]


def in_rows(table: SettledTable) -> SettledTable:
    """The table with its tiles arranged in rows anew."""
    if not table.tiles:
        return replace(table, sets=())
    quads = np.stack([tile.quad for tile in table.tiles])
    return replace(table, sets=rows_of([tile.tile for tile in table.tiles], quads))


@dataclass(frozen=True)
class Snapshot:
    """What the camera sees. `table`: what lay there when it was steady last, and the `picture` of it.

    `steady`: nothing moves, no hand is there, and `table` is what lies there. `covered`: by a hand, say, or blinded;
    `dark`: there is no light to see by (then it counts as covered, too).
    """

    steady: bool = False
    covered: bool = False
    dark: bool = False
    table: SettledTable = field(default_factory=lambda: SettledTable(0, 0))
    picture: Picture | None = None
    absent: tuple[SettledTile, ...] = ()
    """Where a person said that no tile lies, though one is read there, or seen and not read."""
    hidden: tuple[SettledTile, ...] = ()
    """Tiles of the table that something lies over: they still count as lying there."""
    strange: bool = False
    """Whether another table is seen, or this one from elsewhere; then it counts as covered, too."""
    taken_up: float = 0.0
    """Part of the picture that glare takes up, or things which were put down, 0 to 1."""
    held: tuple[float, float] | None = None
    """The middle of what holds the table back, as parts of the picture's width and height."""
    may_go_on: frozenset[int] = frozenset()
    """Keys of the tiles beside which another may lie in their row, where the picture ends or a thing lies."""
    number: int = 0
    """Counts the times that the table settled."""

    @property
    def compared(self) -> tuple[object, ...]:
        """What is compared to know whether anything is another than before."""
        held = self.held and tuple(round(3 * part) for part in self.held)
        hidden = tuple(tile.key for tile in self.hidden)
        unseen = hidden, round(self.taken_up, 3), self.may_go_on
        return self.steady, self.covered, self.dark, self.strange, held, *unseen, self.number
