"""Which groups are tried first: such as lay there, as they are or with a tile more."""

from collections import Counter

from referee.rules import COLOURS, NUMBERS
from referee.solving.tiling.cells import TILES
from referee.solving.tiling.group_transitions import Grouped
from referee.table import Table

LikelyGroups = tuple[frozenset[tuple[Grouped, ...]], ...]
"""By number (place 0 is not used): what all groups of it may hold together, by colour."""


def likely_groups(table: Table) -> LikelyGroups:
    """What groups that lie on a table hold, and the same with a tile of any colour more."""
    rows = ([tile for tile in row if not tile.is_joker] for row in table)
    grouped = Counter(tile for row in rows if len({tile.number for tile in row}) == 1 for tile in row)
    counts = ([grouped[of_colour[number]] for of_colour in TILES] for number in range(NUMBERS))
    return (frozenset(), *map(_with_one_more, counts))


def _with_one_more(counts: list[int]) -> frozenset[tuple[Grouped, ...]]:
    more = ([count + (colour == one) for colour, count in enumerate(counts)] for one in range(-1, COLOURS))
    return frozenset(tuple((count, 0) for count in some) for some in more)
