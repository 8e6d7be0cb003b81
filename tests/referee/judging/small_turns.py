"""Small random turns, made of sets alone, on which the referee is compared with the search through every past."""

import random
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from referee.judging import Position, judge
from referee.rules import PRESETS, Rules
from referee.sets import sets_within
from referee.table import Row, Table
from referee.tiles import JOKER, Colour, Tile
from tests.referee.judging.opening_pasts import opens
from tests.referee.judging.pasts import is_legal
from tests.referee.packed_sets import PackedSets
from tests.referee.solving.made_up import OPTIONS_OF_OPENINGS, OPTIONS_OF_PLAY

OPTIONS_OF_VERDICTS = tuple(option for option in OPTIONS_OF_PLAY if option not in OPTIONS_OF_OPENINGS)
"""The options on which the verdict on a player who has opened depends."""


def random_turn(rules: Rules, chance: random.Random) -> tuple[list[Row], list[Row]] | None:
    """Two tables of sets, the second with a few tiles more: legal or illegal, but made of sets alone."""
    sets = small_sets(
        rules.copies, rules.jokers, rules.group_colours_differ, rules.one_after_thirteen, rules.jokers_in_a_set
    )
    tiles = list(sets.box)
    chance.shuffle(tiles)
    tiles.sort(key=lambda tile: not tile.is_joker and chance.random() < 0.8)
    before = random_sets(sets, tiles[:9], chance)
    lying = [tile for row in before for tile in row]
    if not before or JOKER not in lying or (rules.joker_of_three == "both-colours" and any(map(is_left_open, before))):
        return None
    left = list((Counter(tiles) - Counter(lying)).elements())
    for size in (2, 3, 4, 1):
        for _ in range(12):
            after = sets.split(lying + chance.sample(left, size), chance)
            if after:
                return before, after
    return None


def random_opening(rules: Rules, chance: random.Random) -> tuple[list[Row], list[Row]] | None:
    """Two tables of sets; the second has two to six tiles more, some of them in new sets."""
    sets = small_sets(
        rules.copies, rules.jokers, rules.group_colours_differ, rules.one_after_thirteen, rules.jokers_in_a_set
    )
    tiles = list(sets.box)
    chance.shuffle(tiles)
    before = random_sets(sets, tiles[: chance.choice([4, 6, 8])], chance)
    left = list((Counter(tiles) - Counter(tile for row in before for tile in row)).elements())
    if rules.joker_of_three == "both-colours" and any(map(is_left_open, before)):
        return None
    for _ in range(40):
        kept = chance.sample(before, chance.randint(0, len(before)))
        moved = [tile for row in before if row not in kept for tile in row]
        after = sets.split(moved + chance.sample(left, chance.choice([2, 3, 3, 4, 4, 5, 6])), chance)
        if after:
            return before, [*kept, *after]
    return None


def random_sets(sets: "SmallSets", tiles: list[Tile], chance: random.Random) -> list[Row]:
    for count in (9, 8, 7, 6, 5, 4, 3):
        for _ in range(5):
            found = sets.split(chance.sample(tiles, min(count, len(tiles))), chance)
            if found:
                return found
    return []


@lru_cache
def small_sets(copies: int, jokers: int, colours_differ: bool, wraps: bool, limit: int | None) -> "SmallSets":
    """The sets of a box of three colours and five numbers."""
    rules = Rules(
        copies=copies,
        jokers=jokers,
        players_most=2,
        dealt=1,
        group_colours_differ=colours_differ,
        one_after_thirteen=wraps,
        jokers_in_a_set=limit,
    )
    numbers = [10, 11, 12, 13, 1] if wraps else range(3, 8)
    numbered = [Tile(colour, number) for colour in (Colour.RED, Colour.BLUE, Colour.BLACK) for number in numbers]
    return SmallSets(rules, [*numbered * copies, *[JOKER] * jokers])


class SmallSets:
    """A box, and ways to split tiles of it into sets of up to five."""

    def __init__(self, rules: Rules, box: list[Tile]) -> None:
        self.box = tuple(box)
        self._sets = PackedSets(box, (row for row in sets_within(Counter(box), rules) if len(row) <= 5))

    def split(self, tiles: Iterable[Tile], chance: random.Random) -> list[Row] | None:
        """One way to split all of these tiles into sets; None: there is none."""
        found = next(self._sets.ways(self._sets.counted(tiles), set(), chance), None)
        return None if found is None else list(found)


def is_left_open(row: Row) -> bool:
    """Whether a group of three has two jokers: no leaflet says what its "both missing colours" are."""
    return len(row) == 3 and row.count(JOKER) == 2


def made_up_rules(chance: random.Random, opened: bool) -> Rules:
    """A preset with one to three of those options changed, and two jokers or three; a low value for the opening."""
    asked = OPTIONS_OF_VERDICTS if opened else tuple(OPTIONS_OF_PLAY)
    options: dict[str, Any] = {
        one: chance.choice(OPTIONS_OF_PLAY[one]) for one in chance.sample(asked, chance.randint(1, 3))
    }
    jokers = min(3, max(1, options.get("jokers", 2)))
    players = {"players_most": 3} if options.get("copies") == 1 else {}
    reach = {} if opened else {"opening_points": chance.choice([9, 12, 15, 18, 24])}
    return Rules.from_json({"preset": chance.choice(list(PRESETS)), **options, **reach, "jokers": jokers, **players})


def disagreement(seed: int, opened: bool) -> str | None:
    """A random turn on which the referee disagrees; empty: it agrees; None: chance found no turn."""
    chance = random.Random(f"{'verdicts' if opened else 'openings'} {seed}")
    rules = made_up_rules(chance, opened)
    turn = random_turn(rules, chance) if opened else random_opening(rules, chance)
    if turn is None:
        return None
    before, after = (Table(tuple(rows)) for rows in turn)
    legal = judge(Position(rules, opened, before), after).legal
    if legal == (is_legal if opened else opens)(rules, *turn):
        return ""
    said = "legal" if legal else "not legal"
    lies = "opened" if opened else "not opened"
    return f"{rules.to_json()}, {lies}: {before.to_notation()} -> {after.to_notation()}: {said}, wrongly"
