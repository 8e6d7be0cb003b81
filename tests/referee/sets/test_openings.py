"""Openings made from the rack alone: none is overlooked, in whatever order its tiles are searched."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from referee.rules import Rules
from referee.sets import best_opening, opening_worth, openings, points, sets_within
from referee.table import Row, row_from_notation
from referee.tiles import ALL_TILES, Colour, Tile

RACKS = 40
"""Random racks tried under each of the rules."""

HOUSE_RULES: list[object] = [
    "original",
    "finnish",
    "danish-card",
    {"preset": "original", "one_after_thirteen": True, "opening_points": 200},
    {"preset": "original", "opening_sets": 2, "opening_points": 90},
    {"preset": "danish-card", "opening_points": 100},
]


def random_rack(rules: Rules, chance: random.Random) -> Counter[Tile]:
    low = chance.randint(1, 10)
    near = [tile for tile in ALL_TILES if tile.number is None or low <= tile.number <= low + 4 or tile.number == 1]
    box = [tile for tile in near for _ in range(rules.copies_of(tile))]
    return Counter(chance.sample(box, chance.randint(5, 9)))


def every_way(rules: Rules, tiles: Counter[Tile], rows: list[Row], most: int) -> Iterator[int]:
    """The points of every combination of sets, tried in turn."""
    yield 0
    for place, row in enumerate(rows if most else []):
        if Counter(row) <= tiles:
            for worth in every_way(rules, tiles - Counter(row), rows[place:], most - 1):
                yield worth + points(row, rules)


@pytest.mark.parametrize("written", HOUSE_RULES, ids=str)
def test_the_most_points_are_those_of_trying_every_choice_of_sets(written: object) -> None:
    rules = Rules.from_json(written)
    chance = random.Random(f"openings {written}")
    for _ in range(RACKS):
        tiles = random_rack(rules, chance)
        most = max(every_way(rules, tiles, sets_within(tiles, rules), rules.opening_sets or 9))
        rack = " ".join(map(str, tiles.elements()))
        assert opening_worth(tiles, rules) == most, rack
        if most < rules.opening_points:
            assert best_opening(tiles, rules) == most, rack
            assert next(openings(tiles, rules), None) is None, rack
        else:
            assert best_opening(tiles, rules) >= rules.opening_points, rack


def test_an_opening_takes_no_tile_that_it_does_not_need() -> None:
    tiles = Counter(row_from_notation("k10 k11 k12 k13 r1 r2 r3", "rack"))
    laid = list(openings(tiles, Rules()))
    assert all(sum(points(row, Rules()) for row in rows) >= 30 for rows in laid)
    assert all(len(rows) == 1 and len(rows[0]) == 3 for rows in laid)


@pytest.mark.parametrize(
    "tiles", ["k3 k4 r8 b8 o8 r9 b9 o9 J", "k9 r9 b9 k4 k5 k6 r1 r2 J J", "o3 o4 o5 o6 k3 r8 k8 b8 J J"]
)
def test_what_does_not_lead_on_is_in_no_opening_and_all_others_are_there(tiles: str) -> None:
    def leads_on(laid: tuple[Row, ...]) -> bool:
        if any(tile.colour is Colour.BLACK for row in laid for tile in row):
            refused.append(laid)
        return laid not in refused

    refused: list[tuple[Row, ...]] = []
    rack = Counter(row_from_notation(tiles, "rack"))
    found = list(openings(rack, Rules(), leads_on=leads_on))
    assert refused
    assert found == [laid for laid in openings(rack, Rules()) if not any(set(one) <= set(laid) for one in refused)]
