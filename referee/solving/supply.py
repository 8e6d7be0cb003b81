"""A position as a problem of tiling, once for each account of what becomes of the jokers on the table."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product

from referee.rules import NUMBERS, SMALLEST_SET, Rules
from referee.sets import Kind, Understanding, joker_count, readings, understandings
from referee.solving.problem import Problem, Tiling
from referee.solving.run_steps import Cell, Cells
from referee.table import Row, Table
from referee.tiles import JOKER, Colour, Tile

PALETTE = tuple(Colour)


@dataclass(frozen=True)
class Block:
    """Tiles that stay together as part of one set, which may be extended."""

    kind: Kind
    cells: Cells


@dataclass(frozen=True)
class Supply:
    """What there is to lay: tiles that have to lie, tiles that may, and what the jokers are bound to.

    `table`: numbered tiles that have to lie; `rack`: tiles that may, jokers too; `kept`: jokers that go
    on standing for one of some tiles; `free`: jokers of the table that may stand for anything, of which
    `to_place` still have to lie with tiles from the rack; `lines`: the old sets, as they are understood;
    `done`: sets that lie already; `barred`: sets of three that may not lie. `points`: what the tiles
    laid from the rack have to be worth at least, the free jokers too if they `count`.
    """

    table: Counter[Tile]
    rack: Counter[Tile]
    kept: tuple[frozenset[Tile], ...] = ()
    free: int = 0
    to_place: int = 0
    blocks: tuple[Block, ...] = ()
    points: int = 0
    lines: Mapping[int, Block] = field(default_factory=dict)
    done: tuple[Row, ...] = ()
    barred: frozenset[Cells] = frozenset()
    count: bool = False


def supplies(rules: Rules, table: Table, rack: Counter[Tile], points: int = 0) -> Iterator[Supply]:
    """Every account of the jokers on the table: each goes on standing for its tile, or is freed by it."""
    numbered = Counter(tile for tile in table.tiles() if not tile.is_joker)
    plain = {home: block_of(kind, row) for home, row, kind in _without_jokers(rules, table)}
    if rules.jokers_move_freely and not rules.freed_joker_is_bound:
        yield Supply(numbered, rack, free=sum(map(joker_count, table.sets)), points=points, lines=plain)
        return
    homes = [home for home, row in enumerate(table.sets) if joker_count(row)]
    start = Supply(numbered, rack, points=points, lines=plain)
    accounts = [_accounts_of(rules, home, table.sets[home]) for home in homes]
    for account in product(*accounts):
        supply: Supply | None = start
        for told in account:
            supply = None if supply is None else told.added_to(supply, rules)
        if supply is not None:
            yield supply


def exchanged(rules: Rules, table: Table, rack: Counter[Tile]) -> Iterator[tuple[Table, Counter[Tile]]]:
    """Every table and rack once tiles of the rack lie in place of one joker or more."""
    found: dict[Table, Counter[Tile]] = {}
    waiting = [(table, rack)]
    while waiting:
        lies, left = waiting.pop()
        for home, row in enumerate(lies.sets):
            spots = [place for place, tile in enumerate(row) if tile.is_joker]
            for way in readings(row, rules) if spots else ():
                for place, tile in zip(spots, way.stands, strict=True):
                    then = Table((*lies.sets[:home], (*row[:place], tile, *row[place + 1 :]), *lies.sets[home + 1 :]))
                    if left[tile] and then not in found:
                        found[then] = left - Counter((tile,))
                        waiting.append((then, found[then]))
    yield from found.items()


@dataclass(frozen=True)
class _Account:
    """What becomes of the jokers of one old set: each is kept (None) or freed, by some tiles or by none."""

    home: int
    way: Understanding
    paid: tuple[tuple[Tile, ...] | None, ...]

    def added_to(self, supply: Supply, rules: Rules) -> Supply | None:
        """The supply with this account told too; None: the tiles that free a joker are not there."""
        for tiles in self.paid:
            paid = supply if tiles is None else _paid(supply, tiles, rules)
            if paid is None:
                return None
            supply = paid
        kept = tuple(stands for stands, tiles in zip(self.way.stands, self.paid, strict=True) if tiles is None)
        if () in self.paid:
            return replace(supply, kept=(*supply.kept, *kept))
        line = self._line()
        if rules.joker_sets == "closed" and None in self.paid:
            inside = Counter(tile_of(cell) for cell in line.cells if not cell.joker)
            return replace(supply, table=supply.table - inside, blocks=(*supply.blocks, line))
        lines = {**supply.lines, self.home: line}
        return replace(supply, kept=(*supply.kept, *kept), lines=lines)

    def _line(self) -> Block:
        """The old set as it lies once its freed jokers are replaced."""
        assert self.way.kind is not None
        line, kept = list(self.way.line), []
        for place, stands, tiles in zip(self.way.jokers, self.way.stands, self.paid, strict=True):
            line[place] = tiles[0] if tiles else min(stands, key=str)
            if not tiles:
                kept.append(place)
        return block_of(self.way.kind, line, kept)


def _accounts_of(rules: Rules, home: int, row: Row) -> list[_Account]:
    """Every account of one old set's jokers, those first in which they stay."""
    found = []
    for way in understandings(row, rules):
        if way.kind is None:
            continue
        fates = [[None, *_prices(way, stands, rules)] for stands in way.stands]
        found += [_Account(home, way, paid) for paid in product(*fates)]
    return sorted(found, key=lambda account: sum(tiles is not None for tiles in account.paid))


def _prices(way: Understanding, stands: frozenset[Tile], rules: Rules) -> list[tuple[Tile, ...]]:
    if rules.jokers_move_freely:
        return [()]
    tiles = sorted(stands, key=str)
    of_three = way.kind is Kind.GROUP and len(way.line) == SMALLEST_SET
    if of_three and way.differ and rules.joker_of_three == "both-colours":
        return [tuple(tiles)]
    return [(tile,) for tile in tiles]


def _paid(supply: Supply, tiles: tuple[Tile, ...], rules: Rules) -> Supply | None:
    """The supply once these tiles have freed a joker."""
    freed = replace(supply, free=supply.free + 1, to_place=supply.to_place + rules.freed_joker_is_bound)
    if Counter(tiles) <= supply.rack:
        points = max(0, supply.points - sum(tile.number or 0 for tile in tiles))
        laid = Counter(tiles)
        return replace(freed, rack=supply.rack - laid, table=supply.table + laid, points=points)
    if rules.freeing_tile_from == "rack-or-table" and Counter(tiles) <= supply.table:
        return freed
    return None


def problem_of(rules: Rules, supply: Supply) -> Problem:
    """The problem of tiling that a supply is."""
    rack = supply.rack
    limit = rules.jokers_in_a_set
    blocks = supply.blocks
    free, mine = supply.free, rack[JOKER]
    bound = sum(cell.joker for block in blocks for cell in block.cells)
    return Problem(
        must=((), *(_must(supply, number) for number in range(1, NUMBERS + 1))),
        may=((), *(_counts(rack, number) for number in range(1, NUMBERS + 1))),
        jokers_must=free,
        jokers_may=mine,
        colours_differ=rules.group_colours_differ,
        wraps=rules.one_after_thirteen,
        limit=limit if limit is not None and limit < free + mine + bound else None,
        closed_runs=tuple(block.cells for block in blocks if block.kind is Kind.RUN),
        closed_groups=tuple(block.cells for block in blocks if block.kind is Kind.GROUP),
        points=supply.points,
        barred=supply.barred,
        all_jokers_count=supply.count,
    )


def _must(supply: Supply, number: int) -> tuple[tuple[int, ...], ...]:
    """The counts of a number that have to lie, for every colour that its kept jokers may stand for."""
    kept = [
        [PALETTE.index(tile.colour) for tile in stands if tile.colour and tile.number == number]
        for stands in supply.kept
        if any(tile.number == number for tile in stands)
    ]
    counts = _counts(supply.table, number)
    ways = {tuple(n + colours.count(colour) for colour, n in enumerate(counts)) for colours in product(*kept)}
    return tuple(sorted(ways))


def _counts(tiles: Counter[Tile], number: int) -> tuple[int, ...]:
    return tuple(tiles[Tile(colour, number)] for colour in PALETTE)


def rows_of(supply: Supply, tiling: Tiling) -> tuple[Row, ...]:
    """The sets of a tiling as tiles, the kept jokers among them."""
    stand_in = _stand_ins(supply, tiling)
    rows = []
    for cells in tiling.sets:
        row = []
        for cell in cells:
            tile = tile_of(cell)
            is_kept = not cell.joker and stand_in[tile] > 0 and not _is_bound(supply, cells, cell)
            if is_kept:
                stand_in[tile] -= 1
            row.append(JOKER if cell.joker or is_kept else tile)
        rows.append(tuple(row))
    return (*rows, *supply.done)


def _is_bound(supply: Supply, cells: Cells, cell: Cell) -> bool:
    return any(cell in block.cells and set(block.cells) <= set(cells) for block in supply.blocks)


def _stand_ins(supply: Supply, tiling: Tiling) -> Counter[Tile]:
    """For which tiles the kept jokers stand: so that no more numbered tiles lie there than there are."""
    if not supply.kept:
        return Counter()
    lie = Counter(tile_of(cell) for cells in tiling.sets for cell in cells if not cell.joker)
    lie.subtract(tile_of(cell) for block in supply.blocks for cell in block.cells if not cell.joker)
    there = supply.table + supply.rack
    for tiles in product(*(sorted(stands, key=str) for stands in supply.kept)):
        jokers = Counter(tiles)
        real = lie - jokers
        if jokers <= lie and real <= there and supply.table <= real:
            return jokers
    raise AssertionError("a tiling lays the tiles that there are")


def _without_jokers(rules: Rules, table: Table) -> Iterator[tuple[int, Row, Kind]]:
    for home, row in enumerate(table.sets):
        if not joker_count(row):
            for way in understandings(row, rules):
                if way.kind is not None:
                    yield home, way.line, way.kind
                    break


def block_of(kind: Kind, tiles: Iterable[Tile], jokers: Container[int] = ()) -> Block:
    """A block of these tiles, those at some places being jokers; a run from its lowest to its highest."""
    cells = [cell_of(tile, place in jokers) for place, tile in enumerate(tiles)]
    numbers = {cell.number for cell in cells}
    if kind is Kind.RUN:
        if {1, NUMBERS} <= numbers:
            cells = [cell._replace(number=cell.number + NUMBERS * (cell.number == 1)) for cell in cells]
        cells.sort(key=lambda cell: cell.number)
    return Block(kind, tuple(cells))


def cell_of(tile: Tile, joker: bool = False) -> Cell:
    """The cell where a tile belongs, or the joker that stands for it."""
    assert tile.colour is not None
    assert tile.number is not None
    return Cell(PALETTE.index(tile.colour), tile.number, joker)


def tile_of(cell: Cell) -> Tile:
    """The tile that belongs in a cell."""
    return Tile(PALETTE[cell.colour], (cell.number - 1) % NUMBERS + 1)


def taken(supply: Supply, block: Block, from_rack: Counter[Tile]) -> Supply | None:
    """The supply with a block laid of its tiles; None: they are not there.

    `from_rack`: those of its tiles that have to come from the rack; the others come from the table
    where one lies there. Its jokers are free ones.
    """
    table, rack = supply.table.copy(), supply.rack - from_rack
    if not from_rack <= supply.rack:
        return None
    others = Counter(tile_of(cell) for cell in block.cells if not cell.joker) - from_rack
    for tile in others.elements():
        source = table if table[tile] else rack
        if not source[tile]:
            return None
        source[tile] -= 1
    return replace(supply, table=table, rack=rack, blocks=(*supply.blocks, block))
