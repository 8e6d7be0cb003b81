"""Where the best laying of a supply breaks a rule: narrower supplies that cannot break it like that."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, combinations

from referee.judging import Breach, Position, Violation, violations
from referee.rules import NUMBERS, SMALLEST_SET, Rules
from referee.sets import Kind
from referee.solving.problem import Tiling
from referee.solving.run_steps import Cell, Cells
from referee.solving.supply import PALETTE, Block, Supply, block_of, rows_of, taken, tile_of
from referee.table import Row, Table
from referee.tiles import JOKER, Tile


def narrower(rules: Rules, table: Table, supply: Supply, tiling: Tiling) -> tuple[Iterator[Supply], bool]:
    """Narrower supplies, and whether every legal laying of this one is a laying of one of them."""
    if supply.to_place:
        return _with_freed_joker_laid(rules, supply), True
    for wrong in _rebuilt_too_far(rules, table, rows_of(supply, tiling)):
        left = tiling.sets[wrong.place] if wrong.place is not None and wrong.place < len(tiling.sets) else ()
        if wrong.home in supply.lines and left and left not in supply.barred:
            return _rebuilt_otherwise(rules, supply, wrong.home, left)
    return iter(()), False


def _with_freed_joker_laid(rules: Rules, supply: Supply) -> Iterator[Supply]:
    """The supply with a freed joker laid among tiles from the rack, in every way that the rules allow."""
    fewer = replace(supply, free=supply.free - 1, to_place=supply.to_place - 1)
    for block, mine in [*_runs_with_joker(rules, supply), *_groups_with_joker(rules, supply)]:
        narrow = taken(fewer, block, mine)
        if narrow is not None:
            yield narrow


def _runs_with_joker(rules: Rules, supply: Supply) -> Iterator[tuple[Block, Counter[Tile]]]:
    """Runs from one tile of the rack to another, with the joker among them or at an end."""
    apart = SMALLEST_SET - 1 if rules.freed_joker_goes == "new-set-from-rack" else NUMBERS
    last = NUMBERS + 1 if rules.one_after_thirteen else NUMBERS
    for colour in range(len(PALETTE)):
        mine = [n for n in range(1, last + 1) if supply.rack[tile_of(Cell(colour, n, False))]]
        for low, high in combinations(mine, 2):
            for joker in range(max(1, low - 1), min(last, high + 1) + 1):
                first, end = min(low, joker), max(high, joker)
                if joker in (low, high) or end - first > apart or end - first < SMALLEST_SET - 1:
                    continue
                cells = tuple(Cell(colour, n, n == joker) for n in range(first, end + 1))
                yield Block(Kind.RUN, cells), Counter(tile_of(Cell(colour, n, False)) for n in (low, high))


def _groups_with_joker(rules: Rules, supply: Supply) -> Iterator[tuple[Block, Counter[Tile]]]:
    """Groups of the joker and two tiles of the rack."""
    mine = sorted((supply.rack - Counter({JOKER: supply.rack[JOKER]})).elements(), key=str)
    for one, other in dict.fromkeys(combinations(mine, 2)):
        if one.number == other.number and (one != other or not rules.group_colours_differ):
            third = next(Tile(c, one.number) for c in PALETTE if c not in (one.colour, other.colour))
            yield block_of(Kind.GROUP, (one, other, third), (2,)), Counter((one, other))


def _rebuilt_too_far(rules: Rules, table: Table, rows: tuple[Row, ...]) -> list[Violation]:
    """The breaches by old sets that were rebuilt too far."""
    played = Table(rows).multiset() - table.multiset()
    found = violations(Position(rules, table.sets, rows, played), most_taken=0)
    return [one for one in found if one.breach is Breach.TOO_FAR]


def _rebuilt_otherwise(rules: Rules, supply: Supply, home: int, left: Cells) -> tuple[Iterator[Supply], bool]:
    """Supplies in which the two tiles of an old set that are left in a set of three do not break the rule.

    That set does not lie; or it does, but with a tile like one of the two from elsewhere; or three tiles
    of the old set stay together. All ways are told, but where jokers lie in the set of three, or where
    groups of differing colours could hide it among others.
    """
    barred = replace(supply, barred=supply.barred | {left})
    ways = [iter((barred,)), _with_tiles_together(supply, home)]
    tiles = frozenset(tile_of(cell) for cell in left)
    plain = not any(cell.joker for cell in left) and all(tiles.isdisjoint(stands) for stands in supply.kept)
    if plain:
        ways.insert(1, _with_tiles_from_elsewhere(supply, home, left))
    hidden = rules.group_colours_differ and left[0].number == left[-1].number
    return chain(*ways), plain and not hidden


def _with_tiles_from_elsewhere(supply: Supply, home: int, left: Cells) -> Iterator[Supply]:
    """The supply with a set of three laid, if one of its tiles of an old set has a twin."""
    there = supply.table + supply.rack
    mine = [tile_of(cell) for cell in left if cell in supply.lines[home].cells]
    if any(there[tile] > 1 for tile in mine):
        tiles = tuple(tile_of(cell) for cell in left)
        laid = taken(supply, Block(Kind.RUN, left), Counter())
        if laid is not None:
            yield replace(laid, blocks=supply.blocks, done=(*supply.done, tiles))


def _with_tiles_together(supply: Supply, home: int) -> Iterator[Supply]:
    """The supply with three tiles of an old set kept together, whichever."""
    line = supply.lines[home]
    cells = line.cells
    if line.kind is Kind.RUN:
        cores = [cells[place : place + SMALLEST_SET] for place in range(len(cells) - SMALLEST_SET + 1)]
    else:
        cores = list(dict.fromkeys(combinations(cells, SMALLEST_SET)))
    lines = {place: other for place, other in supply.lines.items() if place != home}
    for core in cores:
        narrow = _kept_together(replace(supply, lines=lines), Block(line.kind, core))
        if narrow is not None:
            yield narrow


def _kept_together(supply: Supply, core: Block) -> Supply | None:
    kept = list(supply.kept)
    for cell in core.cells:
        if cell.joker:
            stands = next((one for one in kept if tile_of(cell) in one), None)
            if stands is None:
                return None
            kept.remove(stands)
    return taken(replace(supply, kept=tuple(kept)), core, Counter())
