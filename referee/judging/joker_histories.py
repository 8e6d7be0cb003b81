"""The stories the jokers of a table can tell: every way in which each may have got where one lies now."""

from collections import Counter
from collections.abc import Iterator

from referee.judging.rearrangement import Account, Fate, Position, Seat, Story, Ways
from referee.sets import ANYTHING, Kind
from referee.tiles import JOKER, Tile


class Teller:
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


def _part(story: Story) -> tuple[str, int, str, str]:
    """What a joker did, whichever of two equal seats it has; for an order among equal jokers."""
    place = story.seat.place if story.seat else -1
    return story.fate.value, place, str(story.stands), " ".join(map(str, story.paid))
