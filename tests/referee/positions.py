"""Random positions from a seed: a table of legal sets, and a rack from the remaining tiles."""

import random
from collections import Counter

from referee.rules import Rules
from referee.sets import is_set
from referee.table import Row, Table
from referee.tiles import HIGHEST, JOKER, LOWEST, Colour, Tile

COLOURS = list(Colour)
BY_NUMBER = [[Tile(colour, number) for colour in COLOURS] for number in range(LOWEST, HIGHEST + 1)]
"""Every tile by number and colour: creating a tile costs more than a look-up, and most random sets do not fit."""


def box(rules: Rules) -> Counter[Tile]:
    """All tiles of a box."""
    tiles = Counter({Tile(c, n): rules.copies for c in Colour for n in range(LOWEST, HIGHEST + 1)})
    tiles[JOKER] = rules.jokers
    return tiles


def position(seed: int, rules: Rules, lying: int, rack: int) -> tuple[Table, Row]:
    """A legal table of about `lying` tiles, and a rack of `rack` tiles."""
    chance = random.Random(seed)
    left, rows, count = box(rules), [], 0
    for _ in range(600):
        row = made_up_set(chance)
        if left[JOKER] and chance.random() < 0.15:
            place = chance.randrange(len(row))
            row = (*row[:place], JOKER, *row[place + 1 :])
        if count + len(row) <= lying and Counter(row) <= left and is_set(row, rules):
            left -= Counter(row)
            rows.append(row)
            count += len(row)
    return Table(tuple(rows)), tuple(chance.sample(sorted(left.elements(), key=str), rack))


def made_up_set(chance: random.Random) -> Row:
    """A group or a short run, without jokers."""
    if chance.random() < 0.5:
        number = chance.randint(LOWEST, HIGHEST)
        return tuple(chance.sample(BY_NUMBER[number - LOWEST], chance.choice([3, 3, 4])))
    place, length = chance.choice(range(len(COLOURS))), chance.choice([3, 3, 4, 4, 5, 6])
    first = chance.randint(LOWEST, HIGHEST + 1 - length) - LOWEST
    return tuple(tiles[place] for tiles in BY_NUMBER[first : first + length])
