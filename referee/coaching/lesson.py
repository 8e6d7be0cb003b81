"""All that a coach says of a position, as a page reads it; and positions that show the rules argued about most."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.coaching.by_hand import by_hand
from referee.judging import Verdict, account_of, judge, sentences
from referee.messages import Message
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


LONGER_THAN_ANY_TURN = 301.0
"""Seconds; no rules give a turn more."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A turn to think about: two tables, whether the player had opened, how long it took."""

    before: Table
    after: Table
    opened: bool = True
    seconds: float | None = None


def _turn(before: str, after: str, opened: bool = True, seconds: float | None = None) -> Exercise:
    lay, lies = (Table.from_notation([row for row in text.split(" / ") if row]) for text in (before, after))
    return Exercise(lay, lies, opened, seconds)


EXERCISES: Mapping[str, Exercise] = {
    "freeing": _turn("r3 J r5 / r4 k4 b4 o4", "r3 r4 r5 / k4 b4 o4 / J k9 b9"),
    "group-of-three": _turn("k8 r8 J", "k8 r8 b8 / J k10 k11"),
    "at-once": _turn("r3 J r5 / k1 k2 k3", "r3 r4 r5 / k1 k2 k3 J"),
    "set-with-joker": _turn("b3 b4 b5 J b7 b8", "b3 b4 b5 / J b7 b8 b9"),
    "before-opening": _turn("r3 J r5", "r3 r4 r5 / J k13 r13", opened=False),
    "two-jokers": _turn("k1 k2 k3", "k1 k2 k3 / r5 J J r8"),
    "opening": _turn("b4 b5 b6", "b4 b5 b6 b7 b8 b9 b10", opened=False),
    "opening-sets": _turn("", "k9 r9 b9 / r3 r4 r5 r6", opened=False),
    "playing-on": _turn("b4 b5 b6", "b4 b5 b6 b7 / k11 r11 b11 o11", opened=False),
    "time-over": _turn("b4 b5 b6", "b4 b5 b6 b7", seconds=LONGER_THAN_ANY_TURN),
    "taking-back": _turn("b4 b5 b6 b7", "b4 b5 b6 / k9 r9 b9"),
    "after-thirteen": _turn("", "r12 r13 r1"),
    "colours": _turn("", "r8 b8 b8"),
}
"""By the question that a position shows; what a joker on a rack costs and how a round ends, no table shows."""


def answered(rules: Rules, exercise: Exercise) -> tuple[Verdict, tuple[Message, ...]]:
    """The verdict under some rules, and what is wrong or, in a legal turn, what happened."""
    verdict = judge(rules, exercise.opened, exercise.before, exercise.after, exercise.seconds)
    return verdict, tuple(_why(rules, exercise, verdict))


def _why(rules: Rules, exercise: Exercise, verdict: Verdict) -> Iterator[Message]:
    yield from (fault.message for fault in verdict.faults)
    account = account_of(rules, exercise.before, exercise.after)
    yield from (sentence.message for sentence in sentences(account)) if account else ()
