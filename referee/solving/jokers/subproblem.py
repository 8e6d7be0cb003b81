"""One account of the jokers on the table as a tiling problem."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import product

from referee.rules import COLOURS, NUMBERS, Rules
from referee.solving.tiling.cells import COLOUR_ORDER, TILES, Cell, Cells, FixedSet, tile_of
from referee.solving.tiling.tiling_problem import NONE, Counts, TilingProblem
from referee.tiles import JOKER, Tile

NO_TILES: Counter[Tile] = Counter()
Stands = frozenset[Tile]
"""The tiles for which a kept joker may stand."""


@dataclass(frozen=True)
class Subproblem:
    """The tiles to lay under one account of the jokers, and the constraints on these jokers.

    `table`: numbered tiles that must be laid; `rack`: tiles and jokers that may be laid.
    `kept_jokers`: for each kept joker, the tiles it may go on standing for. `freed_jokers`: number of jokers of the
    table that may stand for any tile; `jokers_to_place` of them still have to be laid with tiles from the rack, in
    parts that come after `last_part` (freed_jokers.py). `lendable`: tiles of old sets that may free a joker.
    `fixed_sets`: cells that stay together in one set. `old_sets`: the old sets by index, if the rules limit how far
    they may be rebuilt. `forbidden`: sets of three that may not be laid. `points_needed`: points that the tiles laid
    from the rack must reach, counting the freed jokers if `freed_jokers_count`. `most_sets`: largest number of sets.
    `is_exact`: whether the tiling problem forbids sets of jokers alone and sets with too many jokers; most often it
    need not. `cost`: points that the jokers of the rack lose because their places are already decided.
    """

    table: Counter[Tile]
    rack: Counter[Tile]
    kept_jokers: tuple[Stands, ...] = ()
    freed_jokers: int = 0
    jokers_to_place: int = 0
    last_part: tuple[tuple[Cell, int], ...] = ()
    lendable: Counter[Tile] = field(default_factory=Counter)
    fixed_sets: tuple[FixedSet, ...] = ()
    old_sets: Mapping[int, FixedSet] = field(default_factory=dict)
    forbidden: frozenset[Cells] = frozenset()
    points_needed: int = 0
    freed_jokers_count: bool = False
    most_sets: int | None = None
    is_exact: bool = False
    cost: int = 0

    @property
    def key(self) -> tuple[object, ...]:
        """A key that is equal for two subproblems with the same tiles left to lay under the same constraints."""
        counted = (Counter(self.kept_jokers), Counter(self.fixed_sets), self.table, self.rack)
        alike = (frozenset(one.items()) for one in counted)
        return *alike, self.freed_jokers, self.jokers_to_place, self.last_part, self.forbidden, self.is_exact, self.cost

    def problem(self, rules: Rules) -> TilingProblem:
        """The tiling problem, in which each kept joker is one of the tiles that it may stand for."""
        return TilingProblem(
            must=((NONE,), *(self._must(number) for number in range(1, NUMBERS + 1))),
            may=(NONE, *(_counts(self.rack, number) for number in range(1, NUMBERS + 1))),
            jokers_must=self.freed_jokers,
            jokers_may=self.rack[JOKER],
            all_jokers_count=self.freed_jokers_count,
            colours_differ=rules.group_colours_differ,
            wraps=rules.one_after_thirteen,
            joker_limit=rules.jokers_in_a_set if self.is_exact else None,
            no_jokers_alone=self.is_exact,
            fixed=self.fixed_sets,
            forbidden=self.forbidden,
            points_needed=self.points_needed,
            most_sets=self.most_sets,
        )

    def _must(self, number: int) -> tuple[Counts, ...]:
        """Counts by colour of the tiles of a number that must be laid, for every choice of its kept jokers' colours."""
        kept = [
            [COLOUR_ORDER.index(tile.colour) for tile in stands if tile.colour and tile.number == number]
            for stands in self.kept_jokers
            if any(tile.number == number for tile in stands)
        ]
        own = _counts(self.table, number)
        ways = {tuple(own[c] + colours.count(c) for c in range(COLOURS)) for colours in product(*kept)}
        return tuple(sorted(ways))


def _counts(tiles: Counter[Tile], number: int) -> Counts:
    return tuple(tiles.get(of_colour[number - 1], 0) for of_colour in TILES)


def with_laid(subproblem: Subproblem, tiles: Counter[Tile]) -> Subproblem:
    """The subproblem in which some tiles of the rack must be laid; their points are taken off `points_needed`."""
    needed = max(0, subproblem.points_needed - sum(tile.number or 0 for tile in tiles.elements()))
    return replace(subproblem, rack=subproblem.rack - tiles, table=subproblem.table + tiles, points_needed=needed)


def with_fixed_set(subproblem: Subproblem, fixed: FixedSet, from_rack: Counter[Tile] = NO_TILES) -> Subproblem | None:
    """The subproblem after a fixed set was laid from its numbered tiles; None if a tile is lacking.

    `from_rack`: the tiles of the set that have to come from the rack; the others come from the table if it has them,
    else from the rack. The caller accounts for the jokers of the set.
    """
    if not from_rack <= subproblem.rack:
        return None
    table, rack = subproblem.table.copy(), subproblem.rack - from_rack
    others = Counter(tile_of(cell) for cell in fixed.cells if not cell.joker) - from_rack
    for tile in others.elements():
        source = table if table[tile] else rack
        if not source[tile]:
            return None
        source[tile] -= 1
    laid = sum(tile.number or 0 for tile in (subproblem.rack - rack).elements())
    needed = max(0, subproblem.points_needed - laid)
    return replace(
        subproblem, table=+table, rack=+rack, fixed_sets=(*subproblem.fixed_sets, fixed), points_needed=needed
    )
