"""Where the best laying of a supply breaks a rule: narrower supplies that cannot break it like that."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from referee.accounts import Breach, Position, violations
from referee.laying import PALETTE, Block, Supply, block_of, taken, tile_of
from referee.rules import NUMBERS, SMALLEST_SET, Rules
from referee.running import Cell
from referee.sets import Kind
from referee.table import Row, Table
from referee.tiles import JOKER, Tile


def narrower(rules: Rules, table: Table, supply: Supply, rows: tuple[Row, ...]) -> tuple[Iterator[Supply], bool]:
    """Narrower supplies, and whether every legal laying of this one is a laying of one of them."""
    if supply.to_place:
        return _with_freed_joker_laid(rules, supply), True
    home = _rebuilt_too_far(rules, table, rows)
    if home is None or home not in supply.lines:
        return iter(()), False
    return _with_tiles_together(supply, home), False


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


def _rebuilt_too_far(rules: Rules, table: Table, rows: tuple[Row, ...]) -> int | None:
    """An old set that was rebuilt too far; None: there is none."""
    played = Table(rows).multiset() - table.multiset()
    for violation in violations(Position(rules, table.sets, rows, played)):
        if violation.breach is Breach.TOO_FAR:
            return violation.home
    return None


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
