"""One account of the jokers on the table as a tiling problem, and a tiling of it as sets of tiles."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import product

from referee.rules import NUMBERS, Rules
from referee.sets import Kind
from referee.solving.cells import COLOUR_ORDER, Cell, Cells, FixedSet, tile_of
from referee.solving.tiling_problem import Tiling, TilingProblem
from referee.table import Row
from referee.tiles import JOKER, Tile


@dataclass(frozen=True)
class Subproblem:
    """What there is to lay: tiles that have to lie, tiles that may, and what the jokers are bound to.

    `table`: numbered tiles that have to lie; `rack`: tiles that may, jokers too; `kept_jokers`: those that
    go on standing for one of some tiles; `freed_jokers`: those of the table that may stand for anything, of
    which `jokers_to_place` still have to lie with tiles from the rack; `old_sets`: the sets that lay there,
    as they are understood; `finished`: sets that lie already; `forbidden`: sets of three that may not lie.
    `points_needed`: what the tiles laid from the rack have to be worth at least, the freed jokers too where
    `freed_jokers_count`.
    """

    table: Counter[Tile]
    rack: Counter[Tile]
    kept_jokers: tuple[frozenset[Tile], ...] = ()
    freed_jokers: int = 0
    jokers_to_place: int = 0
    fixed_sets: tuple[FixedSet, ...] = ()
    points_needed: int = 0
    old_sets: Mapping[int, FixedSet] = field(default_factory=dict)
    finished: tuple[Row, ...] = ()
    forbidden: frozenset[Cells] = frozenset()
    freed_jokers_count: bool = False


def tiling_problem(rules: Rules, subproblem: Subproblem) -> TilingProblem:
    """The tiling problem that a subproblem is."""
    rack = subproblem.rack
    limit = rules.jokers_in_a_set
    fixed = subproblem.fixed_sets
    freed, mine = subproblem.freed_jokers, rack[JOKER]
    in_fixed = sum(cell.joker for one in fixed for cell in one.cells)
    return TilingProblem(
        must=((), *(_must(subproblem, number) for number in range(1, NUMBERS + 1))),
        may=((), *(_counts(rack, number) for number in range(1, NUMBERS + 1))),
        jokers_must=freed,
        jokers_may=mine,
        colours_differ=rules.group_colours_differ,
        wraps=rules.one_after_thirteen,
        limit=limit if limit is not None and limit < freed + mine + in_fixed else None,
        fixed_runs=tuple(one.cells for one in fixed if one.kind is Kind.RUN),
        fixed_groups=tuple(one.cells for one in fixed if one.kind is Kind.GROUP),
        points_needed=subproblem.points_needed,
        forbidden=subproblem.forbidden,
        all_jokers_count=subproblem.freed_jokers_count,
    )


def _must(subproblem: Subproblem, number: int) -> tuple[tuple[int, ...], ...]:
    """The counts of a number that have to lie, for every colour that its kept jokers may stand for."""
    kept = [
        [COLOUR_ORDER.index(tile.colour) for tile in stands if tile.colour and tile.number == number]
        for stands in subproblem.kept_jokers
        if any(tile.number == number for tile in stands)
    ]
    counts = _counts(subproblem.table, number)
    ways = {tuple(n + colours.count(colour) for colour, n in enumerate(counts)) for colours in product(*kept)}
    return tuple(sorted(ways))


def _counts(tiles: Counter[Tile], number: int) -> tuple[int, ...]:
    return tuple(tiles[Tile(colour, number)] for colour in COLOUR_ORDER)


def rows_of(subproblem: Subproblem, tiling: Tiling) -> tuple[Row, ...]:
    """The sets of a tiling as tiles, the kept jokers among them."""
    stand_for = _kept_jokers_in(subproblem, tiling)
    rows = []
    for cells in tiling.sets:
        row = []
        for cell in cells:
            tile = tile_of(cell)
            is_kept = not cell.joker and stand_for[tile] > 0 and not _is_fixed(subproblem, cells, cell)
            if is_kept:
                stand_for[tile] -= 1
            row.append(JOKER if cell.joker or is_kept else tile)
        rows.append(tuple(row))
    return (*rows, *subproblem.finished)


def _is_fixed(subproblem: Subproblem, cells: Cells, cell: Cell) -> bool:
    return any(cell in fixed.cells and set(fixed.cells) <= set(cells) for fixed in subproblem.fixed_sets)


def _kept_jokers_in(subproblem: Subproblem, tiling: Tiling) -> Counter[Tile]:
    """For which tiles the kept jokers stand: so that no more numbered tiles lie there than there are."""
    if not subproblem.kept_jokers:
        return Counter()
    lie = Counter(tile_of(cell) for cells in tiling.sets for cell in cells if not cell.joker)
    lie.subtract(tile_of(cell) for fixed in subproblem.fixed_sets for cell in fixed.cells if not cell.joker)
    there = subproblem.table + subproblem.rack
    for tiles in product(*(sorted(stands, key=str) for stands in subproblem.kept_jokers)):
        jokers = Counter(tiles)
        numbered = lie - jokers
        if jokers <= lie and numbered <= there and subproblem.table <= numbered:
            return jokers
    raise AssertionError("a tiling lays the tiles that there are")


def with_fixed_set(subproblem: Subproblem, fixed: FixedSet, from_rack: Counter[Tile]) -> Subproblem | None:
    """The subproblem with a fixed set laid of its tiles; None: they are not there.

    `from_rack`: those of its tiles that have to come from the rack; the others come from the table
    where one lies there. Its jokers are freed ones.
    """
    table, rack = subproblem.table.copy(), subproblem.rack - from_rack
    if not from_rack <= subproblem.rack:
        return None
    others = Counter(tile_of(cell) for cell in fixed.cells if not cell.joker) - from_rack
    for tile in others.elements():
        source = table if table[tile] else rack
        if not source[tile]:
            return None
        source[tile] -= 1
    return replace(subproblem, table=table, rack=rack, fixed_sets=(*subproblem.fixed_sets, fixed))
