"""Which old set each tile of a set of three may be of; and which such sets break "all or three" whichever it is.

Two tiles of an old set in a set of three break the rule, unless three of it lie together elsewhere; of at most four
none are left for that. A tile may have a twin in another old set or on the rack: then it is one of the two, and the set
may lie if in some of these ways nothing is broken.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, compress, product

from referee.rules import COLOURS, SMALLEST_SET, Rules
from referee.sets import Kind, tiles_that_may_free
from referee.solving.jokers.subproblem import Subproblem
from referee.solving.tiling.cells import Cell, Cells, FixedSet, tile_of
from referee.table import Table
from referee.tiles import JOKER, Tile

Origin = int | None
"""An old set; None: none that is asked about, but the rack, a freed joker, what is left of a set asked about before."""
Told = tuple[tuple[Cell, Origin], ...]
"""Cells of a set, those of all its jokers among them, each with its origin."""
LEFT_OVER = SMALLEST_SET - 1
"""So many tiles of an old set in a set of three break the rule."""


@dataclass(frozen=True)
class Origins:
    """The origins of tiles in one search."""

    rules: Rules
    table: Table
    rack: Counter[Tile]
    _never: dict[object, frozenset[Cells]] = field(default_factory=dict, init=False)

    def never_lie(self, subproblem: Subproblem, old: int) -> frozenset[Cells]:
        """The sets of three that may have two tiles of an old set, and break the rule whatever is their origin."""
        old_set = subproblem.old_sets.get(old)
        if old_set is None or not self._breaks(subproblem, old):
            return frozenset()
        key = (old, subproblem.origins_key)
        if key not in self._never:
            self._never[key] = frozenset(three for three in _threes(old_set) if self._never_lies(subproblem, three))
        return self._never[key]

    def _never_lies(self, subproblem: Subproblem, three: Cells) -> bool:
        can_lie = any(self._all_ways(subproblem, three))
        return can_lie and not any(self.ways(subproblem, three))

    def ways(self, subproblem: Subproblem, three: Cells) -> Iterator[tuple[Origin, ...]]:
        """The origins of a set of three in every way that breaks the rule for none of them for certain."""
        for origins in self._all_ways(subproblem, three):
            of_old_sets = {old for old in origins if old is not None and origins.count(old) == LEFT_OVER}
            if not any(self._breaks(subproblem, old) for old in of_old_sets):
                yield origins

    def _all_ways(self, subproblem: Subproblem, three: Cells) -> Iterator[tuple[Origin, ...]]:
        for origins in product(*(self.of(subproblem, cell, kind_of(three)) for cell in three)):
            if self._are_there(subproblem, three, origins):
                yield origins

    def of(self, subproblem: Subproblem, cell: Cell, kind: Kind) -> list[Origin]:
        """Of which old sets a tile or joker may be."""
        tile = JOKER if cell.joker else tile_of(cell)
        found: list[Origin] = [*dict.fromkeys(subproblem.olds_of.get(tile, ()))]
        if cell.joker:
            found = [
                one for one in found if one is not None and held_as(subproblem, subproblem.old_sets[one], cell, kind)
            ]
        return [*found, None] if self._of_none(subproblem, tile) > 0 else found

    def with_two(self, subproblem: Subproblem, three: Cells) -> list[int]:
        """Old sets of which two tiles of a set of three may be."""
        found = Counter(old for cell in three for old in self.of(subproblem, cell, kind_of(three)) if old is not None)
        return [old for old, count in found.items() if count >= LEFT_OVER]

    def told(self, subproblem: Subproblem, three: Cells) -> Iterator[Told]:
        """The ways of a set of three, told of its jokers, and of tiles of old sets that may have two of it."""
        olds = set(self.with_two(subproblem, three))
        matters = [cell.joker or not olds.isdisjoint(self.of(subproblem, cell, kind_of(three))) for cell in three]
        ways = (compress(zip(three, origins, strict=True), matters) for origins in self.ways(subproblem, three))
        yield from dict.fromkeys(map(tuple, ways))

    def of_rack(self, subproblem: Subproblem, told: Told) -> Counter[Tile]:
        """The tiles that are of the rack for certain: of no old set, if all such are there."""
        tiles = [tile_of(cell) for cell, origin in told if origin is None and not cell.joker]
        return Counter(tile for tile in tiles if self._of_none(subproblem, tile) <= subproblem.rack[tile])

    def _breaks(self, subproblem: Subproblem, old: int) -> bool:
        """Whether two tiles of an old set in a set of three break the rule wherever its others lie."""
        is_known = not self.may_be_whole(subproblem, old) and not self.may_be_lent(subproblem, old)
        return is_known and LEFT_OVER <= len(subproblem.old_sets[old].cells) <= SMALLEST_SET + 1

    def may_be_whole(self, subproblem: Subproblem, old: int) -> bool:
        """Whether a third tile may have taken the place of a joker of an old set."""
        return self.rules.jokers_move_freely and any(cell.joker for cell in subproblem.old_sets[old].cells)

    def may_be_lent(self, subproblem: Subproblem, old: int) -> bool:
        """Whether a tile of an old set may have freed a joker elsewhere: it may be no set of three since."""
        cells = subproblem.old_sets[old].cells
        return not self._lendable.isdisjoint(tile_of(cell) for cell in cells if not cell.joker)

    def _are_there(self, subproblem: Subproblem, three: Cells, origins: tuple[Origin, ...]) -> bool:
        """Whether an old set has as many of a tile, and the rack, as are said to be from there."""
        tiles = [JOKER if cell.joker else tile_of(cell) for cell in three]
        asked = list(zip(tiles, origins, strict=True))
        if len(set(asked)) == len(asked):
            return True
        return all(
            count == 1 or count <= self._there(subproblem, tile, origin)
            for (tile, origin), count in Counter(asked).items()
        )

    def _there(self, subproblem: Subproblem, tile: Tile, origin: Origin) -> int:
        return self._of_none(subproblem, tile) if origin is None else subproblem.olds_of[tile].count(origin)

    def _of_none(self, subproblem: Subproblem, tile: Tile) -> int:
        """How many of a tile, or of the jokers, are of no old set."""
        if tile.is_joker:
            return subproblem.freed_jokers + subproblem.rack[JOKER] + subproblem.loose_jokers
        if tile in self._lendable:
            return self._copies[tile]
        return self._copies[tile] - len(subproblem.olds_of.get(tile, ())) - subproblem.gone[tile]

    @cached_property
    def _copies(self) -> Counter[Tile]:
        """How many copies of each tile there are, on the table and the rack."""
        return Counter(self.table.tiles()) + self.rack

    @cached_property
    def _lendable(self) -> frozenset[Tile]:
        return tiles_that_may_free(self.rules, self.table.sets)


def held_as(subproblem: Subproblem, old_set: FixedSet, cell: Cell, kind: Kind) -> list[Cell]:
    """The cells of an old set whose tile, or joker, may lie in a cell of a set."""
    if not cell.joker:
        return [one for one in old_set.cells if not one.joker and tile_of(one) == tile_of(cell)]
    return [
        one
        for one in old_set.cells
        if one.joker and any(tile_of(one) in stands and fits(stands, cell, kind) for stands in subproblem.kept_jokers)
    ]


def fits(stands: frozenset[Tile], cell: Cell, kind: Kind) -> bool:
    """Whether a kept joker may lie in a cell; in a group it has whatever colour it may."""
    tile = tile_of(cell)
    return tile in stands or (kind is Kind.GROUP and any(one.number == tile.number for one in stands))


def kind_of(cells: Cells) -> Kind:
    return Kind.GROUP if cells[0].number == cells[-1].number else Kind.RUN


def _threes(old_set: FixedSet) -> Iterator[Cells]:
    """Every set of three that may have just two tiles of an old one."""
    first, last = old_set.cells[0], old_set.cells[-1]
    if old_set.kind is Kind.GROUP:
        others = [Cell(0, first.number, True), *(Cell(colour, first.number, False) for colour in range(COLOURS))]
        own = [others[0] if cell.joker else cell for cell in old_set.cells]
        yield from {tuple(sorted((*two, other))) for two in combinations(own, LEFT_OVER) for other in others}
        return
    for number in range(max(1, first.number - 1), last.number):
        for jokers in product((False, True), repeat=SMALLEST_SET):
            if not all(jokers):
                yield tuple(Cell(first.colour, number + place, joker) for place, joker in enumerate(jokers))
