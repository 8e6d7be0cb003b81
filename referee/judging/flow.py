"""The flow of tiles in a turn whose joker moves are known: an assignment in which fewest tiles moved."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import NamedTuple

from referee.judging.homes import Pair, heaviest
from referee.judging.rearrangement import Rearrangement
from referee.tiles import Tile

Place = int | None
"""Index of a set. None stands for the rack as an old set, and for "no longer seen" as a new set."""

Way = tuple[Place, Place, Tile]
"""The move of one tile: its old set, its new set, the tile."""

Flow = Counter[Way]
"""Number of copies of a tile for each move."""

Freed = tuple[int, Tile, Place]
"""A freed joker: its old set, the tile that freed it, and the old set this tile came from (None: the rack)."""

IN_PLACE = 1_000
"""Weight, in tiles, of a freeing tile that lies with the remainder of the joker's set: more than all tiles of a box."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """One possible history of a turn.

    `flow`: where each tile went; `homes`: for each old set, the new set that it became; `astray`: number of tiles that
    freed a joker while another copy lies in the joker's place; `lent`: number of freeing tiles that are again in the
    set they came from.
    """

    flow: Flow
    homes: Mapping[int, int]
    astray: int
    lent: int

    @property
    def moved(self) -> list[Way]:
        """The moves of the tiles that came from the rack, or that left their set for another than its home."""
        return [way for way in self.flow.elements() if way[0] is None or self.homes.get(way[0]) != way[1]]

    @property
    def simplicity(self) -> tuple[int, ...]:
        """Sort key; the smallest is the simplest assignment.

        In order: tiles astray, moved tiles of the table, lent tiles, distinct pairs of old and new set among the moves.
        """
        moved = [way for way in self.moved if way[0] is not None]
        return self.astray, len(moved), self.lent, len({way[:2] for way in self.moved})


class _Guest(NamedTuple):
    """A tile that freed a joker and counts for the joker's set; `giver`: the set it came from (None: the rack)."""

    tile: Tile
    giver: Place


Guests = list[list[_Guest]]
"""For each old set, the tiles that freed its jokers."""


def assignment(turn: Rearrangement, known: Flow, freed: Sequence[Freed] = ()) -> Assignment:
    """The assignment in which fewest tiles moved.

    `known`: the flow of jokers and other tiles that is certain; `freed`: the freed jokers with their freeing tiles.

    A tile that freed a joker counts for the joker's set, so that it takes the joker's place if it can and `known` does
    not say otherwise. Then each old set is paired with a home, the new set it became (homes.py), and the tiles they
    share stay. The remaining tiles are dealt to new sets that lack a copy.
    """
    olds, news, rack = _not_known(turn, known)
    guests: Guests = [[] for _ in olds]
    for old, tile, giver in freed:
        source = rack if giver is None else olds[giver]
        if source[tile] > 0:
            source[tile] -= 1
            guests[old].append(_Guest(tile, giver))
    home = heaviest(_shared(turn, known, olds, news, guests))
    flow = Flow(known)
    for old, new in home.items():
        stays = +olds[old] & news[new]
        flow.update({(old, new, tile): count for tile, count in stays.items()})
        olds[old], news[new] = olds[old] - stays, news[new] - stays
    left = _with_guests_in_place(flow, home, guests, news)
    flow.update(_dealt(flow, home, _left_over(olds, rack, left), news))
    return Assignment(+flow, home, *_astray(flow, home, freed))


def _with_guests_in_place(
    flow: Flow, home: Mapping[int, int], guests: Guests, news: list[Counter[Tile]]
) -> dict[Tile, list[Place]]:
    """Adds to `flow` the freeing tiles that fit in the joker's place; returns the sources of the others by tile."""
    left: dict[Tile, list[Place]] = {}
    for old, some in enumerate(guests):
        new = home.get(old)
        for tile, giver in some:
            if new is not None and news[new][tile] > 0:
                news[new][tile] -= 1
                flow[giver, new, tile] += 1
            else:
                left.setdefault(tile, []).append(giver)
    return left


def _astray(flow: Flow, home: Mapping[int, int], freed: Sequence[Freed]) -> tuple[int, int]:
    """The counts `astray` and `lent` of `Assignment`."""
    astray = lent = 0
    for old, tile, giver in freed:
        new = home.get(old)
        lent += giver is not None and not any(way[0] == giver and way[2] == tile for way in _moved(flow, home))
        others = any(to == new and went == tile and start not in (old, giver) for start, to, went in flow)
        astray += new is not None and others and not flow[giver, new, tile]
    return astray, lent


def _moved(flow: Flow, home: Mapping[int, int]) -> Iterator[Way]:
    return (way for way, count in flow.items() if count and (way[0] is None or home.get(way[0]) != way[1]))


def _not_known(turn: Rearrangement, known: Flow) -> tuple[list[Counter[Tile]], list[Counter[Tile]], Counter[Tile]]:
    """The tiles of the old sets, of the new sets and of the rack whose moves are not in `known`."""
    olds, news, rack = list(map(Counter, turn.old_sets)), list(map(Counter, turn.new_sets)), Counter(turn.played)
    for (start, stop, tile), count in known.items():
        (rack if start is None else olds[start])[tile] -= count
        if stop is not None:
            news[stop][tile] -= count
    return olds, news, rack


def _shared(
    turn: Rearrangement,
    known: Flow,
    olds: Sequence[Counter[Tile]],
    news: Sequence[Counter[Tile]],
    guests: Guests,
) -> Counter[Pair]:
    """The weight of each pair of an old and a new set: shared tiles, and `IN_PLACE` for each freeing tile in place."""
    shared: Counter[Pair] = Counter()
    for (old, new, _), count in known.items():
        if old is not None and new is not None:
            shared[old, new] += count
    for old in range(len(olds)):
        tiles, came = +olds[old], Counter(guest.tile for guest in guests[old])
        for new in {new for tile in (*tiles, *came) for new in turn.new_sets_with(tile)}:
            own = tiles & news[new]
            shared[old, new] += own.total()
            if came:
                shared[old, new] += IN_PLACE * (came & (news[new] - own)).total()
    return shared


def _left_over(
    olds: Sequence[Counter[Tile]], rack: Counter[Tile], left: Mapping[Tile, Iterable[Place]]
) -> dict[Tile, list[Place]]:
    """For each tile, the sources of its remaining copies: old sets first, the rack (None) last."""
    found = {tile: list(places) for tile, places in left.items()}
    for old, tiles in [*enumerate(olds), (None, rack)]:
        for tile, count in (+tiles).items():
            found.setdefault(tile, []).extend([old] * count)
    return found


def _dealt(
    flow: Flow, home: Mapping[int, int], sources: Mapping[Tile, list[Place]], news: Sequence[Counter[Tile]]
) -> Flow:
    """A flow that gives each remaining tile to a new set that lacks it, preferring moves between pairs already used."""
    lacking: dict[Tile, list[Place]] = {}
    for new, tiles in enumerate(news):
        for tile, count in (+tiles).items():
            lacking.setdefault(tile, []).extend([new] * count)
    dealt, ways = Flow(), {way[:2] for way in flow if way[0] is None or home.get(way[0]) != way[1]}
    for tile in sorted(sources, key=lambda tile: (_choices(sources[tile], lacking.get(tile, [])), str(tile))):
        starts, stops = sources[tile], lacking.get(tile, [])
        stops = [*stops, *[None] * (len(starts) - len(stops))]
        orders = {tuple(zip(starts, order, strict=True)) for order in permutations(stops)}
        best = min(orders, key=lambda order: (len(set(order) - ways), _text(order)))
        ways |= set(best)
        dealt.update((old, new, tile) for old, new in best)
    return dealt


def _choices(starts: Sequence[Place], stops: Sequence[Place]) -> bool:
    return len(set(starts)) > 1 and len(set(stops)) > 1


def _text(order: Sequence[tuple[Place, Place]]) -> list[tuple[int, int]]:
    return sorted((-1 if old is None else old, -1 if new is None else new) for old, new in order)
