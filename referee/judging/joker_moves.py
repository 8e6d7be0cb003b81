"""Enumerates every way in which the jokers on the table may have moved in a turn.

Two jokers look alike, so each joker of the old table may be any joker of the new table. It either goes on standing for
its tile, or that tile replaced it and it moved on.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from referee.judging.rearrangement import Rearrangement
from referee.sets import JokerRoles, freeing_tiles
from referee.tiles import JOKER, Tile

RolesBySet = Mapping[int, JokerRoles]
"""The roles of the jokers in each set that holds some, by the set's index on the table."""


class JokerFate(Enum):
    """The fate of a joker that was on the table before the turn."""

    KEPT = "goes on standing for its tile"
    FREED = "its tile took its place"
    TAKEN = "taken without its tile"
    HIDDEN = "not to be seen"


@dataclass(frozen=True, slots=True)
class JokerPlace:
    """Where a joker lies: index of the new set, and index among the jokers of that set."""

    new: int
    which: int


@dataclass(frozen=True, slots=True)
class JokerMove:
    """The move of one joker.

    `old`: index of its old set; `to`: its place after the turn, None when it is not seen or left open; `stands`: the
    tile that a kept joker stands for; `freed_by`: the tiles that replaced it; `freed_from`: index of the old set that
    the freeing tile came from, None for the rack.
    """

    old: int
    fate: JokerFate
    to: JokerPlace | None = None
    stands: Tile | None = None
    freed_by: tuple[Tile, ...] = ()
    freed_from: int | None = None


JokerMoves = tuple[JokerMove, ...]
"""One move for each joker of the old table: a possible way in which all of them moved."""


class JokerSearch:
    """A search for every way in which the jokers may have moved, given the roles of the jokers in each set.

    `old`, `new`: the roles of the jokers in the old and in the new sets.
    """

    def __init__(
        self,
        turn: Rearrangement,
        old: RolesBySet,
        new: RolesBySet,
        taken: int,
        whoever_gives: bool = False,
        freed_lie_anywhere: bool = False,
    ) -> None:
        """`taken`: the number of jokers that were taken without the tiles that free them.

        `whoever_gives`: yield ways that differ only in whether a freeing tile came from the rack or from the table,
        even if no rule depends on it. `freed_lie_anywhere`: leave open where a freed joker lies (`to` is None).
        """
        self._turn = turn
        self._old = old
        self._new = new
        self._taken = taken
        self._whoever_gives = whoever_gives
        self._freed_lie_anywhere = freed_lie_anywhere
        self._jokers = [(one, which) for one, roles in old.items() for which in range(len(roles.jokers))]
        self._places = [JokerPlace(one, which) for one, roles in new.items() for which in range(len(roles.jokers))]

    def moves(self, known: JokerMoves = ()) -> Iterator[JokerMoves]:
        """Every complete way that begins with the moves `known`."""
        if len(known) == len(self._jokers):
            lying = len(known) - _count(known, JokerFate.HIDDEN)
            if _count(known, JokerFate.TAKEN) == self._taken and lying <= len(self._places):
                yield known
            return
        for move in self._next(known):
            if not self._only_swaps_equal_jokers(known, move):
                yield from self.moves((*known, move))

    def _only_swaps_equal_jokers(self, known: JokerMoves, move: JokerMove) -> bool:
        """Whether `move` only yields a way already found, with two equal jokers of one set exchanged."""
        old, which = self._jokers[len(known)]
        if not which or self._old[old].stands[which] != self._old[old].stands[which - 1]:
            return False
        return _rank(move) < _rank(known[-1])

    def _next(self, known: JokerMoves) -> Iterator[JokerMove]:
        old, which = self._jokers[len(known)]
        stands = self._stands(old, which, known)
        free = self._free_places(old, known)
        yield from self._kept(old, stands, free, known)
        yield from self._freed(old, stands, free, known)
        if not self._turn.rules.jokers_move_freely and _count(known, JokerFate.TAKEN) < self._taken:
            yield from (JokerMove(old, JokerFate.TAKEN, place) for place in free)
        if _count(known, JokerFate.HIDDEN) < self._turn.missing[JOKER]:
            yield JokerMove(old, JokerFate.HIDDEN)

    def _kept(
        self, old: int, stands: frozenset[Tile], free: list[JokerPlace], known: JokerMoves
    ) -> Iterator[JokerMove]:
        for place in free:
            roles = self._new[place.new]
            common = stands & roles.stands[place.which]
            if roles.differ:
                common -= _kept_in(place.new, known)
            tiles = sorted(common, key=str)
            # The tile a joker stands for matters only where another joker must not stand for the same tile.
            for tile in tiles if roles.differ or self._old[old].differ else tiles[:1]:
                yield JokerMove(old, JokerFate.KEPT, place, tile)

    def _freed(
        self, old: int, stands: frozenset[Tile], free: list[JokerPlace], known: JokerMoves
    ) -> Iterator[JokerMove]:
        for tiles in freeing_tiles(self._old[old], stands, self._turn.rules):
            for giver in self._givers(old, tiles, known):
                for place in (None,) if self._freed_lie_anywhere else free:
                    yield JokerMove(old, JokerFate.FREED, place, None, tiles, giver)

    def _givers(self, its_own: int, tiles: tuple[Tile, ...], known: JokerMoves) -> list[int | None]:
        """The possible sources of the tiles that free a joker: the rack (None) and indices of other old sets.

        The joker's own set is no source: where colours may repeat, the tile would leave its own place empty.
        """
        rules = self._turn.rules
        spent = Counter(tile for move in known if move.freed_from is None for tile in move.freed_by)
        rack: list[int | None] = [None] if Counter(tiles) + spent <= self._turn.played else []
        # The source matters in three cases: the rack's copy may be needed beside the freed joker while the copy on the
        # table frees it; a set that gave a tile has fewer tiles that must stay together; and where colours may repeat,
        # the copy on the table may be in the set of a joker that only the rack's copy can free.
        may_lie_there = len(self._jokers) > 1 and not rules.group_colours_differ
        asks = not rules.freed_joker_goes_anywhere or rules.rebuilding != "free"
        matters = self._whoever_gives or asks or may_lie_there
        if (rack and not matters) or rules.freeing_tile_from == "rack" or len(tiles) != 1:
            return rack
        given = Counter((move.freed_from, *move.freed_by) for move in known if move.freed_from is not None)
        closed = self._old if rules.joker_sets == "closed" else ()
        return rack + [
            old
            for old, there in enumerate(self._turn.old_sets)
            if old != its_own and there[tiles[0]] > given[old, tiles[0]] and old not in closed
        ]

    def _stands(self, old: int, which: int, known: JokerMoves) -> frozenset[Tile]:
        """The tiles that a joker may have stood for; if `roles.differ`, without those of its set's other jokers."""
        roles = self._old[old]
        if not roles.differ:
            return roles.stands[which]
        others = [move for move in known if move.old == old]
        gone = {tile for move in others for tile in (move.stands, *move.freed_by)}
        return roles.stands[which] - gone

    def _free_places(self, old: int, known: JokerMoves) -> list[JokerPlace]:
        """The places left for the next joker: one of several equal places, and unchanged sets first."""
        taken = {move.to for move in known}
        alike = {
            (place.new, self._new[place.new].stands[place.which]): place
            for place in reversed(self._places)
            if place not in taken
        }
        one_of_each = set(alike.values())
        free = [place for place in self._places if place in one_of_each]
        return sorted(free, key=lambda place: (old, place.new) not in self._turn.unmoved)


def _kept_in(new: int, known: JokerMoves) -> frozenset[Tile]:
    """The tiles that the kept jokers among the moves `known` stand for in a new set."""
    return frozenset(move.stands for move in known if move.to and move.to.new == new and move.stands)


def _count(known: JokerMoves, fate: JokerFate) -> int:
    return sum(move.fate is fate for move in known)


def _rank(move: JokerMove) -> tuple[str, int, str, str]:
    """A sort key for moves of equal jokers; equal for moves to equal places of one set."""
    new = move.to.new if move.to else -1
    return move.fate.value, new, str(move.stands), " ".join(map(str, move.freed_by))
