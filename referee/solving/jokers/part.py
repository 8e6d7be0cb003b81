"""A part of a set in which a freed joker lies as the rules ask for."""

from dataclasses import dataclass, replace

from referee.sets import Kind
from referee.solving.tiling.cells import Cell, Cells, tile_of
from referee.tiles import Tile


@dataclass(frozen=True)
class Part:
    """Cells of a set: what its freed jokers stand for, how many are of the rack, tiles from the rack, kept jokers."""

    kind: Kind
    cells: Cells = ()
    stands: tuple[Tile, ...] = ()
    rack_jokers: int = 0
    companions: tuple[Tile, ...] = ()
    kept: tuple[Tile, ...] = ()

    @property
    def freed(self) -> int:
        """How many freed jokers."""
        return len(self.stands)

    @property
    def free_jokers(self) -> list[Cell]:
        """Its jokers that are not kept, those reckoned as freed first: of a run those of the rack are worth most."""
        return [cell for cell in self.cells if cell.joker and tile_of(cell) not in self.kept]

    @property
    def freed_jokers(self) -> list[Cell]:
        """Those reckoned as freed."""
        return self.free_jokers[: self.freed]

    @property
    def reckoned(self) -> tuple[Tile, ...]:
        """What those of a run stand for; nothing certain in a group."""
        return () if self.kind is Kind.GROUP else tuple(map(tile_of, self.freed_jokers))

    def with_freed(self, cell: Cell) -> "Part":
        """The part with a freed joker more."""
        return replace(self, cells=(*self.cells, cell._replace(joker=True)), stands=(*self.stands, tile_of(cell)))

    def with_rack_joker(self, cell: Cell) -> "Part":
        """The part with a joker of the rack more."""
        return replace(self, cells=(*self.cells, cell._replace(joker=True)), rack_jokers=self.rack_jokers + 1)

    def with_companion(self, cell: Cell) -> "Part":
        """The part with a tile of the rack more."""
        return replace(self, cells=(*self.cells, cell), companions=(*self.companions, tile_of(cell)))

    def with_tile(self, cell: Cell) -> "Part":
        """The part with a tile from anywhere more."""
        return replace(self, cells=(*self.cells, cell))

    def with_kept(self, cell: Cell) -> "Part":
        """The part with a kept joker more."""
        return replace(self, cells=(*self.cells, cell._replace(joker=True)), kept=(*self.kept, tile_of(cell)))
