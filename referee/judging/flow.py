"""Where every tile went in a turn whose jokers' ways are known: so that fewest tiles moved."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import NamedTuple

from referee.judging.homes import Pair, heaviest
from referee.judging.rearrangement import Rearrangement
from referee.tiles import Tile

Place = int | None
"""A set by its place; None, as an old one: the rack; as a new one: not to be seen."""

Way = tuple[Place, Place, Tile]
"""From which old set to which new one a tile went."""

Flow = Counter[Way]
"""How many of a tile went each way."""

Freed = tuple[int, Tile, Place]
"""An old set whose joker was freed, by which tile, and from which old set that came (None: the rack)."""

IN_PLACE = 1_000
"""What it weighs that the tile which freed a joker lies with what is left of the joker's set: more than all tiles."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """One possible past of a turn: where each tile went, and which new set each old one became.

    `astray`: tiles that freed a joker, while another one like it lies in its place. `lent`: those that lie again in the
    set they came from.
    """

    flow: Flow
    homes: Mapping[int, int]
    astray: int
    lent: int

    @property
    def moved(self) -> list[Way]:
        """The ways of the tiles that did not stay: from the rack, or out of the set that became another."""
        return [way for way in self.flow.elements() if way[0] is None or self.homes.get(way[0]) != way[1]]

    @property
    def simplicity(self) -> tuple[int, ...]:
        """What the simplest has least of: what is not as it looks, tiles of the table that moved, ways they went."""
        moved = [way for way in self.moved if way[0] is not None]
        return self.astray, len(moved), self.lent, len({way[:2] for way in self.moved})


class _Guest(NamedTuple):
    """A tile that freed a joker, reckoned to the joker's set; `giver`: the set it came from (None: the rack)."""

    tile: Tile
    giver: Place


Guests = list[list[_Guest]]
"""By old set."""


def assignment(turn: Rearrangement, known: Flow, freed: Sequence[Freed] = ()) -> Assignment:
    """The way in which fewest tiles moved. `known`: where jokers and other tiles went for certain.

    A tile that freed a joker is reckoned to its set, so that it stays where the joker lay, if it can and is not known
    to lie elsewhere. Then every old set has a home (homes.py), whose tiles stay; what is left over is dealt to where
    its like is lacking.
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
    """Lays the tiles that freed jokers where these lay; the others are given back, with where they came from."""
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
    """How many tiles that freed jokers do not lie in their places while others like them do; and how many were lent."""
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
    """The tiles of old sets, new sets and the rack whose way is not known."""
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
    """How much each old set has in common with each new one."""
    shared: Counter[Pair] = Counter()
    for (old, new, _), count in known.items():
        if old is not None and new is not None:
            shared[old, new] += count
    for old in range(len(olds)):
        tiles, came = +olds[old], Counter(guest.tile for guest in guests[old])
        for new in {new for tile in (*tiles, *came) for new in turn.new_sets_with(tile)}:
            own = tiles & news[new]
            in_place = came & (news[new] - own)
            shared[old, new] += own.total() + IN_PLACE * in_place.total()
    return shared


def _left_over(
    olds: Sequence[Counter[Tile]], rack: Counter[Tile], left: Mapping[Tile, Iterable[Place]]
) -> dict[Tile, list[Place]]:
    """By tile, the old sets that still have some to give; the rack (None) comes last."""
    found = {tile: list(places) for tile, places in left.items()}
    for old, tiles in [*enumerate(olds), (None, rack)]:
        for tile, count in (+tiles).items():
            found.setdefault(tile, []).extend([old] * count)
    return found


def _dealt(
    flow: Flow, home: Mapping[int, int], sources: Mapping[Tile, list[Place]], news: Sequence[Counter[Tile]]
) -> Flow:
    """The tiles that did not stay, each dealt to a set that lacks it: rather the same way as others."""
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
