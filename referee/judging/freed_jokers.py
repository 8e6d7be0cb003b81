"""Checks the rule that a freed joker is laid with tiles from the rack, by a search over which tiles these are.

A search state holds, for some of the freed jokers, the places in their sets that are filled from the rack. A step adds
the places beside one more joker, in one of the ways that satisfy the rule. A state is pruned when the rack lacks one
of its tiles or a closed set needs that tile, because steps only add places. The first state that covers all jokers
shows that the rule holds.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from referee.judging.joker_moves import JokerFate, JokerMove, JokerMoves, JokerPlace, RolesBySet
from referee.judging.rearrangement import Rearrangement
from referee.rules import SMALLEST_SET, Rules
from referee.sets import JokerRoles, Kind, tiles_at
from referee.tiles import Tile

FromRack = dict[int, frozenset[int]]
"""For each new set, the positions in its line that are filled from the rack."""


def ways_to_lie(
    turn: Rearrangement,
    moves: JokerMoves,
    roles: RolesBySet,
    rack: Counter[Tile],
    closed_tiles: Mapping[int, Counter[Tile]],
    freed: Sequence[JokerMove],
    so_far: FromRack | None = None,
) -> Iterator[FromRack]:
    """Every choice of positions filled from the rack in which each joker of `freed` is laid as the rules demand.

    `rack`: the tiles played, without those that freed jokers; `closed_tiles`: for each new set, its tiles that belong
    to a closed old set; `so_far`: the positions already chosen for other jokers.
    """
    from_rack = so_far or {}
    if not freed:
        yield from_rack
        return
    place = freed[0].to
    assert place is not None
    way = roles[place.new]
    playable = {spot for spot, tile in enumerate(way.line) if tile.is_joker or tile in rack}
    laid_now = _jokers_laid_now(turn.rules, moves, roles, place.new)
    for spots in _beside(way, way.jokers[place.which], laid_now, turn.rules):
        if not spots <= playable:
            continue
        more = {**from_rack, place.new: from_rack.get(place.new, frozenset()) | spots}
        if _rack_holds(more, turn, roles, rack, closed_tiles):
            yield from ways_to_lie(turn, moves, roles, rack, closed_tiles, freed[1:], more)


def _rack_holds(
    from_rack: FromRack,
    turn: Rearrangement,
    roles: RolesBySet,
    rack: Counter[Tile],
    closed_tiles: Mapping[int, Counter[Tile]],
) -> bool:
    needed: Counter[Tile] = Counter()
    for new, spots in from_rack.items():
        tiles = tiles_at(roles[new].line, spots)
        if not tiles + closed_tiles.get(new, Counter()) <= turn.new_sets[new]:
            return False
        needed += tiles
    return needed <= rack


def _jokers_laid_now(rules: Rules, moves: JokerMoves, roles: RolesBySet, new: int) -> frozenset[int]:
    """Positions of the jokers in a new set that may count as laid in this turn."""
    fates = {move.to: move.fate for move in moves if move.to}
    of_rack_alone = rules.freed_joker_goes == "new-set-from-rack"
    laid = {None, JokerFate.FREED, JokerFate.TAKEN} if of_rack_alone else {None}
    jokers = enumerate(roles[new].jokers)
    return frozenset(spot for which, spot in jokers if fates.get(JokerPlace(new, which)) in laid)


def _beside(roles: JokerRoles, joker: int, laid_now: frozenset[int], rules: Rules) -> Iterator[frozenset[int]]:
    """Sets of positions; filling any of these sets from the rack satisfies the rule for a freed joker at `joker`."""
    if roles.kind is None or not rules.freed_joker_is_bound:
        yield frozenset()
    elif rules.freed_joker_goes == "two-from-rack" or roles.kind is Kind.GROUP:
        yield from _any_two(roles, joker, laid_now)
    else:
        yield from _neighbours(roles, joker, laid_now)


def _any_two(roles: JokerRoles, joker: int, laid_now: frozenset[int]) -> Iterator[frozenset[int]]:
    others = [spot for spot in range(len(roles.line)) if spot != joker and _may_be_new(roles, spot, laid_now)]
    for pair in combinations(others, SMALLEST_SET - 1):
        if any(not roles.line[spot].is_joker for spot in pair):
            yield frozenset(pair)


def _neighbours(roles: JokerRoles, joker: int, laid_now: frozenset[int]) -> Iterator[frozenset[int]]:
    for length in range(SMALLEST_SET, SMALLEST_SET + len(roles.jokers)):
        for first in range(max(0, joker - length + 1), min(joker, len(roles.line) - length) + 1):
            stretch = range(first, first + length)
            numbered = any(not roles.line[spot].is_joker for spot in stretch)
            if numbered and all(_may_be_new(roles, spot, laid_now) for spot in stretch):
                yield frozenset(stretch) - {joker}


def _may_be_new(roles: JokerRoles, spot: int, laid_now: frozenset[int]) -> bool:
    return not roles.line[spot].is_joker or spot in laid_now
