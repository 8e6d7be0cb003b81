"""All that a coach says of a position, as a page reads it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from referee.coaching.by_hand import by_hand
from referee.rules import Rules
from referee.solving import OutOfTime, Play, best_play
from referee.table import Table
from referee.tiles import ALL_TILES, Tile, in_order

MOST_OTHERS = 5
"""Plays shown beside the best one."""


def tiles_that_would_open(rules: Rules, table: Table, rack: Sequence[Tile], out_of_time: OutOfTime) -> list[Tile]:
    """The tiles, not all of them seen, of which one more would make an opening; as far as the time allows."""
    left = {tile: rules.copies_of(tile) for tile in ALL_TILES}
    seen = Counter((*table.tiles(), *rack))
    asked = [tile for tile in ALL_TILES if left[tile] > seen[tile]]
    return [
        tile
        for tile in asked
        if not out_of_time() and best_play(rules, False, table, (*rack, tile), out_of_time).played
    ]


def other_plays(
    rules: Rules, opened: bool, table: Table, rack: Sequence[Tile], best: Play, out_of_time: OutOfTime
) -> list[Play]:
    """Up to five plays of as many tiles as the best: each without a tile that the best lays; most different first.

    Once `out_of_time` says yes, those found so far are the answer.
    """
    found: dict[frozenset[tuple[Tile, ...]], Play] = {}
    for tile in dict.fromkeys(best.played):
        if out_of_time():
            break
        play = best_play(rules, opened, table, _without(rack, tile), out_of_time)
        if len(play.played) == len(best.played):
            found.setdefault(_sets(play.table), play)
    return _most_different_first(best, list(found.values()))[:MOST_OTHERS]


def _most_different_first(best: Play, plays: list[Play]) -> list[Play]:
    """The plays, each as different as can be from those before it; the best comes before all."""
    ordered = [best]
    while plays:
        following = max(plays, key=lambda play: (min(_difference(play, one) for one in ordered), play.points))
        plays.remove(following)
        ordered.append(following)
    return ordered[1:]


def _difference(one: Play, other: Play) -> int:
    """How many tiles one lays that the other does not, and how many sets lie otherwise."""
    tiles = (Counter(one.played) - Counter(other.played)).total()
    return 10 * tiles + len(_sets(one.table) ^ _sets(other.table))


def _sets(table: Table) -> frozenset[tuple[Tile, ...]]:
    return frozenset(map(in_order, table.sets))


def _without(rack: Iterable[Tile], tile: Tile) -> tuple[Tile, ...]:
    return tuple((Counter(rack) - Counter((tile,))).elements())


def lesson(
    rules: Rules, opened: bool, table: Table, rack: Sequence[Tile], best: Play, out_of_time: OutOfTime
) -> dict[str, Any]:
    """The best play step by step, other plays of as many tiles, and what one tile more would have opened.

    `would_open` is null where an opening is there, or the player has opened.
    """
    lacks = not opened and not best.played
    others = other_plays(rules, opened, table, rack, best, out_of_time) if best.played else []
    return {
        "steps": [step.to_json() for step in by_hand(rules, table, best.table)] if best.played else [],
        "others": [play.to_json() for play in others],
        "would_open": list(map(str, tiles_that_would_open(rules, table, rack, out_of_time))) if lacks else None,
        "at_most": best.at_most,
    }
