"""One account of the jokers on the table as a tiling problem."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from itertools import product
from operator import and_, attrgetter
from typing import NamedTuple

from referee.rules import COLOURS, NUMBERS, SMALLEST_SET, Rules
from referee.sets import Kind
from referee.solving.tiling.cells import COLOUR_ORDER, TILES, Cell, Cells, FixedSet, tile_of
from referee.solving.tiling.partial_runs import Beside
from referee.solving.tiling.tiling_problem import NONE, NOTHING, JokerPlaces, TilingProblem, ToLay
from referee.tiles import JOKER, Tile

NO_TILES: Counter[Tile] = Counter()


Stands = frozenset[Tile]
"""The tiles for which a kept joker may stand."""
Kept = tuple[str, ...]
"""Kept jokers, by what they may stand for, in order."""
NOT_TOLD: Kept = ("?",)


OF_ANY = -1
"""As an old set: of whichever its tiles are."""


class Three(NamedTuple):
    """A set of three; `kept`: which of its jokers are kept ones; `whole`: of which old set all its tiles are."""

    cells: Cells
    kept: Kept = NOT_TOLD
    whole: int = OF_ANY


def kept_ones(stands: Iterable[Stands]) -> Kept:
    """Kept jokers by what they may stand for."""
    return tuple(sorted(" ".join(sorted(map(str, one))) for one in stands))


@dataclass(frozen=True)
class Subproblem:
    """What there is to lay: tiles that have to lie, tiles that may, and what the jokers are bound to.

    `table`: numbered tiles that have to lie; `rack`: tiles that may, jokers too; `kept_jokers`: those that go on
    standing for one of some tiles; `freed_jokers`: those of the table that may stand for anything, of which
    `jokers_counted` are worth points as if they were of the rack, and `jokers_to_place` still have to lie with tiles
    from the rack, at `joker_places` only (None: anywhere), and in parts that come after `last_part`
    (freed_jokers.py); `lendable`: tiles of old sets that may free a joker; `old_sets`: the sets that lay there, as they
    are understood, and `kept_in`, their kept jokers; `finished`: sets of three that lie already; `forbidden`: such as
    may not lie; `left`: tiles that stay on the rack; `settled`: old sets of which three tiles are together, of which no
    more is asked, and `spent`, those of their tiles that are known to lie in fixed sets; `begun`: the account that this
    one was branched from, as it was but for these. `points_needed`: what the tiles laid from the rack have to be worth
    at least, the freed jokers too where `freed_jokers_count`; `most_sets`: how many sets may lie. `cost`: what tiles
    cost that are left, and how much less than they could be jokers are worth of which it is told where they lie.
    `accounts`: those that it stands for, one and all: every tiling of theirs is one of it.
    """

    table: Counter[Tile]
    rack: Counter[Tile]
    kept_jokers: tuple[frozenset[Tile], ...] = ()
    freed_jokers: int = 0
    jokers_counted: int = 0
    jokers_to_place: int = 0
    last_part: tuple[tuple[Cell, int], ...] = ()
    joker_places: JokerPlaces | None = None
    lendable: Counter[Tile] = field(default_factory=Counter)
    fixed_sets: tuple[FixedSet, ...] = ()
    points_needed: int = 0
    old_sets: Mapping[int, FixedSet] = field(default_factory=dict)
    kept_in: Mapping[int, tuple[Stands, ...]] = field(default_factory=dict)
    finished: tuple[Three, ...] = ()
    forbidden: frozenset[Cells] = frozenset()
    left: Counter[Tile] = field(default_factory=Counter)
    settled: frozenset[int] = frozenset()
    spent: Mapping[int, tuple[Tile, ...]] = field(default_factory=dict)
    begun: "Subproblem | None" = None
    freed_jokers_count: bool = False
    most_sets: int | None = None
    cost: int = 0
    accounts: tuple["Subproblem", ...] = ()

    @property
    def key(self) -> tuple[object, ...]:
        """The same for two accounts that leave the same to be laid."""
        table, rack = frozenset(self.table.items()), frozenset(self.rack.items())
        return table, rack, frozenset(self.old_sets.items()), self._fates, self.freed_jokers, self.key_together

    @property
    def key_together(self) -> tuple[object, ...]:
        """The same for two accounts that are searched together: they differ in what freed their jokers, or in which.

        Where these are bound, only in what freed them; and those that free none are searched alone: that is soon done.
        """
        fixed = frozenset(Counter(self.fixed_sets).items())
        branched = self.settled, self.forbidden, self.finished, frozenset(self.left.items())
        jokers = (self._fates, self.freed_jokers) if self.jokers_to_place else bool(self.freed_jokers)
        return jokers, self.rack[JOKER], fixed, self.jokers_to_place, self.points_needed, self.worth_key, branched

    @property
    def worth_key(self) -> tuple[int, int]:
        """The same for two accounts in which the same tilings cost the same."""
        return self.cost, self.jokers_counted

    @cached_property
    def olds_of(self) -> dict[Tile, list[int]]:
        """The old sets of every tile, and of a joker, each as often as it has it."""
        found: dict[Tile, list[int]] = {}
        for old, old_set in self.old_sets.items():
            for cell in old_set.cells:
                found.setdefault(JOKER if cell.joker else tile_of(cell), []).append(old)
        return found

    @property
    def account(self) -> "Subproblem":
        """The account that it was branched from, or itself."""
        return self.begun or self

    @property
    def loose_jokers(self) -> int:
        """How many kept jokers are of no old set that is asked about."""
        return max(0, len(self.kept_jokers) - sum(map(len, self.kept_in.values())))

    @cached_property
    def jokers_key(self) -> tuple[object, ...]:
        """The same for two accounts whose jokers stand for the same."""
        return self._fates, self.freed_jokers + self.rack[JOKER]

    @property
    def _fates(self) -> frozenset[tuple[frozenset[Tile], int]]:
        return frozenset(Counter(self.kept_jokers).items())

    @property
    def jokers(self) -> int:
        """All jokers that lie or may."""
        in_fixed = sum(cell.joker for fixed in self.fixed_sets for cell in fixed.cells)
        return self.freed_jokers + self.rack[JOKER] + len(self.kept_jokers) + in_fixed


def together(
    found: Iterable[Subproblem], key: Callable[[Subproblem], object] = attrgetter("key_together")
) -> Iterator[Subproblem]:
    """Those subproblems that are searched together as one each; `key`: the same for these."""
    alike: dict[object, list[Subproblem]] = {}
    for one in found:
        alike.setdefault(key(one), []).append(one)
    return (as_one(tuple(some)) for some in alike.values())


def as_one(accounts: tuple[Subproblem, ...]) -> Subproblem:
    """One subproblem for all of some accounts.

    On the rack are the tiles that any of them has there, and a joker is free that any of them frees.
    """
    first = accounts[0]
    if len(accounts) == 1:
        return first
    table = reduce(and_, (one.table for one in accounts))
    kept = reduce(and_, (Counter(one.kept_jokers) for one in accounts))
    return replace(
        first,
        table=table,
        rack=first.table + first.rack - table,
        kept_jokers=tuple(kept.elements()),
        freed_jokers=first.freed_jokers + len(first.kept_jokers) - kept.total(),
        accounts=accounts,
    )


def with_laid(subproblem: Subproblem, tiles: Counter[Tile]) -> Subproblem:
    """The subproblem with some tiles of the rack that have to lie now."""
    needed = max(0, subproblem.points_needed - sum(tile.number or 0 for tile in tiles.elements()))
    return replace(subproblem, rack=subproblem.rack - tiles, table=subproblem.table + tiles, points_needed=needed)


def relaxed_problem(rules: Rules, subproblem: Subproblem) -> TilingProblem:
    """The tiling problem of a subproblem if kept jokers were tiles, and any number of jokers could lie in a set."""
    return TilingProblem(
        to_lay=_to_lay(subproblem, True),
        jokers_must=subproblem.freed_jokers,
        jokers_may=subproblem.rack[JOKER],
        jokers_counted=subproblem.jokers_counted,
        colours_differ=rules.group_colours_differ,
        wraps=rules.one_after_thirteen,
        fixed_runs=tuple(one.cells for one in subproblem.fixed_sets if one.kind is Kind.RUN),
        fixed_groups=tuple(one.cells for one in subproblem.fixed_sets if one.kind is Kind.GROUP),
        points_needed=subproblem.points_needed,
        forbidden=subproblem.forbidden,
        all_jokers_count=subproblem.freed_jokers_count,
        most_sets=subproblem.most_sets,
        joker_places=subproblem.joker_places,
        beside=_beside(rules, subproblem),
    )


def _beside(rules: Rules, subproblem: Subproblem) -> Beside:
    """Among which tiles of the rack its freed jokers have to lie."""
    if not subproblem.jokers_to_place or rules.one_after_thirteen:
        return Beside.ANY
    return Beside.STRETCH if rules.freed_joker_goes == "new-set-from-rack" else Beside.TWO


def exact_problem(rules: Rules, subproblem: Subproblem) -> TilingProblem:
    """The tiling problem of a subproblem, with what holds for the jokers of a set."""
    limit = rules.jokers_in_a_set
    return replace(
        relaxed_problem(rules, subproblem),
        to_lay=_to_lay(subproblem, False),
        limit=limit if limit is not None and limit < subproblem.jokers else None,
        numbered=subproblem.jokers >= SMALLEST_SET,
        beside=Beside.ANY if subproblem.kept_jokers else _beside(rules, subproblem),
    )


def _to_lay(subproblem: Subproblem, kept_as_tiles: bool) -> tuple[tuple[ToLay, ...], ...]:
    """What there is to lay, by number, in every way: of the subproblem, or of those that it stands for.

    Where these free different jokers, a way of one number does not tell how many are free at the others.
    """
    accounts = subproblem.accounts
    if any(one.freed_jokers != subproblem.freed_jokers for one in accounts) or not accounts:
        accounts = (subproblem,)
    of_numbers: list[dict[ToLay, None]] = [{NOTHING: None}]
    for number in range(1, NUMBERS + 1):
        ways = dict.fromkeys(way for one in accounts for way in _ways(one, number))
        of_numbers.append(dict.fromkeys(map(_with_kept_as_tiles, ways)) if kept_as_tiles else ways)
    return tuple(map(tuple, of_numbers))


def _with_kept_as_tiles(way: ToLay) -> ToLay:
    return way._replace(tiles=tuple(map(sum, zip(way.tiles, way.kept, strict=True))), kept=NONE)


def _ways(subproblem: Subproblem, number: int) -> Iterator[ToLay]:
    """What there is of a number, for every colour that its kept jokers may stand for."""
    kept = [
        [COLOUR_ORDER.index(tile.colour) for tile in stands if tile.colour and tile.number == number]
        for stands in subproblem.kept_jokers
        if any(tile.number == number for tile in stands)
    ]
    must, may = _counts(subproblem.table, number), _counts(subproblem.rack, number)
    ways = {tuple(colours.count(colour) for colour in range(COLOURS)) for colours in product(*kept)}
    yield from (ToLay(must, way, may) for way in sorted(ways))


def _counts(tiles: Counter[Tile], number: int) -> tuple[int, ...]:
    return tuple(tiles.get(of_colour[number - 1], 0) for of_colour in TILES)


def with_fixed_set(subproblem: Subproblem, fixed: FixedSet, from_rack: Counter[Tile] = NO_TILES) -> Subproblem | None:
    """The subproblem with a fixed set laid of its numbered tiles; None: they are not there.

    `from_rack`: those of its tiles that have to come from the rack; the others come from the table
    where one lies there. Its jokers are to be accounted for by the caller.
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
    laid = sum(tile.number or 0 for tile in (subproblem.rack - rack).elements())
    needed = max(0, subproblem.points_needed - laid)
    fixed_sets = (*subproblem.fixed_sets, fixed)
    return replace(subproblem, table=+table, rack=+rack, fixed_sets=fixed_sets, points_needed=needed)
