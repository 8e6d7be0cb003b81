"""A part of a set in which a freed joker lies as the rules ask for."""

from dataclasses import dataclass, replace
from functools import cached_property

from referee.sets import Kind
from referee.solving.tiling.cells import Cell, Cells, tile_of
from referee.solving.tiling.tiling_problem import IN_GROUPS, JokerPlaces
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

    @cached_property
    def free_jokers(self) -> list[Cell]:
        """Its jokers that are not kept, those reckoned as freed first: of a run those of the rack are worth most."""
        return [cell for cell in self.cells if cell.joker and tile_of(cell) not in self.kept]

    @cached_property
    def joker_places(self) -> JokerPlaces:
        """Where those lie that are reckoned as freed."""
        freed, in_groups = self.free_jokers[: self.freed], self.kind is Kind.GROUP
        return frozenset((IN_GROUPS if in_groups else cell.colour, cell.number) for cell in freed)

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
