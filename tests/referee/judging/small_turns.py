"""Small random turns made of sets alone, and whether the referee says of them what trying every past says."""

import random
from collections import Counter
from itertools import combinations
from typing import Any

from referee.judging import judge
from referee.rules import PRESETS, Rules
from referee.sets import Kind, has_too_many_jokers, is_set, readings
from referee.table import Row, Table
from referee.tiles import JOKER, Colour, Tile
from tests.referee.judging.pasts import is_legal
from tests.referee.solving.made_up import OPTIONS_OF_OPENINGS, OPTIONS_OF_PLAY

OPTIONS_OF_VERDICTS = tuple(option for option in OPTIONS_OF_PLAY if option not in OPTIONS_OF_OPENINGS)
"""The options on which the verdict on a player who has opened depends."""


def random_turn(rules: Rules, chance: random.Random) -> tuple[list[Row], list[Row]] | None:
    """Two tables of sets, the second with a few tiles more: legal or not, but made of sets alone."""
    numbers = [10, 11, 12, 13, 1] if rules.one_after_thirteen else range(3, 8)
    box = [Tile(colour, number) for colour in (Colour.RED, Colour.BLUE, Colour.BLACK) for number in numbers]
    tiles = [*box * rules.copies, *[JOKER] * rules.jokers]
    chance.shuffle(tiles)
    tiles.sort(key=lambda tile: not tile.is_joker and chance.random() < 0.8)
    before = random_sets(rules, tiles[:9], chance)
    lying = [tile for row in before for tile in row]
    if not before or JOKER not in lying or (rules.joker_of_three == "both-colours" and any(map(is_left_open, before))):
        return None
    left = list((Counter(tiles) - Counter(lying)).elements())
    for size in (2, 3, 4, 1):
        for _ in range(12):
            after = split_into_sets(rules, lying + chance.sample(left, size), chance)
            if after:
                return before, after
    return None


def random_sets(rules: Rules, tiles: list[Tile], chance: random.Random) -> list[Row]:
    for count in (9, 8, 7, 6, 5, 4, 3):
        for _ in range(5):
            found = split_into_sets(rules, chance.sample(tiles, min(count, len(tiles))), chance)
            if found:
                return found
    return []


def split_into_sets(rules: Rules, tiles: list[Tile], chance: random.Random) -> list[Row] | None:
    """All of these tiles in sets, some way or other; None: they make none."""
    if not tiles:
        return []
    first, rest = tiles[0], tiles[1:]
    sizes = [2, 3, 4]
    chance.shuffle(sizes)
    for size in sizes:
        others = list(combinations(range(len(rest)), size))
        chance.shuffle(others)
        for chosen in others:
            row = in_reading_order((first, *(rest[i] for i in chosen)), rules)
            if row is None:
                continue
            more = split_into_sets(rules, [t for i, t in enumerate(rest) if i not in chosen], chance)
            if more is not None:
                return [row, *more]
    return None


def in_reading_order(row: Row, rules: Rules) -> Row | None:
    """A set laid as players lay it: a run from its lowest number, jokers in their places."""
    if not is_set(row, rules) or has_too_many_jokers(row, rules):
        return None
    best = max(readings(row, rules), key=lambda reading: reading.points)
    if best.kind is Kind.GROUP:
        return row
    laid = {place: JOKER if place in best.jokers else tile for place, tile in enumerate(best.line)}
    order = sorted(laid, key=lambda place: best.line[place].number or 0)
    return tuple(laid[place] for place in order)


def is_left_open(row: Row) -> bool:
    """A group of three with two jokers: what "both missing colours" are there, no text says."""
    return len(row) == 3 and row.count(JOKER) == 2


def made_up_rules(chance: random.Random) -> Rules:
    """A preset with one to three of those options changed, and two jokers or three."""
    options: dict[str, Any] = {
        one: chance.choice(OPTIONS_OF_PLAY[one]) for one in chance.sample(OPTIONS_OF_VERDICTS, chance.randint(1, 3))
    }
    jokers = min(3, max(1, options.get("jokers", 2)))
    players = {"players_most": 3} if options.get("copies") == 1 else {}
    return Rules.from_json({"preset": chance.choice(list(PRESETS)), **options, "jokers": jokers, **players})


def disagreement(rules: Rules, chance: random.Random) -> str | None:
    """A random turn of which the referee says something else; empty: it says the same; None: chance found no turn."""
    turn = random_turn(rules, chance)
    if turn is None:
        return None
    before, after = (Table(tuple(rows)) for rows in turn)
    legal = judge(rules, True, before, after).legal
    if legal == is_legal(rules, *turn):
        return ""
    said = "legal" if legal else "not legal"
    return f"{rules.to_json()}: {before.to_notation()} -> {after.to_notation()}: {said}, wrongly"
