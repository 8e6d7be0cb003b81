"""A turn as a rearrangement of the table: the sets before it, the sets after it, and the tiles from the rack."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain

from referee.judging.all_or_three import Cluster, Move, Rebuilding
from referee.rules import Rules
from referee.sets import readings, tiles_that_may_free
from referee.table import Row, Table, same_sets
from referee.tiles import JOKER, Tile


@dataclass(frozen=True)
class Rearrangement:
    """The sets before and after a turn; old sets are named by their index in `before`, new sets by that in `after`.

    `played`: tiles of `after` that are not in `before`; `missing`: tiles of `before` that are not in `after`;
    `let_lie`: unchanged rows that are no sets. These rows take no part in the turn and are empty in both lists.
    """

    rules: Rules
    before: Sequence[Row]
    after: Sequence[Row]
    played: Counter[Tile] = field(default_factory=Counter)
    missing: Counter[Tile] = field(default_factory=Counter)
    let_lie: Sequence[Row] = ()

    @cached_property
    def old_sets(self) -> list[Counter[Tile]]:
        """The tiles of each old set."""
        return [Counter(row) for row in self.before]

    @cached_property
    def new_sets(self) -> list[Counter[Tile]]:
        """The tiles of each new set."""
        return [Counter(row) for row in self.after]

    @cached_property
    def old_numbered(self) -> list[Counter[Tile]]:
        """The numbered tiles of each old set."""
        return list(map(without_jokers, self.old_sets))

    @cached_property
    def new_numbered(self) -> list[Counter[Tile]]:
        """The numbered tiles of each new set."""
        return list(map(without_jokers, self.new_sets))

    @cached_property
    def loose(self) -> frozenset[int]:
        """Indices of old rows that are no sets; no rule on sets applies to their tiles."""
        return frozenset(old for old, row in enumerate(self.before) if not readings(row, self.rules))

    @cached_property
    def too_far_anyhow(self) -> list[list[Move]]:
        """Lists of sets rebuilt too far, at least one of each list whichever way the jokers moved.

        An entry is an old set and the new set with its remainder. Only sets without jokers, whose tiles cannot have
        freed a joker, are checked; the moves of all other tiles are left open.
        """
        if self.rules.rebuilding == "free" or self.missing:
            return []
        lent = tiles_that_may_free(self.rules, self.before)
        olds = [Counter() if JOKER in tiles or not lent.isdisjoint(tiles) else tiles for tiles in self.old_sets]
        rebuilding = Rebuilding(olds, self.new_numbered, list(map(len, self.after)), (), self.unmoved, self.loose)
        return [found for _, found in rebuilding.clusters_too_far()]

    @cached_property
    def clusters_too_far(self) -> dict[Cluster, dict[object, int]]:
        """A cache by cluster: the number of sets rebuilt too far for each key of the joker moves that concern it."""
        return {}

    @cached_property
    def legal_ways(self) -> list[object]:
        """A cache of joker moves that break no rule; empty until some are found."""
        return []

    def new_sets_with(self, tile: Tile | None) -> Sequence[int]:
        """Indices of the new sets that hold a tile."""
        return self._places_of.get(tile, ())

    @cached_property
    def _places_of(self) -> dict[Tile | None, list[int]]:
        places: dict[Tile | None, list[int]] = {}
        for new, tiles in enumerate(self.new_sets):
            for tile in tiles:
                places.setdefault(tile, []).append(new)
        return places

    @cached_property
    def is_possible(self) -> bool:
        """Whether one box holds the tiles of each table; if not, the reading is in doubt and no move is judged."""
        return all(map(self.rules.box_holds, (self._lay, self._lies)))

    @property
    def _lay(self) -> Counter[Tile]:
        return Counter(chain.from_iterable(self.before))

    @property
    def _lies(self) -> Counter[Tile]:
        return Counter(chain.from_iterable(self.after))

    @cached_property
    def unmoved(self) -> frozenset[tuple[int, int]]:
        """Pairs of an old set and a new set with the same tiles."""
        return frozenset(same_sets(self.before, self.after))

    def once_laid(self, laid: Sequence[Row]) -> "Rearrangement":
        """The rest of the turn after the sets `laid` came from the rack."""
        tiles = Counter(chain.from_iterable(laid))
        rest = replace(self, before=(*self.before, *laid), played=self.played - tiles)
        # Copies cached values: an opening is judged with dozens of choices of sets.
        old_sets = [*self.old_sets, *map(Counter, laid)]
        vars(rest).update(old_sets=old_sets, new_sets=self.new_sets, is_possible=self.is_possible, unmoved=self.unmoved)
        return rest


def rearrangement(rules: Rules, before: Table, after: Table) -> Rearrangement:
    """The rearrangement between two tables; unchanged rows that are no sets are moved to `let_lie`."""
    lay, lies = before.multiset(), after.multiset()
    olds, news, let_lie = list(before.sets), list(after.sets), list[Row]()
    for old, new in same_sets(olds, news, lambda row, _: not readings(row, rules)):
        let_lie.append(news[new])
        olds[old], news[new] = (), ()
    return Rearrangement(rules, olds, news, lies - lay, lay - lies, let_lie)


def without_jokers(tiles: Counter[Tile]) -> Counter[Tile]:
    """The tiles without jokers."""
    if JOKER not in tiles:
        return tiles
    return Counter({tile: count for tile, count in tiles.items() if not tile.is_joker})
