"""Which single tile more on a rack would have opened."""

from collections import Counter
from collections.abc import Sequence

from referee.rules import Rules
from referee.solving import OutOfTime, best_play
from referee.table import Table
from referee.tiles import ALL_TILES, Tile


def tiles_that_would_open(rules: Rules, table: Table, rack: Sequence[Tile], out_of_time: OutOfTime) -> list[Tile]:
    """The tiles, not all of them seen, of which one more would make an opening; as far as the time allows."""
    left = {tile: rules.copies_of(tile) for tile in ALL_TILES}
    seen = Counter((*table.tiles(), *rack))
    asked = [tile for tile in ALL_TILES if left[tile] > seen[tile]]
    return [
        tile
        for tile in asked
        if not out_of_time() and best_play(rules, False, table, (*rack, tile), out_of_time).played
    ]
