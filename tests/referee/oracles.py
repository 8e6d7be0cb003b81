"""Other ways to find the best play, slow and simple, with which the fast search is compared."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

from ortools.sat.python import cp_model

from referee.judging import is_legal, rearrangement
from referee.rules import Rules
from referee.sets import points, readings, sets_within
from referee.table import Row, Table
from referee.tiles import JOKER, Tile
from tests.referee.packed_sets import PackedSets


def best_by_cp_sat(rules: Rules, table: Table, rack: Row, seconds: float | None = None) -> tuple[int, int] | None:
    """Tiles and points of the best play where jokers and sets may be moved freely, by OR-tools' CP-SAT.

    Each set that table and rack can form gets a variable, the number of its copies. Only for positions whose jokers are
    all on the rack, or that have no jokers: the points are then the sum of all sets. None: no proof within `seconds`.
    """
    must, may = table.multiset(), Counter(rack)
    assert not (must[JOKER] and may[JOKER])
    # A run of six tiles or more equals two shorter runs.
    rows = [row for row in sets_within(must + may, rules) if len(row) <= 5]
    model = cp_model.CpModel()
    times = [model.new_int_var(0, 2, "") for _ in rows]
    for tile in must + may:
        lie = sum(n * row.count(tile) for row, n in zip(rows, times, strict=True) if tile in row)
        model.add(lie >= must[tile])
        model.add(lie <= must[tile] + may[tile])
    laid = sum(n * len(row) for row, n in zip(rows, times, strict=True))
    worth = sum(n * _worth(row, must, rules) for row, n in zip(rows, times, strict=True))
    model.maximize(10_000 * laid + worth)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if seconds is not None:
        solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model)
    if seconds is not None and status != cp_model.OPTIMAL:
        return None
    assert status == cp_model.OPTIMAL
    lay = 10_000 * must.total() + sum(tile.number or 0 for tile in must.elements())
    return divmod(round(solver.objective_value) - lay, 10_000)


def _worth(row: Row, must: Counter[Tile], rules: Rules) -> int:
    """A set's points; jokers that lay on the table before do not count."""
    return sum(tile.number or 0 for tile in row) if must[JOKER] else points(row, rules)


def best_by_trying(rules: Rules, opened: bool, table: Table, rack: Row) -> int:
    """Tiles of the best play, by asking the judge about every way to lay every choice from the rack."""
    for count in range(len(rack), 0, -1):
        if next(_legal_plays(rules, opened, table, rack, count), None) is not None:
            return count
    return 0


def dearest_by_trying(rules: Rules, opened: bool, table: Table, rack: Row, count: int) -> int | None:
    """Most points of a play of `count` tiles.

    None: jokers lie on the table and on the rack, and the jokers of the table are bound, so that the rack's jokers
    cannot be told apart.
    """
    if table.multiset()[JOKER] and JOKER in rack and not (opened and rules.any_rearranging_is_legal):
        return None
    plays = _legal_plays(rules, opened, table, rack, count) if count else ()
    return max((_most_points(rules, table, play) for play in plays), default=0)


def _most_points(rules: Rules, before: Table, after: Table) -> int:
    """Most points that the laid tiles may be worth: the jokers with the highest values are taken to be the rack's."""
    played = after.multiset() - before.multiset()
    ways = product(*(readings(row, rules) for row in after.sets))
    stand = (sorted(tile.number or 0 for reading in way for tile in reading.stands) for way in ways)
    jokers = max(sum(numbers[len(numbers) - played[JOKER] :]) for numbers in stand)
    return jokers + sum(tile.number or 0 for tile in played.elements())


def _legal_plays(rules: Rules, opened: bool, table: Table, rack: Row, count: int) -> Iterator[Table]:
    """Every table made with `count` tiles of the rack that the judge finds legal."""
    tiles = table.multiset() + Counter(rack)
    sets, hopeless = PackedSets(tiles, sets_within(tiles, rules)), set[int]()
    for played in sorted(set(combinations(sorted(rack, key=str), count)), key=str):
        ways = map(Table, sets.ways(sets.counted((*table.tiles(), *played)), hopeless))
        yield from (way for way in ways if is_legal(rearrangement(rules, table, way), opened))
