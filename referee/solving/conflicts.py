"""Which sets of three cannot lie together, of whichever old sets their tiles are.

That a tile stays on the rack of which a twin lies on the table may be part of a conflict: the twin is of its old set.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from referee.sets import Kind
from referee.solving.jokers.subproblem import NOT_TOLD, Subproblem, Three
from referee.solving.origins import Origins, Way
from referee.solving.tiling.cells import TILES, Cell, Cells, FixedSet, tile_of
from referee.tiles import JOKER, Tile

Left = tuple[Tile, int]
"""A tile, and how many of it stay on the rack at least."""
Part = Three | Left
"""Of a conflict: a set of three that lies, or a tile that stays on the rack."""


@dataclass(frozen=True)
class Conflicts:
    """The conflicts of one search; whatever was asked is kept in mind."""

    origins: Origins
    _forms: dict[tuple[object, ...], int] = field(default_factory=dict, init=False)
    _known: dict[int, tuple[Subproblem, dict[int, int]]] = field(default_factory=dict, init=False)
    _alike: dict[object, Subproblem] = field(default_factory=dict, init=False)
    _answers: dict[object, bool] = field(default_factory=dict, init=False)
    _never: dict[object, frozenset[Cells]] = field(default_factory=dict, init=False)

    def never_lie(self, subproblem: Subproblem, old: int) -> frozenset[Cells]:
        """The sets of three that may have two tiles of an old set, and break the rule beside those that lie."""
        account = subproblem.account
        if old not in account.old_sets or old in account.settled or self.origins.is_long(account, old):
            return frozenset()
        kinds, beside = _reached(_kinds_near(account.old_sets[old]), subproblem.finished)
        account, left = self._like(account, kinds), frozenset(subproblem.left.items())
        key = (id(account), old, beside, left)
        if key not in self._never:
            threes = self.origins.halving_threes(account, old)
            never = (one.cells for one in threes if self.in_conflict([account], [*beside, one, *left], True)[0])
            self._never[key] = frozenset(never)
        return self._never[key]

    def halved(self, subproblem: Subproblem, conflict: Sequence[Part]) -> list[int]:
        """The old sets of which three tiles have to be together elsewhere, one or another, if all of a conflict lie."""
        threes = [part for part in conflict if isinstance(part, Three)]
        found = (way.halved for three in threes for way in self._ways(subproblem.account, three))
        return [old for old in dict.fromkeys(found) if old is not None]

    def smallest(self, accounts: Sequence[Subproblem], parts: Sequence[Part], halving: bool) -> Sequence[Part]:
        """A conflict for some accounts, without all that it does not need; those that come first are left out first."""
        kinds = frozenset[Tile]().union(*(_kinds(part.cells) for part in parts if isinstance(part, Three)))
        accounts = list({id(like): like for like in (self._like(one.account, kinds) for one in accounts)}.values())
        for part in parts:
            fewer = [one for one in parts if one is not part]
            if all(self.in_conflict(accounts, fewer, halving)):
                parts = fewer
            elif isinstance(part, Three) and part.kept != NOT_TOLD:
                weaker = [part._replace(kept=NOT_TOLD) if one is part else one for one in parts]
                parts = weaker if all(self.in_conflict(accounts, weaker, halving)) else parts
        return parts

    def in_conflict(self, accounts: Sequence[Subproblem], parts: Sequence[Part], halving: bool) -> list[bool]:
        """For which of some accounts not all of it can be.

        `halving`: two tiles of an old set may lie in a set of three, where three others can be together elsewhere.
        """
        threes = [part for part in parts if isinstance(part, Three)]
        left = [part for part in parts if not isinstance(part, Three)]
        found = [False] * len(accounts)
        for kinds, some in _connected(threes):
            own_left = frozenset(one for one in left if one[0] in kinds)
            for place, one in enumerate(accounts):
                found[place] = found[place] or not self._may_lie(
                    self._like(one.account, kinds), some, own_left, halving
                )
        return found

    def _may_lie(self, account: Subproblem, threes: tuple[Three, ...], left: frozenset[Left], halving: bool) -> bool:
        key = (id(account), threes, left, halving)
        answer = self._answers.get(key)
        if answer is None:
            sets = [[way for way in self._ways(account, one) if halving or way.halved is None] for one in threes]
            answer = self._answers[key] = _Supply(self.origins, account, Counter(dict(left))).is_enough(sets, ())
        return answer

    def _ways(self, account: Subproblem, three: Three) -> tuple[Way, ...]:
        return self.origins.ways(self._like(account, _kinds(three.cells)), three)

    def _like(self, account: Subproblem, kinds: frozenset[Tile]) -> Subproblem:
        """The first account that has all tiles of some kinds of the same old sets, these being alike."""
        if id(account) not in self._known:
            asked = (
                (old, (one, account.kept_in.get(old, ()), old in account.settled, account.spent.get(old, ())))
                for old, one in account.old_sets.items()
            )
            forms = {old: self._forms.setdefault(one, len(self._forms)) for old, one in asked}
            self._known[id(account)] = account, forms
        forms = self._known[id(account)][1]
        olds = {old for kind in kinds for old in account.olds_of.get(kind, ())}
        jokers = account.jokers_key if JOKER in kinds else None
        return self._alike.setdefault((kinds, frozenset((old, forms[old]) for old in olds), jokers), account)


@dataclass(frozen=True)
class _Supply:
    """The tiles that there are for some sets of three, by their origins."""

    origins: Origins
    account: Subproblem
    left: Counter[Tile]

    def is_enough(self, sets: Sequence[Sequence[Way]], decided: tuple[Way, ...]) -> bool:
        """Whether each set can be in one of its ways.

        A state is the ways of the sets that are decided; a step decides that of the others which has the fewest left.
        """
        if not sets:
            return True
        used = Counter(tile for way in decided for tile in way.tiles)
        are_there = self.origins.are_there
        open_ = sorted(
            ([way for way in ways if are_there(self.account, way, used, self.left)] for ways in sets), key=len
        )
        return any(self.is_enough(open_[1:], (*decided, way)) for way in open_[0])


@lru_cache(maxsize=20_000)
def _kinds(cells: Cells) -> frozenset[Tile]:
    return frozenset(JOKER if cell.joker else tile_of(cell) for cell in cells)


def _kinds_near(old_set: FixedSet) -> frozenset[Tile]:
    """The kinds of tiles of all sets of three that may have two of an old set."""
    first, last = old_set.cells[0], old_set.cells[-1]
    if old_set.kind is Kind.GROUP:
        return frozenset((JOKER, *(of_colour[first.number - 1] for of_colour in TILES)))
    return frozenset(
        (JOKER, *(tile_of(Cell(first.colour, n, False)) for n in range(first.number - 1, last.number + 2)))
    )


def _connected(threes: Sequence[Three]) -> Iterator[tuple[frozenset[Tile], tuple[Three, ...]]]:
    """Sets of three whose tiles have to do with one another: the kinds of these, and the sets."""
    left = list(threes)
    while left:
        kinds, some = _reached(_kinds(left[0].cells), left)
        left = [one for one in left if _kinds(one.cells).isdisjoint(kinds)]
        yield kinds, some


def _reached(kinds: frozenset[Tile], threes: Sequence[Three]) -> tuple[frozenset[Tile], tuple[Three, ...]]:
    """Those sets of three that have tiles of some kinds, or of the kinds that these have; and all these kinds."""
    reached, others = list[Three](), list(threes)
    while more := [one for one in others if not kinds.isdisjoint(_kinds(one.cells))]:
        kinds = kinds.union(*(_kinds(one.cells) for one in more))
        others = [one for one in others if one not in more]
        reached += more
    return kinds, tuple(sorted(reached))
