"""The account behind a verdict: where each tile moved, and which tile freed which joker."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from referee.judging.flow import Assignment
from referee.judging.homes import changed_sets
from referee.judging.joker_moves import JokerFate, JokerMove, JokerPlace
from referee.judging.rearrangement import Rearrangement, rearrangement
from referee.judging.simplest import simplest
from referee.rules import Rules
from referee.sets import jokers_out_of_order, readings
from referee.table import Row, Table
from referee.tiles import Tile, in_order


@dataclass(frozen=True, slots=True)
class MovedTile:
    """A tile that came from the rack or changed its set.

    `old`: index of its set before the turn, None for the rack; `new`: index of its set after the turn, None when the
    tile is no longer seen on the table.
    """

    tile: Tile
    old: int | None
    new: int | None

    def to_json(self) -> dict[str, object]:
        """The JSON object of the move; `from` and `to` are indices of sets before and after the turn."""
        return {"tile": str(self.tile), "from": self.old, "to": self.new}


@dataclass(frozen=True, slots=True)
class JokerAccount:
    """What happened to a joker that was on the table before the turn.

    `old`, `new`: indices of its set before and after the turn; `new` is None when the joker is no longer seen.
    `stands`: the tile it goes on standing for; `freed_by`: the tiles that replaced it, which came from the old set
    `freed_from` or from the rack (None); `laid_with`: the tiles of its new set that came from the rack.
    """

    old: int
    new: int | None
    fate: JokerFate
    stands: Tile | None
    freed_by: tuple[Tile, ...]
    freed_from: int | None
    laid_with: tuple[Tile, ...]

    def to_json(self) -> dict[str, object]:
        """The JSON object of the joker; `what` is `kept`, `freed`, `taken` or `hidden`."""
        return {
            "from": self.old,
            "to": self.new,
            "what": self.fate.name.lower(),
            "stands_for": str(self.stands) if self.stands else None,
            "freed_by": list(map(str, self.freed_by)),
            "freed_from": self.freed_from,
            "laid_with": list(map(str, self.laid_with)),
        }


@dataclass(frozen=True, slots=True)
class Account:
    """What happened in a turn: the fate of every joker that was on the table, and every tile that moved.

    `before`, `after`: the tables in which the indices of sets count. `counts_as`: pairs of a new set whose jokers lie
    out of order, and the tiles that these jokers stand for.
    """

    before: Table
    after: Table
    jokers: tuple[JokerAccount, ...]
    tiles: tuple[MovedTile, ...]
    counts_as: tuple[tuple[int, Row], ...] = ()


@lru_cache(maxsize=256)
def account_of(rules: Rules, before: Table, after: Table) -> Account | None:
    """The simplest account among those that break fewest rules; None when no box holds the tiles of a table.

    The account does not depend on the order in which the camera lists the sets.

    >>> before, after = Table.from_notation("r3 J r5"), Table.from_notation("r3 r4 r5\\nJ k9 b9")
    >>> account = account_of(Rules(), before, after)
    >>> account.jokers[0].to_json()["laid_with"], [str(moved.tile) for moved in account.tiles]
    (['k9', 'b9'], ['r4', 'k9', 'b9', 'J'])
    """
    changed = changed_sets(rearrangement(rules, before, after))
    if not changed.whole.is_possible:
        return None
    moves, assigned = simplest(changed)
    if rules.jokers_move_freely:
        moves = tuple(_Jokers(changed.turn, assigned).moves())
    there = _Places(changed.olds, changed.news)
    jokers = [*(there.of_joker(_joker(move, assigned)) for move in moves), *_kept(rules, before, changed.alone)]
    tiles = tuple(_moved(len(after.sets), map(there.of_tile, assigned.moved)))
    told = ((new, jokers_out_of_order(after.sets[new], rules)) for new in sorted(changed.news))
    counts_as = tuple((new, stands) for new, stands in told if stands)
    return Account(before, after, tuple(sorted(jokers, key=lambda one: one.old)), tiles, counts_as)


def _kept(rules: Rules, before: Table, alone: Mapping[int, int]) -> Iterator[JokerAccount]:
    """Accounts of the jokers in unchanged sets; `alone` maps the old index of such a set to the new index."""
    for old, new in alone.items():
        for reading in readings(before.sets[old], rules)[:1]:
            for tile in reading.stands:
                yield JokerAccount(old, new, JokerFate.KEPT, tile, (), None, ())


class _Places:
    """Translates indices among the changed sets into indices on the tables as the camera listed them."""

    def __init__(self, olds: Sequence[int], news: Sequence[int]) -> None:
        self._olds: dict[int | None, int | None] = {None: None, **dict(enumerate(olds))}
        self._news: dict[int | None, int | None] = {None: None, **dict(enumerate(news))}

    def of_joker(self, one: JokerAccount) -> JokerAccount:
        old, new, giver = self._olds[one.old], self._news[one.new], self._olds[one.freed_from]
        assert old is not None
        return replace(one, old=old, new=new, freed_from=giver)

    def of_tile(self, way: tuple[int | None, int | None, Tile]) -> MovedTile:
        return MovedTile(way[2], self._olds[way[0]], self._news[way[1]])


def _joker(move: JokerMove, assigned: Assignment) -> JokerAccount:
    new = move.to.new if move.to else None
    beside = Counter({tile: count for (old, to, tile), count in assigned.flow.items() if old is None and to == new})
    beside -= Counter(move.freed_by if move.freed_from is None else ())
    is_new = move.fate in (JokerFate.FREED, JokerFate.TAKEN)
    laid_with = in_order(beside.elements()) if is_new and new is not None else ()
    if not all(_is_seen(assigned, move, tile) for tile in move.freed_by):
        move = replace(move, freed_by=(), freed_from=None)
    return JokerAccount(move.old, new, move.fate, move.stands, move.freed_by, move.freed_from, laid_with)


def _is_seen(assigned: Assignment, move: JokerMove, tile: Tile) -> bool:
    """Whether the flow of tiles shows that `tile` freed the joker.

    It does when a copy of the tile left the giving set or rack and no copy from elsewhere took the joker's place.
    Otherwise the verdict still gives the benefit of the doubt, and the account says only that the joker moved.
    """
    home = assigned.homes.get(move.old)
    ways = [way for way in assigned.moved if way[2] == tile]
    others = [way for way in ways if way[1] == home and home is not None]
    mine = [way for way in ways if way[0] == move.freed_from]
    return bool(mine) and (not others or any(way in others for way in mine))


class _Jokers:
    """Infers each joker's move from where every tile went, for rules in which jokers may go anywhere."""

    def __init__(self, turn: Rearrangement, assigned: Assignment) -> None:
        self._turn = turn
        self._assigned = assigned
        self._came = set(assigned.moved)

    def moves(self) -> Iterator[JokerMove]:
        """One move for each joker of the old sets.

        Jokers that left their set come first: the tiles that replaced them are then not claimed by jokers that stayed.
        """
        ways = [(old, new) for old, new, tile in self._assigned.flow.elements() if old is not None and tile.is_joker]
        spoken_for: dict[int, list[Tile]] = {}
        for old, new in sorted(ways, key=lambda way: (way[1] == self._assigned.homes.get(way[0]), str(way))):
            gone = spoken_for.setdefault(old, [])
            move = self._move(old, new, _stood(self._turn.before[old], self._turn.rules) - Counter(gone))
            gone += [*move.freed_by, *((move.stands,) if move.stands else ())]
            yield move

    def _move(self, old: int, new: int | None, stood: Counter[Tile]) -> JokerMove:
        home = self._assigned.homes.get(old)
        to = None if new is None else JokerPlace(new, 0)
        if to is None:
            return JokerMove(old, JokerFate.HIDDEN)
        came = [(tile, giver) for giver, now, tile in self._came if now == home and tile in stood]
        if new != home and home is not None and came:
            tile, giver = min(came, key=lambda way: (way[1] is not None, str(way)))
            return JokerMove(old, JokerFate.FREED, to, None, (tile,), giver)
        both = stood & _stood(self._turn.after[to.new], self._turn.rules)
        if both:
            return JokerMove(old, JokerFate.KEPT, to, min(both, key=str))
        return JokerMove(old, JokerFate.FREED, to)


def _stood(row: Row, rules: Rules) -> Counter[Tile]:
    """The tiles that some joker of the row may stand for, each counted once."""
    return Counter({tile: 1 for reading in readings(row, rules) for tile in reading.stands})


def _moved(last: int, tiles: Iterable[MovedTile]) -> Iterator[MovedTile]:
    """The moved tiles in order: tiles from the rack first, then by new set; tiles no longer seen come last.

    `last`: an index above that of every new set.
    """
    moved = list(tiles)
    order = {tile: place for place, tile in enumerate(in_order({one.tile for one in moved}))}

    def place(one: MovedTile) -> tuple[bool, int, int, int]:
        return one.old is not None, last if one.new is None else one.new, one.old or 0, order[one.tile]

    yield from sorted(moved, key=place)
