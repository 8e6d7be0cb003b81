"""Where the best tiling of a subproblem breaks a rule: narrower subproblems that cannot break it like that."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, combinations

from referee.judging import FaultCode, Rearrangement, Violation, violations
from referee.rules import NUMBERS, SMALLEST_SET, Rules
from referee.sets import Kind
from referee.solving.cells import COLOUR_ORDER, Cell, Cells, FixedSet, fixed_set, tile_of
from referee.solving.subproblem import Subproblem, rows_of, with_fixed_set
from referee.solving.tiling_problem import Tiling
from referee.table import Row, Table
from referee.tiles import JOKER, Tile


def branches(rules: Rules, table: Table, subproblem: Subproblem, tiling: Tiling) -> tuple[Iterator[Subproblem], bool]:
    """Narrower subproblems, and whether every legal tiling of this one is a tiling of one of them."""
    if subproblem.jokers_to_place:
        return _with_freed_joker_laid(rules, subproblem), True
    for violation in _rebuilt_too_far(rules, table, rows_of(subproblem, tiling)):
        place = violation.new
        left = tiling.sets[place] if place is not None and place < len(tiling.sets) else ()
        if violation.old in subproblem.old_sets and left and left not in subproblem.forbidden:
            return _rebuilt_otherwise(rules, subproblem, violation.old, left)
    return iter(()), False


def _with_freed_joker_laid(rules: Rules, subproblem: Subproblem) -> Iterator[Subproblem]:
    """The subproblem with a freed joker laid among tiles from the rack, in every way that the rules allow."""
    fewer = replace(
        subproblem, freed_jokers=subproblem.freed_jokers - 1, jokers_to_place=subproblem.jokers_to_place - 1
    )
    for fixed, mine in [*_runs_with_joker(rules, subproblem), *_groups_with_joker(rules, subproblem)]:
        narrower = with_fixed_set(fewer, fixed, mine)
        if narrower is not None:
            yield narrower


def _runs_with_joker(rules: Rules, subproblem: Subproblem) -> Iterator[tuple[FixedSet, Counter[Tile]]]:
    """Runs from one tile of the rack to another, with the joker among them or at an end."""
    apart = SMALLEST_SET - 1 if rules.freed_joker_goes == "new-set-from-rack" else NUMBERS
    last = NUMBERS + 1 if rules.one_after_thirteen else NUMBERS
    for colour in range(len(COLOUR_ORDER)):
        mine = [n for n in range(1, last + 1) if subproblem.rack[tile_of(Cell(colour, n, False))]]
        for low, high in combinations(mine, 2):
            for joker in range(max(1, low - 1), min(last, high + 1) + 1):
                first, end = min(low, joker), max(high, joker)
                if joker in (low, high) or end - first > apart or end - first < SMALLEST_SET - 1:
                    continue
                cells = tuple(Cell(colour, n, n == joker) for n in range(first, end + 1))
                yield FixedSet(Kind.RUN, cells), Counter(tile_of(Cell(colour, n, False)) for n in (low, high))


def _groups_with_joker(rules: Rules, subproblem: Subproblem) -> Iterator[tuple[FixedSet, Counter[Tile]]]:
    """Groups of the joker and two tiles of the rack."""
    mine = sorted((subproblem.rack - Counter({JOKER: subproblem.rack[JOKER]})).elements(), key=str)
    for one, other in dict.fromkeys(combinations(mine, 2)):
        if one.number == other.number and (one != other or not rules.group_colours_differ):
            third = next(Tile(c, one.number) for c in COLOUR_ORDER if c not in (one.colour, other.colour))
            yield fixed_set(Kind.GROUP, (one, other, third), (2,)), Counter((one, other))


def _rebuilt_too_far(rules: Rules, table: Table, rows: tuple[Row, ...]) -> list[Violation]:
    """The violations by old sets that were rebuilt too far."""
    played = Table(rows).multiset() - table.multiset()
    found = violations(Rearrangement(rules, table.sets, rows, played), most_taken=0)
    return [one for one in found if one.code is FaultCode.REBUILT_TOO_FAR]


def _rebuilt_otherwise(
    rules: Rules, subproblem: Subproblem, old: int, left: Cells
) -> tuple[Iterator[Subproblem], bool]:
    """Subproblems in which the two tiles of an old set that are left in a set of three do not break the rule.

    That set does not lie; or it does, but with a tile like one of the two from elsewhere; or three tiles
    of the old set stay together. All ways are told, but where jokers lie in the set of three, or where
    groups of differing colours could hide it among others.
    """
    forbidden = replace(subproblem, forbidden=subproblem.forbidden | {left})
    ways = [iter((forbidden,)), _with_three_together(subproblem, old)]
    tiles = frozenset(tile_of(cell) for cell in left)
    has_no_joker = not any(cell.joker for cell in left)
    plain = has_no_joker and all(tiles.isdisjoint(stands) for stands in subproblem.kept_jokers)
    if plain:
        ways.insert(1, _with_tiles_from_elsewhere(subproblem, old, left))
    hidden = rules.group_colours_differ and left[0].number == left[-1].number
    return chain(*ways), plain and not hidden


def _with_tiles_from_elsewhere(subproblem: Subproblem, old: int, left: Cells) -> Iterator[Subproblem]:
    """The subproblem with a set of three laid, if one of its tiles of an old set has a twin."""
    there = subproblem.table + subproblem.rack
    of_old_set = [tile_of(cell) for cell in left if cell in subproblem.old_sets[old].cells]
    if any(there[tile] > 1 for tile in of_old_set):
        tiles = tuple(tile_of(cell) for cell in left)
        laid = with_fixed_set(subproblem, FixedSet(Kind.RUN, left), Counter())
        if laid is not None:
            yield replace(laid, fixed_sets=subproblem.fixed_sets, finished=(*subproblem.finished, tiles))


def _with_three_together(subproblem: Subproblem, old: int) -> Iterator[Subproblem]:
    """The subproblem with three tiles of an old set kept together, whichever."""
    old_set = subproblem.old_sets[old]
    cells = old_set.cells
    if old_set.kind is Kind.RUN:
        threes = [cells[place : place + SMALLEST_SET] for place in range(len(cells) - SMALLEST_SET + 1)]
    else:
        threes = list(dict.fromkeys(combinations(cells, SMALLEST_SET)))
    others = {which: other for which, other in subproblem.old_sets.items() if which != old}
    for three in threes:
        narrower = _kept_together(replace(subproblem, old_sets=others), FixedSet(old_set.kind, three))
        if narrower is not None:
            yield narrower


def _kept_together(subproblem: Subproblem, three: FixedSet) -> Subproblem | None:
    kept = list(subproblem.kept_jokers)
    for cell in three.cells:
        if cell.joker:
            stands = next((one for one in kept if tile_of(cell) in one), None)
            if stands is None:
                return None
            kept.remove(stands)
    return with_fixed_set(replace(subproblem, kept_jokers=tuple(kept)), three, Counter())
