"""Whether a turn is legal, found by trying every origin of each tile: slow and simple, not the referee's method.

Instead of multisets, every tile on the table after the turn gets a past, a certain old tile or a certain tile of the
rack, in every possible way; every joker stands for a certain tile before and after.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, permutations, product

from referee.rules import Rules
from referee.sets import Kind, Reading, readings
from referee.table import Row
from referee.tiles import JOKER, Colour, Tile

Past = tuple[int, int]
"""Origin of a tile: its set in the old table and its index in that set; the set of a tile from the rack is -1."""

Spot = tuple[int, int]
"""Position of a tile in the new table: its set and its index in that set."""

RACK = -1


def is_legal(rules: Rules, before: list[Row], after: list[Row]) -> bool:
    """Whether the turn is legal for at least one combination of origins; all combinations are tried."""
    return next(legal_pasts(rules, before, after), None) is not None


def legal_pasts(rules: Rules, before: list[Row], after: list[Row]) -> Iterator[list[int]]:
    """For every past that makes the turn legal, the numbers that the jokers of the rack stand for."""
    lay = [(home, spot) for home, row in enumerate(before) for spot in range(len(row))]
    lay_there, lie_there = (Counter(tile for row in rows for tile in row) for rows in (before, after))
    if lay_there - lie_there:
        return  # a tile is gone
    rack = list((lie_there - lay_there).elements())
    kinds = {past: before[past[0]][past[1]] for past in lay}
    kinds.update({(RACK, number): tile for number, tile in enumerate(rack)})
    slots = [(place, spot) for place, row in enumerate(after) for spot in range(len(row))]
    old = [every_reading(row, rules) for row in before]
    new = [every_reading(row, rules) for row in after]
    for pasts in all_pasts(kinds, [(slot, after[slot[0]][slot[1]]) for slot in slots]):
        for olds in product(*old):
            for news in product(*new):
                if holds(rules, before, after, kinds, pasts, olds, news):
                    yield [
                        stands_for(news[place], after[place], spot).number or 0
                        for past, (place, spot) in pasts.items()
                        if past[0] == RACK and kinds[past].is_joker
                    ]


def every_reading(row: Row, rules: Rules) -> list[Reading | None]:
    """Every way to understand a row, with one tile for each joker."""
    if JOKER not in row:
        return [None]
    found: list[Reading | None] = []
    for reading in readings(row, rules):
        anyhow = reading.kind is Kind.GROUP and not rules.group_colours_differ
        for colours in product(Colour, repeat=len(reading.jokers)) if anyhow else [()]:
            line = list(reading.line)
            for place, colour in zip(reading.jokers, colours, strict=False):
                line[place] = Tile(colour, line[place].number)
            found.append(Reading(reading.kind, tuple(line), reading.jokers))
    return list(dict.fromkeys(found)) or [None]


def all_pasts(kinds: dict[Past, Tile], slots: list[tuple[Spot, Tile]]) -> Iterator[dict[Past, Spot]]:
    by_kind = [
        ([past for past, tile in kinds.items() if tile == kind], [s for s, tile in slots if tile == kind])
        for kind in set(kinds.values())
    ]
    for orders in product(*(permutations(there) for _, there in by_kind)):
        yield {
            past: slot
            for (pasts, _), order in zip(by_kind, orders, strict=True)
            for past, slot in zip(pasts, order, strict=True)
        }


def stands_for(reading: Reading | None, row: Row, spot: int) -> Tile:
    """The tile that the joker at a position of a row stands for, under one reading of the row."""
    assert reading is not None
    nth = [place for place, tile in enumerate(row) if tile.is_joker].index(spot)
    return reading.stands[nth]


def holds(
    rules: Rules,
    before: list[Row],
    after: list[Row],
    kinds: dict[Past, Tile],
    went: dict[Past, Spot],
    olds: tuple[Reading | None, ...],
    news: tuple[Reading | None, ...],
) -> bool:
    """Whether a given past of every tile, with a given reading of every set, is legal."""
    jokers = [past for past, tile in kinds.items() if tile.is_joker and past[0] != RACK and olds[past[0]] is not None]
    freed, wanted = [], []
    for joker in jokers:
        was = stands_for(olds[joker[0]], before[joker[0]], joker[1])
        place, spot = went[joker]
        if stands_for(news[place], after[place], spot) != was:
            freed.append(joker)
            wanted.append(was)
    # A joker that could have stayed may also have been exchanged for its tile.
    kept = [joker for joker in jokers if joker not in freed]
    for extra in range(len(kept) + 1):
        for also in combinations(kept, extra):
            all_freed = freed + list(also)
            all_wanted = wanted + [stands_for(olds[j[0]], before[j[0]], j[1]) for j in also]
            for paid in payments(rules, before, kinds, olds, all_freed, all_wanted):
                if fits(rules, before, after, kinds, went, news, dict(zip(all_freed, paid, strict=True))):
                    return True
    return False


def payments(
    rules: Rules,
    before: list[Row],
    kinds: dict[Past, Tile],
    olds: tuple[Reading | None, ...],
    freed: list[Past],
    wanted: list[Tile],
) -> Iterator[tuple[tuple[Past, ...], ...]]:
    """For each freed joker the tiles that replaced it, each tile used once; jokers that move freely need no tile."""
    free: list[tuple[Past, ...]] = [()] if moves_freely(rules) else []
    ways = [
        free + list(prices(rules, before, kinds, olds, joker, tile)) for joker, tile in zip(freed, wanted, strict=True)
    ]
    for paid in product(*ways):
        spent = [past for some in paid for past in some]
        if len(set(spent)) == len(spent):
            yield paid


def moves_freely(rules: Rules) -> bool:
    """Whether no tile is asked for a joker."""
    return rules.joker_freed_by == "rearranging" and rules.freeing_tile_from != "rack" and rules.joker_sets == "open"


def prices(
    rules: Rules,
    before: list[Row],
    kinds: dict[Past, Tile],
    olds: tuple[Reading | None, ...],
    joker: Past,
    tile: Tile,
) -> Iterator[tuple[Past, ...]]:
    """The tiles that may free a joker: the tile it stood for or, in a group of three, both missing tiles."""
    rack = [past for past in kinds if past[0] == RACK]
    row, reading = before[joker[0]], olds[joker[0]]
    assert reading is not None
    if rules.joker_of_three == "both-colours" and reading.kind is Kind.GROUP and len(row) == 3:
        for pair in wanted_pairs(rules, row, reading, tile):
            for two in permutations(rack, 2):
                if [kinds[past] for past in two] == list(pair):
                    yield two
        return
    yield from ((past,) for past in rack if kinds[past] == tile)
    if rules.freeing_tile_from == "rack-or-table":
        for past, kind in kinds.items():
            closed = past[0] != RACK and rules.joker_sets == "closed" and JOKER in before[past[0]]
            if past[0] not in (RACK, joker[0]) and kind == tile and not closed:
                yield (past,)


def wanted_pairs(rules: Rules, row: Row, reading: Reading, tile: Tile) -> list[tuple[Tile, ...]]:
    """The two tiles that a group of three lacks; if colours may repeat, any two tiles of its number."""
    if not rules.group_colours_differ:
        return list(combinations_with_replacement([Tile(colour, tile.number) for colour in Colour], 2))
    others = {one for one in reading.line if one != tile} if row.count(JOKER) > 1 else set(row)
    lacking = [Tile(colour, tile.number) for colour in Colour]
    return [tuple(one for one in lacking if one not in others)]


def fits(
    rules: Rules,
    before: list[Row],
    after: list[Row],
    kinds: dict[Past, Tile],
    went: dict[Past, Spot],
    news: tuple[Reading | None, ...],
    paid: dict[Past, tuple[Past, ...]],
) -> bool:
    """Whether sets and freed jokers lie where the rules allow; `paid`: freed jokers and the tiles for them."""
    spent = {past for some in paid.values() for past in some}
    loose = [past for past in kinds if past[0] == RACK and past not in spent]
    alone = [past for past, tile in kinds.items() if tile.is_joker and past[0] != RACK and len(before[past[0]]) == 1]
    if rules.freed_joker_goes == "all-new-set":
        if not all(lies_among_strangers(went, paid, joker) for joker in paid):
            return False
    elif not all(goes_well(rules, after, went, news, joker, loose, [*paid, *alone]) for joker in paid):
        return False
    for home, row in enumerate(before):
        own = [(home, spot) for spot in range(len(row)) if (home, spot) not in paid and (home, spot) not in spent]
        own += [tile for joker, some in paid.items() if joker[0] == home for tile in some]
        places = [went[past][0] for past in own]
        closed = rules.joker_sets == "closed" and any(kinds[past].is_joker for past in own)
        if closed and len(set(places)) > 1:
            return False
        if rules.rebuilding == "all-or-three" and len(own) >= 3 and left_too_small(Counter(places), after):
            return False
    return True


def lies_among_strangers(went: dict[Past, Spot], paid: dict[Past, tuple[Past, ...]], joker: Past) -> bool:
    """Whether no two tiles of a freed joker's set lay together; a tile that freed a joker lay in its place."""
    freed = {tile: one for one, some in paid.items() for tile in some}
    beside = [past for past, (place, _) in went.items() if place == went[joker][0]]
    homes = [freed.get(past, past)[0] for past in beside]
    return all(count == 1 for home, count in Counter(homes).items() if home != RACK)


def goes_well(
    rules: Rules,
    after: list[Row],
    went: dict[Past, Spot],
    news: tuple[Reading | None, ...],
    joker: Past,
    loose: list[Past],
    freed: list[Past],
) -> bool:
    """Whether a freed joker lies where the rules demand."""
    place, spot = went[joker]
    from_rack = {went[past][1] for past in loose if went[past][0] == place}
    others = {went[past][1] for past in freed if went[past][0] == place}
    if rules.freed_joker_goes in ("any-set", "new-set"):
        return True
    if rules.freed_joker_goes == "two-from-rack":
        return len(from_rack - {spot}) >= 2
    row, reading = after[place], news[place]
    assert reading is not None
    if reading.kind is Kind.GROUP:
        beside = (from_rack | others) - {spot}
        return any(any(not row[s].is_joker for s in pair) for pair in combinations(beside, 2))
    order = sorted(range(len(row)), key=lambda s: line_number(row, reading, s))
    fresh = [s in from_rack or s in others for s in order]
    here = order.index(spot)
    parts = [range(a, b + 1) for a in range(here + 1) for b in range(here, len(order)) if b - a >= 2]
    return any(all(fresh[i] for i in part) and any(not row[order[i]].is_joker for i in part) for part in parts)


def line_number(row: Row, reading: Reading, spot: int) -> int:
    tile = stands_for(reading, row, spot) if row[spot].is_joker else row[spot]
    number = tile.number or 0
    return 14 if number == 1 and any(one.number == 13 for one in reading.line) else number


def left_too_small(places: Counter[int], after: list[Row]) -> bool:
    if max(places.values()) >= 3:
        return False
    return any(count >= 2 and 2 * count > len(after[place]) for place, count in places.items())
