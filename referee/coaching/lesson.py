"""The lesson on a position as JSON, and a play as steps to lay by hand."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from referee.coaching.opening import tiles_that_would_open
from referee.judging import Account, MovedTile, Position, account_of
from referee.messages import Message
from referee.rules import Rules
from referee.sets import is_set
from referee.solving import OutOfTime, Play, best_play
from referee.table import Row, Table
from referee.tiles import Tile, in_order

RACK = "account.from-rack"
FROM_SET = "account.from-to"
MOST_OTHERS = 5
"""Largest number of plays shown beside the best play."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a play: the sentence on the tiles to move, and the table after it, on which rows may be incomplete
    sets."""

    message: Message
    table: Table

    def to_json(self) -> dict[str, object]:
        """The JSON object of the step: the message and the table in notation."""
        return {**self.message.to_json(), "table": self.table.to_notation()}


@dataclass(frozen=True, slots=True)
class _Move:
    """Tiles that move together from one old set to one new set; `old` None: from the rack."""

    old: int | None
    new: int
    tiles: tuple[Tile, ...]


def by_hand(rules: Rules, before: Table, after: Table) -> tuple[Step, ...]:
    """The steps from one table to another; empty if the second table lacks a tile of the first.

    The moves are those of the turn's account, which moves fewest tiles. The next step is always the one that leaves
    fewest rows broken, so that the table stays in order as long as possible.

    >>> before, after = Table.from_notation("b4 b5 b6"), Table.from_notation("b3 b4 b5 b6")
    >>> [step.message.text for step in by_hand(Rules(), before, after)]
    ['From the rack: blue 3 to (blue 3, blue 4, blue 5, blue 6).']
    """
    account = account_of(rules, before, after)
    if account is None or any(moved.new is None for moved in account.tiles):
        return ()
    return tuple(_steps(rules, account))


def _steps(rules: Rules, account: Account) -> Iterator[Step]:
    lies, left = _Lying(account), _moves(account.tiles)
    while left:
        following = min(left, key=lambda move: (lies.broken(rules, move), move.old is not None, left.index(move)))
        left.remove(following)
        lies = lies.after(following)
        yield Step(_said(account, following), lies.table())


def _moves(tiles: Sequence[MovedTile]) -> list[_Move]:
    def way(moved: MovedTile) -> tuple[int, int]:
        return -1 if moved.old is None else moved.old, moved.new or 0

    return [
        _Move(None if old < 0 else old, new, in_order(moved.tile for moved in some))
        for (old, new), some in groupby(sorted(tiles, key=way), key=way)
    ]


def _said(account: Account, move: _Move) -> Message:
    row = account.after.sets[move.new]
    if move.old is None:
        return Message.of(RACK, tiles=move.tiles, row=row)
    return Message.of(FROM_SET, tiles=move.tiles, old=account.before.sets[move.old], row=row)


class _Lying:
    """The table between two steps, as heaps: the tiles of each new set so far, and the rests of old sets."""

    def __init__(self, account: Account) -> None:
        self._after = account.after.sets
        left = [Counter(row) for row in account.before.sets]
        there = [Counter(row) for row in account.after.sets]
        for moved in account.tiles:
            if moved.old is not None:
                left[moved.old][moved.tile] -= 1
            if moved.new is not None:
                there[moved.new][moved.tile] -= 1
        stays = {old: +tiles for old, tiles in enumerate(left) if +tiles}
        homes: dict[int, int] = {}
        for old, tiles in stays.items():
            homes[old] = next(new for new, some in enumerate(there) if +some == tiles and new not in homes.values())
        self._homes = homes
        self._heaps = {("new", new): +tiles for new, tiles in enumerate(there)}
        for moved in account.tiles:
            if moved.old is not None:
                self._heaps.setdefault(self._heap(moved.old), Counter())[moved.tile] += 1

    def _heap(self, old: int) -> tuple[str, int]:
        return ("new", self._homes[old]) if old in self._homes else ("old", old)

    def after(self, move: _Move) -> "_Lying":
        """The table after a move."""
        then = object.__new__(_Lying)
        then._after, then._homes = self._after, self._homes
        then._heaps = {heap: Counter(tiles) for heap, tiles in self._heaps.items()}
        if move.old is not None:
            then._heaps[self._heap(move.old)] -= Counter(move.tiles)
        then._heaps["new", move.new] += Counter(move.tiles)
        return then

    def broken(self, rules: Rules, move: _Move) -> int:
        """The number of heaps that are no sets after a move."""
        return sum(not is_set(row, rules) for row in self.after(move).table())

    def table(self) -> Table:
        """The table, with the tiles of each set in their final order."""
        rows = (self._row(heap, tiles) for heap, tiles in self._heaps.items() if tiles.total())
        return Table(tuple(rows))

    def _row(self, heap: tuple[str, int], tiles: Counter[Tile]) -> Row:
        left, row = Counter(tiles), list[Tile]()
        for tile in self._after[heap[1]] if heap[0] == "new" else ():
            if left[tile] > 0:
                left[tile] -= 1
                row.append(tile)
        return (*row, *in_order((+left).elements()))


def other_plays(position: Position, rack: Sequence[Tile], best: Play, out_of_time: OutOfTime) -> list[Play]:
    """Up to five plays of as many tiles as the best play, most different first.

    Each is the best play without one tile that `best` lays. Once `out_of_time` returns True, the plays found so far are
    returned.
    """
    found: dict[frozenset[tuple[Tile, ...]], Play] = {}
    for tile in dict.fromkeys(best.played):
        if out_of_time():
            break
        play = best_play(position, _without(rack, tile), out_of_time)
        if len(play.played) == len(best.played):
            found.setdefault(_sets(play.table), play)
    return _most_different_first(best, list(found.values()))[:MOST_OTHERS]


def _most_different_first(best: Play, plays: list[Play]) -> list[Play]:
    """The plays in an order in which each differs as much as possible from `best` and the plays before it."""
    ordered = [best]
    while plays:
        following = max(plays, key=lambda play: (min(_difference(play, one) for one in ordered), play.points))
        plays.remove(following)
        ordered.append(following)
    return ordered[1:]


def _difference(one: Play, other: Play) -> int:
    """A distance of two plays: 10 for each tile that only the first lays, plus the number of sets that differ."""
    tiles = (Counter(one.played) - Counter(other.played)).total()
    return 10 * tiles + len(_sets(one.table) ^ _sets(other.table))


def _sets(table: Table) -> frozenset[tuple[Tile, ...]]:
    return frozenset(map(in_order, table.sets))


def _without(rack: Iterable[Tile], tile: Tile) -> tuple[Tile, ...]:
    return tuple((Counter(rack) - Counter((tile,))).elements())


def lesson(position: Position, rack: Sequence[Tile], best: Play, out_of_time: OutOfTime) -> dict[str, Any]:
    """The lesson as JSON: steps of the best play, other plays of as many tiles, and the tiles that would have opened.

    `would_open` is null if the rack holds an opening or the player has opened; `at_most`: proved upper bound of the
    number of tiles that can be laid.
    """
    lacks = not position.opened and not best.played
    steps = by_hand(position.rules, position.table, best.table) if best.played else ()
    others = other_plays(position, rack, best, out_of_time) if best.played else []
    return {
        "steps": [step.to_json() for step in steps],
        "others": [play.to_json() for play in others],
        "would_open": list(map(str, tiles_that_would_open(position, rack, out_of_time))) if lacks else None,
        "at_most": best.at_most,
    }
