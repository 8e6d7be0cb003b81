"""The result of watching at a moment: the settled table, and whether the camera sees it as it is."""

from dataclasses import dataclass, field, replace

import numpy as np

from vision.camera import Picture
from vision.reading import PlacedTile, Quad, rows_of
from vision.watching.tracks import SettledTile


@dataclass(frozen=True, eq=False)
class SettledTable:
    """The table as last seen at rest: its tiles, and its sets as indices into `tiles` in reading order."""

    width: int
    height: int
    tiles: tuple[SettledTile, ...] = ()
    sets: tuple[tuple[int, ...], ...] = ()
    unread: tuple[PlacedTile, ...] = ()
    """Places where tiles lie that cannot be read; their names are guesses."""
    face_down: tuple[Quad, ...] = ()
    """Quads of blank tile-sized objects that lie apart from all read tiles, such as the pool."""

    @property
    def rows(self) -> list[tuple[SettledTile, ...]]:
        """The sets, each as its tiles."""
        return [tuple(self.tiles[place] for place in row) for row in self.sets]


def in_rows(table: SettledTable) -> SettledTable:
    """The table with its tiles arranged in rows anew."""
    if not table.tiles:
        return replace(table, sets=())
    quads = np.stack([tile.quad for tile in table.tiles])
    return replace(table, sets=rows_of([tile.tile for tile in table.tiles], quads))


@dataclass(frozen=True)
class Snapshot:
    """The camera's view of the table. `table`: the tiles when the table last was at rest; `picture`: the picture of it.
    `steady`: no object moves, no hand is seen, and `table` is up to date. `covered`: the view is occluded, for example
    by a hand or glare. `dark`: there is too little light; then it counts as covered, too.
    """

    steady: bool = False
    covered: bool = False
    dark: bool = False
    blank: bool = False
    """Whether the picture shows one colour only, as in too much light; then it counts as covered, too."""
    table: SettledTable = field(default_factory=lambda: SettledTable(0, 0))
    picture: Picture | None = None
    absent: tuple[SettledTile, ...] = ()
    """Places where a player said that no tile lies, although the camera reads or sees one."""
    hidden: tuple[SettledTile, ...] = ()
    """Occluded tiles of the table; they still count as lying there."""
    strange: bool = False
    """Whether another table is seen, or this one from another position; then it counts as covered, too."""
    taken_up: float = 0.0
    """Share of the picture covered by glare and by objects that were put down, 0 to 1."""
    held: tuple[float, float] | None = None
    """Centre of the occlusion that keeps the table from settling, as shares of the picture's width and height."""
    may_go_on: frozenset[int] = frozenset()
    """Keys of tiles beside which their row may continue unseen: at the picture's edge, under an object, or where only
    an enlarged reading finds a face."""
    apart: frozenset[int] = frozenset()
    """Keys of tiles in rows that lay there before the round: they may stand on a rack."""
    played: frozenset[int] = frozenset()
    """Keys of tiles in rows that belong to the game, as players said."""
    number: int = 0
    """How many times the table has settled."""

    @property
    def compared(self) -> tuple[object, ...]:
        """The values by which two snapshots are compared: if they are equal, nothing has changed."""
        held = self.held and tuple(round(3 * part) for part in self.held)
        hidden = tuple(tile.key for tile in self.hidden)
        unseen = hidden, round(self.taken_up, 3), self.may_go_on
        return self.steady, self.covered, self.dark, self.blank, self.strange, held, *unseen, self.number
