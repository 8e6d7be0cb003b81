"""How many of each tile lie on the table, and how many are still unseen."""

from collections import Counter
from dataclasses import dataclass

from referee.rules.options import Rules
from referee.table import Table
from referee.tiles import ALL_TILES, Tile


@dataclass(frozen=True, slots=True)
class Count:
    """One kind of tile: how many lie on the table, how many the box holds."""

    tile: Tile
    on_table: int
    in_box: int

    @property
    def unseen(self) -> int:
        """How many are on racks and in the pool together; never below none."""
        return max(0, self.in_box - self.on_table)

    @property
    def too_many(self) -> int:
        """How many more lie there than the box holds: a doubt about the reading, not a fault."""
        return max(0, self.on_table - self.in_box)


@dataclass(frozen=True, slots=True)
class Census:
    """Every kind of tile, counted."""

    counts: tuple[Count, ...]

    @property
    def on_table(self) -> int:
        """Tiles on the table."""
        return sum(count.on_table for count in self.counts)

    @property
    def unseen(self) -> int:
        """Tiles on racks and in the pool together."""
        return sum(count.unseen for count in self.counts)

    @property
    def doubts(self) -> tuple[Count, ...]:
        """The kinds of which more lie there than any box holds."""
        return tuple(count for count in self.counts if count.too_many)

    def to_json(self) -> dict[str, dict[str, int]]:
        """For each tile how many are on the table and how many unseen."""
        return {str(one.tile): {"on_table": one.on_table, "unseen": one.unseen} for one in self.counts}


def census(rules: Rules, table: Table) -> Census:
    """The census of a table.

    >>> counted = census(Rules(), Table.from_notation("r4 r5 r6\\nr4 b4 J"))
    >>> counted.on_table, counted.unseen, counted.doubts
    (6, 100, ())
    """
    lies: Counter[Tile] = table.multiset()
    return Census(tuple(Count(tile, lies[tile], rules.jokers if tile.is_joker else rules.copies) for tile in ALL_TILES))
