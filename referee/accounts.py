"""Every account of what became of the jokers on the table, and the one that breaks fewest rules.

Two copies of a tile look alike, and so do two jokers: each joker that lay on the table may be any of
those lying there now. It went on standing for its tile, or it was freed by that tile and moved on.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from itertools import product

from referee.jokers import ANYTHING, Understanding, companions, tiles_at, understandings
from referee.rebuilding import Rebuilding
from referee.rules import Rules
from referee.sets import Kind, joker_count
from referee.table import Row
from referee.tiles import JOKER, Tile


class Fate(Enum):
    """What became of a joker that lay on the table."""

    KEPT = "goes on standing for its tile"
    FREED = "its tile took its place"
    TAKEN = "taken without its tile"
    HIDDEN = "not to be seen"


@dataclass(frozen=True, slots=True)
class Seat:
    """Where a joker lies: which set, and which of its jokers it is."""

    place: int
    which: int


@dataclass(frozen=True, slots=True)
class Story:
    """What one joker did: from which old set, to which seat, for which tile or by which tiles.

    `lender`: the old set that gave the tile which freed it; None: the rack.
    """

    home: int
    fate: Fate
    seat: Seat | None = None
    stands: Tile | None = None
    paid: tuple[Tile, ...] = ()
    lender: int | None = None


Account = tuple[Story, ...]


class Breach(Enum):
    """Which of the rules on jokers and rebuilding an account breaks."""

    EXCHANGE = "joker-exchange"
    NOT_REUSED = "joker-not-reused"
    SET_BROKEN = "joker-set-broken"
    TOO_FAR = "rebuilt-too-far"


@dataclass(frozen=True, slots=True)
class Violation:
    """A breach: the old set it concerns, and the set on the table where it shows (None: nowhere)."""

    breach: Breach
    home: int
    place: int | None


@dataclass(frozen=True)
class Position:
    """A turn to be accounted for: `played` and `missing` are after less before, and the reverse."""

    rules: Rules
    before: Sequence[Row]
    after: Sequence[Row]
    played: Counter[Tile] = field(default_factory=Counter)
    missing: Counter[Tile] = field(default_factory=Counter)

    @cached_property
    def homes(self) -> list[Counter[Tile]]:
        """The tiles of each old set."""
        return [Counter(row) for row in self.before]

    @cached_property
    def places(self) -> list[Counter[Tile]]:
        """The tiles of each set on the table now."""
        return [Counter(row) for row in self.after]

    @cached_property
    def is_possible(self) -> bool:
        """Whether one box holds the tiles of either table; if not, a doubt about the reading comes first."""
        return all(fits_a_box(piles, self.rules) for piles in (self.homes, self.places))

    @cached_property
    def twins(self) -> frozenset[tuple[int, int]]:
        """Old sets, each with a set that is equal to it now."""
        waiting: dict[frozenset[tuple[Tile, int]], list[int]] = {}
        for place, tiles in enumerate(self.places):
            waiting.setdefault(frozenset(tiles.items()), []).append(place)
        found = set()
        for home, tiles in enumerate(self.homes):
            if equal := waiting.get(frozenset(tiles.items())):
                found.add((home, equal.pop(0)))
        return frozenset(found)


def violations(position: Position) -> tuple[Violation, ...]:
    """What the best account of the turn breaks; nothing: some account makes the turn legal."""
    if position.rules.any_rearranging_is_legal or not position.is_possible:
        return ()
    best: tuple[Violation, ...] | None = None
    jokers = sum(map(joker_count, position.before))
    for taken in range(jokers + 1):
        if best is not None and len(best) <= taken:
            break
        for account, ways in _accounts(position, taken):
            best = _broken(position, account, ways, best)
            if len(best) <= taken:
                break
    return best or ()


Ways = Mapping[int, Understanding]
"""How the sets that hold jokers are understood, by their place on the table."""


def _accounts(position: Position, taken: int) -> Iterator[tuple[Account, Ways]]:
    """Every account in which a number of jokers was taken without their tiles."""
    old = {home: row for home, row in enumerate(position.before) if joker_count(row)}
    new = {place: row for place, row in enumerate(position.after) if joker_count(row)}
    for olds in product(*(understandings(row, position.rules) for row in old.values())):
        for news in product(*(understandings(row, position.rules) for row in new.values())):
            ways = dict(zip(new, news, strict=True))
            teller = _Teller(position, dict(zip(old, olds, strict=True)), ways, taken)
            for account in teller.stories():
                yield account, ways


class _Teller:
    """Tells the jokers' stories one after another, for one understanding of every set."""

    def __init__(self, position: Position, old: Ways, new: Ways, taken: int) -> None:
        self._position = position
        self._old = old
        self._new = new
        self._taken = taken
        self._jokers = [(home, which) for home, way in old.items() for which in range(len(way.jokers))]
        self._seats = [Seat(place, which) for place, way in new.items() for which in range(len(way.jokers))]

    def stories(self, told: Account = ()) -> Iterator[Account]:
        """Every account that begins with what has been told."""
        if len(told) == len(self._jokers):
            if self._count(told, Fate.TAKEN) == self._taken:
                yield told
            return
        for story in self._next(told):
            if not self._was_told_with_twins(told, story):
                yield from self.stories((*told, story))

    def _was_told_with_twins(self, told: Account, story: Story) -> bool:
        """Whether two jokers that look alike would only change their parts in another account."""
        home, which = self._jokers[len(told)]
        if not which or self._old[home].stands[which] != self._old[home].stands[which - 1]:
            return False
        return _part(story) < _part(told[-1])

    def _next(self, told: Account) -> Iterator[Story]:
        home, which = self._jokers[len(told)]
        stands = self._stands(home, which, told)
        free = self._free_seats(home, told)
        yield from self._kept(home, stands, free, told)
        if self._position.rules.jokers_move_freely:
            yield from (Story(home, Fate.FREED, seat) for seat in free)
        else:
            yield from self._freed(home, stands, free, told)
            if self._count(told, Fate.TAKEN) < self._taken:
                yield from (Story(home, Fate.TAKEN, seat) for seat in free)
        if self._count(told, Fate.HIDDEN) < self._position.missing[JOKER]:
            yield Story(home, Fate.HIDDEN)

    def _kept(self, home: int, stands: frozenset[Tile], free: list[Seat], told: Account) -> Iterator[Story]:
        for seat in free:
            way = self._new[seat.place]
            common = stands & way.stands[seat.which]
            if way.kind is None or self._old[home].kind is None:
                common = frozenset(list(common)[:1])
            for tile in common - self._kept_for(seat.place, told) if way.differ else common:
                yield Story(home, Fate.KEPT, seat, tile)

    def _freed(self, home: int, stands: frozenset[Tile], free: list[Seat], told: Account) -> Iterator[Story]:
        for paid in self._prices(home, stands):
            for lender in self._lenders(paid, told):
                for seat in free:
                    yield Story(home, Fate.FREED, seat, None, paid, lender)

    def _prices(self, home: int, stands: frozenset[Tile]) -> list[tuple[Tile, ...]]:
        way = self._old[home]
        of_three = way.kind is Kind.GROUP and len(way.line) == 3
        if of_three and way.differ and self._position.rules.joker_of_three == "both-colours":
            return [tuple(sorted(stands, key=str))]
        return [(tile,) for tile in sorted(stands, key=str)] if stands != ANYTHING else [()]

    def _lenders(self, paid: tuple[Tile, ...], told: Account) -> list[int | None]:
        """Who could have given the tiles that free a joker: the rack, or else an old set."""
        spent = Counter(tile for story in told if story.lender is None for tile in story.paid)
        if Counter(paid) + spent <= self._position.played:
            return [None]
        if self._position.rules.freeing_tile_from == "rack" or len(paid) != 1:
            return []
        given = Counter((story.lender, *story.paid) for story in told if story.lender is not None)
        return [
            home
            for home, tiles in enumerate(self._position.homes)
            if tiles[paid[0]] > given[home, paid[0]] and self._may_lend(home)
        ]

    def _may_lend(self, home: int) -> bool:
        return home not in self._old or self._position.rules.joker_sets != "closed"

    def _stands(self, home: int, which: int, told: Account) -> frozenset[Tile]:
        way = self._old[home]
        if not way.differ:
            return way.stands[which]
        gone = {story.stands for story in told if story.home == home}
        paid = {tile for story in told if story.home == home for tile in story.paid}
        return way.stands[which] - gone - paid

    def _free_seats(self, home: int, told: Account) -> list[Seat]:
        taken = {story.seat for story in told}
        alike = {
            (seat.place, self._new[seat.place].stands[seat.which]): seat
            for seat in reversed(self._seats)
            if seat not in taken
        }
        free = [seat for seat in self._seats if seat in alike.values()]
        return sorted(free, key=lambda seat: (home, seat.place) not in self._position.twins)

    def _kept_for(self, place: int, told: Account) -> frozenset[Tile]:
        there = [story for story in told if story.seat and story.seat.place == place]
        return frozenset(story.stands for story in there if story.stands)

    def _count(self, told: Account, fate: Fate) -> int:
        return sum(story.fate is fate for story in told)


def _broken(
    position: Position, account: Account, ways: Ways, best: tuple[Violation, ...] | None
) -> tuple[Violation, ...]:
    """The rules that an account breaks, or the best so far if it breaks no fewer."""
    outcome = _Outcome(position, account, ways)
    found: list[Violation] = []
    for part in (outcome.exchanges, outcome.broken_sets, outcome.not_reused, outcome.too_far):
        found += part()
        if best is not None and len(found) >= len(best):
            return best
    return tuple(found)


def _part(story: Story) -> tuple[str, int, str, str]:
    """What a joker did, whichever of two equal seats it has; for an order among equal jokers."""
    place = story.seat.place if story.seat else -1
    return story.fate.value, place, str(story.stands), " ".join(map(str, story.paid))


class _Outcome:
    """What follows from an account for the tiles beside the jokers."""

    def __init__(self, position: Position, account: Account, ways: Ways) -> None:
        self._position = position
        self._account = account
        self._ways = ways
        self._locked: dict[int, Counter[Tile]] = {}
        self._homes_locked: dict[int, int] = {}
        self._from_rack: dict[int, Counter[Tile]] = {}

    def exchanges(self) -> Iterator[Violation]:
        """Jokers that were taken without their tiles."""
        for story in self._account:
            if story.fate is Fate.TAKEN and story.seat:
                yield Violation(Breach.EXCHANGE, story.home, story.seat.place)

    def broken_sets(self) -> Iterator[Violation]:
        """Closed sets that do not lie whole in one set now."""
        if self._position.rules.joker_sets != "closed":
            return
        for home in dict.fromkeys(story.home for story in self._account if story.fate is Fate.KEPT):
            seats = {story.seat.place for story in self._of(home) if story.fate is Fate.KEPT and story.seat}
            place = min(seats)
            if len(seats) > 1 or not self._lock(home, place):
                yield Violation(Breach.SET_BROKEN, home, place)

    def _lock(self, home: int, place: int) -> bool:
        """Keeps a closed set's tiles where they are; whether they are there at all."""
        wanted = self._locked.get(place, Counter()) + self._numbered(home)
        absent = wanted - self._position.places[place]
        if not absent <= self._position.missing:
            return False
        self._locked[place] = wanted - absent
        self._homes_locked[home] = place
        return True

    def _of(self, home: int) -> list[Story]:
        return [story for story in self._account if story.home == home]

    def _numbered(self, home: int) -> Counter[Tile]:
        """An old set's numbered tiles, with those that freed its jokers, without those it lent."""
        tiles = Counter(tile for tile in self._position.before[home] if not tile.is_joker)
        for story in self._account:
            if story.home == home:
                tiles.update(story.paid)
            if story.lender == home:
                tiles.subtract(story.paid)
        return +tiles

    def _rack(self) -> Counter[Tile]:
        """What was played, without the tiles that freed jokers."""
        paid = Counter(tile for story in self._account if story.lender is None for tile in story.paid)
        return self._position.played - paid

    def not_reused(self) -> list[Violation]:
        """Freed jokers that do not lie where they have to: as few as can be."""
        if self._position.rules.freed_joker_goes in ("new-set", "any-set"):
            return []
        freed = [story for story in self._account if story.fate in (Fate.FREED, Fate.TAKEN) and story.seat]
        wrong: list[Violation] = []
        laid: dict[int, frozenset[int]] = {}
        while freed and self._lay(freed, laid) is None:
            story = next((one for one in freed if self._lay([one], laid) is None), freed[-1])
            freed.remove(story)
            place = story.seat.place if story.seat else None
            wrong.append(Violation(Breach.NOT_REUSED, story.home, place))
        for place, places in (self._lay(freed, laid) or {}).items():
            self._from_rack[place] = tiles_at(self._ways[place], places)
        return wrong

    def _lay(self, freed: list[Story], laid: dict[int, frozenset[int]]) -> dict[int, frozenset[int]] | None:
        """Which places of which sets come from the rack, if each freed joker can lie where it lies."""
        if not freed:
            return laid
        seat = freed[0].seat
        assert seat is not None
        way = self._ways[seat.place]
        for places in companions(way, way.jokers[seat.which], self._loose(seat.place), self._position.rules):
            more = {**laid, seat.place: laid.get(seat.place, frozenset()) | places}
            if self._rack_holds(more) and (found := self._lay(freed[1:], more)) is not None:
                return found
        return None

    def _rack_holds(self, laid: dict[int, frozenset[int]]) -> bool:
        needed: Counter[Tile] = Counter()
        for place, places in laid.items():
            tiles = tiles_at(self._ways[place], places)
            if not tiles + self._locked.get(place, Counter()) <= self._position.places[place]:
                return False
            needed += tiles
        return needed <= self._rack()

    def _loose(self, place: int) -> frozenset[int]:
        """Places of a set's jokers that may count as laid in this turn."""
        seated = {story.seat: story.fate for story in self._account if story.seat}
        of_rack_alone = self._position.rules.freed_joker_goes == "new-set-from-rack"
        free = {None, Fate.FREED, Fate.TAKEN} if of_rack_alone else {None}
        way = self._ways[place]
        return frozenset(there for which, there in enumerate(way.jokers) if seated.get(Seat(place, which)) in free)

    def too_far(self) -> list[Violation]:
        """Old sets of which too little was left."""
        if self._position.rules.rebuilding == "free":
            return []
        homes = [self._numbered(home) for home in range(len(self._position.before))]
        places = [_without_jokers(tiles) for tiles in self._position.places]
        certain = [(story.home, story.seat.place) for story in self._account if story.fate is Fate.KEPT and story.seat]
        for home, place in self._homes_locked.items():
            certain += [(home, place)] * homes[home].total()
            places[place] -= homes[home]
            homes[home] = Counter()
        for place, tiles in self._from_rack.items():
            places[place] -= tiles
        sizes = [len(row) for row in self._position.after]
        rebuilding = Rebuilding(homes, places, sizes, certain, self._position.twins)
        return [Violation(Breach.TOO_FAR, home, place) for home, place in rebuilding.leftovers()]


def _without_jokers(tiles: Counter[Tile]) -> Counter[Tile]:
    return Counter({tile: count for tile, count in tiles.items() if not tile.is_joker})


def fits_a_box(piles: Sequence[Counter[Tile]], rules: Rules) -> bool:
    """Whether a box holds that many of every tile."""
    lies: Counter[Tile] = Counter()
    for tiles in piles:
        lies.update(tiles)
    return all(count <= (rules.jokers if tile.is_joker else rules.copies) for tile, count in lies.items())
