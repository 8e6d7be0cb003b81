"""Which rules on jokers and on rebuilding an account of the jokers breaks."""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from referee.judging.all_or_three import Rebuilding
from referee.judging.rearrangement import Account, Breach, Fate, Position, Seat, Story, Violation, Ways
from referee.sets import companions, tiles_at
from referee.tiles import Tile

Laid = dict[int, frozenset[int]]
"""Places of sets whose tiles come from the rack, by set."""


class Outcome:
    """What follows from an account for the tiles beside the jokers."""

    def __init__(self, position: Position, account: Account, ways: Ways) -> None:
        self._position = position
        self._account = account
        self._ways = ways
        self._locked: dict[int, Counter[Tile]] = {}
        self._homes_locked: dict[int, int] = {}
        self._reused: list[Story] = []

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

    @cached_property
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
        while next(self._ways_to_lie(freed), None) is None:
            story = next((one for one in freed if next(self._ways_to_lie([one]), None) is None), freed[-1])
            freed.remove(story)
            place = story.seat.place if story.seat else None
            wrong.append(Violation(Breach.NOT_REUSED, story.home, place))
        self._reused = freed
        return wrong

    def _ways_to_lie(self, freed: list[Story], laid: Laid | None = None) -> Iterator[Laid]:
        """Which places of which sets may come from the rack, so that each freed joker lies where it may."""
        laid = laid or {}
        if not freed:
            yield laid
            return
        seat = freed[0].seat
        assert seat is not None
        way = self._ways[seat.place]
        new = {place for place, tile in enumerate(way.line) if tile.is_joker or tile in self._rack}
        for places in companions(way, way.jokers[seat.which], self._loose(seat.place), self._position.rules):
            if not places <= new:
                continue
            more = {**laid, seat.place: laid.get(seat.place, frozenset()) | places}
            if self._rack_holds(more):
                yield from self._ways_to_lie(freed[1:], more)

    def _rack_holds(self, laid: Laid) -> bool:
        needed: Counter[Tile] = Counter()
        for place, places in laid.items():
            tiles = tiles_at(self._ways[place], places)
            if not tiles + self._locked.get(place, Counter()) <= self._position.places[place]:
                return False
            needed += tiles
        return needed <= self._rack

    def _loose(self, place: int) -> frozenset[int]:
        """Places of a set's jokers that may count as laid in this turn."""
        seated = {story.seat: story.fate for story in self._account if story.seat}
        of_rack_alone = self._position.rules.freed_joker_goes == "new-set-from-rack"
        free = {None, Fate.FREED, Fate.TAKEN} if of_rack_alone else {None}
        way = self._ways[place]
        return frozenset(there for which, there in enumerate(way.jokers) if seated.get(Seat(place, which)) in free)

    def too_far(self) -> list[Violation]:
        """Old sets of which too little was left, whichever tiles beside freed jokers are from the rack."""
        if self._position.rules.rebuilding == "free":
            return []
        best: list[tuple[int, int]] | None = None
        for laid in self._ways_to_lie(self._reused):
            found = self._rebuilding(laid).leftovers()
            if best is None or len(found) < len(best):
                best = found
            if not best:
                break
        return [Violation(Breach.TOO_FAR, home, place) for home, place in best or ()]

    def _rebuilding(self, laid: Laid) -> Rebuilding:
        homes = [self._numbered(home) for home in range(len(self._position.before))]
        places = [_without_jokers(tiles) for tiles in self._position.places]
        kept = [story for story in self._account if story.fate is Fate.KEPT]
        certain = [(story.home, story.seat.place) for story in kept if story.seat]
        for home, place in self._homes_locked.items():
            certain += [(home, place)] * homes[home].total()
            places[place] -= homes[home]
            homes[home] = Counter()
        for place, spots in laid.items():
            places[place] -= tiles_at(self._ways[place], spots)
        sizes = [len(row) for row in self._position.after]
        return Rebuilding(homes, places, sizes, certain, self._position.twins)


def _without_jokers(tiles: Counter[Tile]) -> Counter[Tile]:
    return Counter({tile: count for tile, count in tiles.items() if not tile.is_joker})
