"""Of which old sets the tiles of a set of three may be.

Two tiles of an old set in a set of three break "all or three", unless three of it lie together elsewhere; of at most
four none are left for that. A tile may have a twin in another old set or on the rack: then it is one of the two.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, permutations, product
from typing import NamedTuple

from referee.rules import COLOURS, SMALLEST_SET, Rules
from referee.sets import Kind, tiles_that_may_free
from referee.solving.jokers.subproblem import NOT_TOLD, OF_ANY, Kept, Subproblem, Three, kept_ones
from referee.solving.tiling.cells import Cell, Cells, FixedSet, tile_of
from referee.table import Table
from referee.tiles import JOKER, Tile

Origin = int | None
"""An old set; None: none that is asked about, but the rack or a freed joker."""
LEFT_OVER = SMALLEST_SET - 1
"""So many tiles of an old set in a set of three break the rule."""


class Way(NamedTuple):
    """A set of three by its origins.

    `tiles`: its tiles and jokers, each with its origin; `halved`: the old set of which it has just two, so that three
    others have to be together elsewhere.
    """

    tiles: tuple[tuple[Tile, Origin], ...]
    halved: Origin


@dataclass(frozen=True)
class Origins:
    """The origins of tiles in one search, by account: a subproblem as it was before anything was branched on."""

    rules: Rules
    table: Table
    rack: Counter[Tile]
    _ways: dict[object, tuple[Way, ...]] = field(default_factory=dict, init=False)

    def ways(self, account: Subproblem, three: Three) -> tuple[Way, ...]:
        """The ways of a set of three that do not break the rule for certain."""
        key = (id(account), three)
        found = self._ways.get(key)
        if found is None:
            found = self._ways[key] = tuple(self._worked_out(account, three))
        return found

    def _worked_out(self, account: Subproblem, three: Three) -> Iterator[Way]:
        tiles, kind = [JOKER if cell.joker else tile_of(cell) for cell in three.cells], kind_of(three.cells)
        for origins in product(*(self._of(account, cell, kind) for cell in three.cells)):
            way = self._way(account, three.cells, tuple(zip(tiles, origins, strict=True)))
            is_broken = way.halved is not None and not self.is_long(account, way.halved)
            is_whole = three.whole == OF_ANY or self._is_whole(account, three.cells, way.tiles, three.whole)
            can_lie = is_whole and not is_broken and self.are_there(account, way, Counter(), Counter())
            if can_lie and _fits_told(account, three, way):
                yield way

    def are_there(self, account: Subproblem, way: Way, used: Counter[tuple[Tile, Origin]], left: Counter[Tile]) -> bool:
        """Whether there are as many of each tile as a way has, beside those used and those that stay on the rack.

        Two tiles of one run are never copies of the same. Which jokers of no old set lie where is never a conflict.
        """
        for (tile, origin), count in Counter(way.tiles).items():
            needed = count + used[tile, origin] + (left[tile] if origin is None else 0)
            if (tile, origin) != (JOKER, None) and needed > self.there(account, tile, origin):
                return False
        return True

    def may_be_whole(self, account: Subproblem, three: Three, old: int) -> bool:
        """Whether all tiles of a set of three may be of an old set."""
        return any(self._is_whole(account, three.cells, way.tiles, old) for way in self._worked_out(account, three))

    def _is_whole(self, account: Subproblem, cells: Cells, tiles: Sequence[tuple[Tile, Origin]], old: int) -> bool:
        """Whether all tiles of a set are of an old one, or one of them in the place of a joker that moved freely."""
        others = [cell for cell, (_, origin) in zip(cells, tiles, strict=True) if origin != old]
        if len(others) > 1:
            return False
        return all(self._takes_a_jokers_place(account.old_sets[old], cell) for cell in others)

    def _way(self, account: Subproblem, cells: Cells, tiles: tuple[tuple[Tile, Origin], ...]) -> Way:
        """Which old set a set of three halves: not one that may have lent a tile, or of which no more is asked, or of
        which too few tiles were left when its jokers moved freely.
        """
        olds = Counter(origin for _, origin in tiles if origin is not None)
        old = next((old for old, count in olds.items() if count == LEFT_OVER), None)
        if old is None or old in account.settled or self._may_be_lent(account, old) or self._is_short(account, old):
            return Way(tiles, None)
        return Way(tiles, None if self._is_whole(account, cells, tiles, old) else old)

    def _takes_a_jokers_place(self, old_set: FixedSet, cell: Cell) -> bool:
        """Whether what lies in a cell may have come for a joker of an old set, where these move freely."""
        jokers = [one for one in old_set.cells if one.joker]
        if not jokers or not self.rules.jokers_move_freely:
            return False
        if old_set.kind is Kind.RUN:
            return any((one.colour, one.number) == (cell.colour, cell.number) for one in jokers)
        there = {one.colour for one in old_set.cells if not one.joker}
        return cell.number == jokers[0].number and (
            cell.joker or not self.rules.group_colours_differ or cell.colour not in there
        )

    def _is_short(self, account: Subproblem, old: int) -> bool:
        """Whether fewer than three tiles of an old set are left without its freed jokers: none need be together."""
        numbered = sum(not cell.joker for cell in account.old_sets[old].cells)
        return self.rules.jokers_move_freely and numbered + len(account.kept_in.get(old, ())) < SMALLEST_SET

    def is_long(self, account: Subproblem, old: int) -> bool:
        """Whether three tiles of an old set may be together though two of it lie in a set of three."""
        return len(account.old_sets[old].cells) >= LEFT_OVER + SMALLEST_SET

    def halving_threes(self, account: Subproblem, old: int) -> Iterator[Three]:
        """Every set of three of tiles that are there which may have just two of an old set."""
        for three in _halving_threes(account.old_sets[old]):
            if all(self._of(account, cell, kind_of(three.cells)) for cell in three.cells):
                yield three

    def most_of(self, account: Subproblem, cells: Cells, old: int) -> int:
        """How many tiles of a set may be of an old one, or have come for its joker."""
        kind, old_set = kind_of(cells), account.old_sets[old]
        own = (old in self._of(account, cell, kind) or self._takes_a_jokers_place(old_set, cell) for cell in cells)
        return sum(own)

    def _of(self, account: Subproblem, cell: Cell, kind: Kind) -> list[Origin]:
        """Of which old sets a tile or joker may be."""
        tile = JOKER if cell.joker else tile_of(cell)
        found: list[Origin] = [*dict.fromkeys(account.olds_of.get(tile, ()))]
        if cell.joker:
            found = [one for one in account.kept_in if any(fits(own, cell, kind) for own in account.kept_in[one])]
        return [*found, None] if self.there(account, tile, None) > 0 else found

    def there(self, account: Subproblem, tile: Tile, origin: Origin) -> int:
        """How many of a tile, or of the jokers, are of an old set and not known to lie elsewhere, or of none."""
        of_olds = account.olds_of.get(tile, [])
        if origin is not None:
            return of_olds.count(origin) - account.spent.get(origin, ()).count(tile)
        if tile.is_joker:
            return account.freed_jokers + account.rack[JOKER] + account.loose_jokers
        return self._copies[tile] - (0 if tile in self._lendable else len(of_olds))

    @cached_property
    def _copies(self) -> Counter[Tile]:
        """How many copies of each tile there are, on the table and the rack."""
        return Counter(self.table.tiles()) + self.rack

    def _may_be_lent(self, account: Subproblem, old: int) -> bool:
        """Whether a tile of an old set may have freed a joker elsewhere: it may be no set of three since."""
        cells = account.old_sets[old].cells
        return not self._lendable.isdisjoint(tile_of(cell) for cell in cells if not cell.joker)

    @cached_property
    def _lendable(self) -> frozenset[Tile]:
        return tiles_that_may_free(self.rules, self.table.sets)


def _fits_told(account: Subproblem, three: Three, way: Way) -> bool:
    """Whether the jokers that are told to be kept ones may be of the old sets told; or of none, if such there are."""
    olds = [origin for tile, origin in way.tiles if tile.is_joker and origin is not None]
    if three.kept == NOT_TOLD:
        return True
    if len(olds) > len(three.kept) or (len(olds) < len(three.kept) and not account.loose_jokers):
        return False
    may_be = [kept_ones(account.kept_in[old]) for old in olds]
    ways = permutations(three.kept, len(olds))
    return any(all(one in those for one, those in zip(way_, may_be, strict=True)) for way_ in ways)


def fits(stands: frozenset[Tile], cell: Cell, kind: Kind) -> bool:
    """Whether a kept joker may lie in a cell; in a group it has whatever colour it may."""
    tile = tile_of(cell)
    return tile in stands or (kind is Kind.GROUP and any(one.number == tile.number for one in stands))


def kind_of(cells: Cells) -> Kind:
    """Whether cells are a group or a run."""
    return Kind.GROUP if cells[0].number == cells[-1].number else Kind.RUN


def three_of(cells: Cells, kept: Kept = NOT_TOLD) -> Three:
    """Cells as a set of three: the same for two groups of the same tiles."""
    if kind_of(cells) is Kind.GROUP:
        cells = tuple(sorted(cell._replace(colour=0) if cell.joker else cell for cell in cells))
    return Three(cells, kept)


def _halving_threes(old_set: FixedSet) -> Iterator[Three]:
    """Every set of three that may have just two tiles of an old one."""
    first, last = old_set.cells[0], old_set.cells[-1]
    if old_set.kind is Kind.GROUP:
        others = [Cell(0, first.number, True), *(Cell(colour, first.number, False) for colour in range(COLOURS))]
        yield from {three_of((*two, other)) for two in combinations(old_set.cells, LEFT_OVER) for other in others}
        return
    for number in range(max(1, first.number - 1), last.number):
        for jokers in product((False, True), repeat=SMALLEST_SET):
            if not all(jokers):
                yield Three(tuple(Cell(first.colour, number + n, joker) for n, joker in enumerate(jokers)))
