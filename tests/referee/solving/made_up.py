"""Small random positions with many jokers under house rules, and the mistakes in their best play."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from pathlib import Path

import referee.judging
import referee.sets
import referee.solving
from referee.judging import Position, judge
from referee.rules import OPTIONS, PRESETS, Choice, Option, Rules
from referee.sets import is_set
from referee.solving import best_play
from referee.solving.worth import worth
from referee.table import Row, Table, row_text
from referee.tiles import JOKER, Tile
from tests.referee.oracles import best_by_trying, dearest_by_trying
from tests.referee.positions import box, made_up_set

NUMBERS: Mapping[str, tuple[object, ...]] = {
    "copies": (1, 3),
    "jokers": (0, 1, 3, 4),
    "opening_points": (0, 50),
    "opening_sets": (None, 1, 2),
    "jokers_in_a_set": (None, 1, 2),
}
"""The values tried for options that are numbers."""
OF_A_FAILED_TURN = ("judge.py", "restore.py")
"""Files of referee/judging that ask the rules for the price of a failed turn, not for its legality."""


def _values(option: Option) -> tuple[object, ...]:
    return option.limits.values if isinstance(option.limits, Choice) else NUMBERS[option.name]


def _is_of_play(name: str) -> bool:
    """Whether the sets, the judge or the solver read an option of the rules, or the box depends on it."""
    return name in ("copies", "jokers") or (f"rules.{name}" in ASKED and not name.endswith("_seconds"))


ASKED = frozenset(
    asked
    for room in (referee.sets, referee.judging, referee.solving)
    for file in Path(room.__path__[0]).rglob("*.py")
    if file.name not in OF_A_FAILED_TURN
    for asked in re.findall(r"\brules\.\w+", file.read_text(encoding="utf-8"))
)
"""Options of the rules that the sets, the judge and the solver read, as they stand in the code."""
OPTIONS_OF_PLAY = {option.name: _values(option) for option in OPTIONS if _is_of_play(option.name)}
"""Options that decide whether a play is legal, and the values tried."""

EVERY_PAIR = tuple(combinations(OPTIONS_OF_PLAY, 2))
"""Every pair of those options."""
OPTIONS_OF_OPENINGS = frozenset(
    ("opening_points", "opening_sets", "opening_may_use_table", "more_play_after_opening", "joker_before_opening")
)
"""Options that matter only until the player has opened."""


@dataclass(frozen=True)
class Case:
    """A position, and its rules."""

    rules: Rules
    opened: bool
    table: Table
    rack: Row

    def __str__(self) -> str:
        opened = "opened" if self.opened else "not opened"
        return f"{self.rules.to_json()}, {opened}: {self.table.to_notation()}, rack {row_text(self.rack)}"


def made_up_case(seed: int, changes: int) -> Case:
    """A random case under a preset with `changes` of its options changed."""
    chance = random.Random(f"{changes} {seed}")
    options = chance.sample(list(OPTIONS_OF_PLAY), changes)
    changed = {option: chance.choice(OPTIONS_OF_PLAY[option]) for option in options}
    return _made_up(chance, chance.choice(list(PRESETS)), changed)


def case_with(options: Sequence[str], seed: int) -> Case:
    """A case in which some options have other values than in the preset; following seeds go through all values."""
    values = list(product(*(OPTIONS_OF_PLAY[option] for option in options)))
    changed = dict(zip(options, values[seed % len(values)], strict=True))
    chance = random.Random(f"{options} {seed}")
    differ = [preset for preset, rules in PRESETS.items() if _differ(rules, changed) == len(options)]
    return _made_up(chance, chance.choice(differ or list(PRESETS)), changed)


def complaint(case: Case, out_of_time: Callable[[], bool] = lambda: False) -> str | None:
    """A mistake in the best play of a case, found by the judge or by trying every play; None: no mistake."""
    play = best_play(Position(case.rules, case.opened, case.table), case.rack, out_of_time)
    verdict = judge(Position(case.rules, case.opened, case.table), play.table)
    if not verdict.legal or verdict.played != play.played:
        return f"illegal: {play.table.to_notation()}"
    if play.played and play.points != worth(case.rules, case.opened, case.table, play.table):
        return f"tells {play.points} points, and what lies there is worth something else: {play.table.to_notation()}"
    possible = best_by_trying(case.rules, case.opened, case.table, case.rack)
    if possible != len(play.played) and (play.is_optimal or possible < len(play.played)):
        return f"lays {row_text(play.played) or 'nothing'}, but {possible} can be laid"
    if not play.is_optimal:
        return f"not proved: {row_text(play.played) or 'nothing'}, of {possible}"
    dearest = dearest_by_trying(case.rules, case.opened, case.table, case.rack, possible)
    return None if dearest in (None, play.points) else f"is worth {play.points}, but {dearest} are possible"


def _made_up(chance: random.Random, preset: str, changed: dict[str, object]) -> Case:
    rules = _house_rules(chance, preset, changed)
    table = _table(chance, rules)
    opened = chance.random() < (0.4 if OPTIONS_OF_OPENINGS.intersection(changed) else 0.75)
    rack = _rack(chance, rules, table) if opened or chance.random() < 0.2 else _opening_rack(chance, rules, table)
    return Case(rules, opened, table, rack)


def _differ(rules: Rules, changed: dict[str, object]) -> int:
    """How many of some options a preset has otherwise."""
    return sum(getattr(rules, option) != value for option, value in changed.items())


def _house_rules(chance: random.Random, preset: str, changed: dict[str, object]) -> Rules:
    more = {"jokers": chance.choice([2, 2, 3, 4])} | ({"players_most": 3} if changed.get("copies") == 1 else {})
    return Rules.from_json({"preset": preset, **more, **changed})


def _table(chance: random.Random, rules: Rules) -> Table:
    """A table of two or three sets, most of low numbers, so that they share tiles; many hold jokers."""
    left, rows = box(rules), list[Row]()
    most, low = chance.choice([6, 7, 9, 10]), chance.random() < 0.6
    for _ in range(200):
        row = made_up_set(chance)
        for _ in range(3):
            if left[JOKER] and chance.random() < 0.35:
                place = chance.randrange(len(row))
                row = (*row[:place], JOKER, *row[place + 1 :])
        is_low = all(tile.number is None or tile.number <= 7 for tile in row)
        fits = sum(map(len, rows)) + len(row) <= most and Counter(row) <= left and is_set(row, rules)
        if fits and (is_low or not low):
            left -= Counter(row)
            rows.append(row)
    return Table(tuple(rows))


def _rack(chance: random.Random, rules: Rules, table: Table) -> Row:
    """Two to four tiles, most of numbers that lie on the table or beside them."""
    left = box(rules) - table.multiset()
    count = chance.choice([2, 3, 3, 4])
    jokers = min(left[JOKER], count, chance.choice([0, 0, 0, 1, 1, 2, 3]))
    near = {number + step for tile in table.tiles() if (number := tile.number) for step in (-1, 0, 1)}
    tiles: list[Tile] = [
        tile
        for tile in sorted(left.elements(), key=str)
        if not tile.is_joker and (tile.number in near or chance.random() < 0.3)
    ]
    return (*[JOKER] * jokers, *chance.sample(tiles, min(len(tiles), count - jokers)))


def _opening_rack(chance: random.Random, rules: Rules, table: Table) -> Row:
    """A set of high numbers, maybe with a joker, and one or two further tiles."""
    left = box(rules) - table.multiset()
    row = next((row for row in _high_sets(chance) if Counter(row) <= left), ())
    if row and left[JOKER] and chance.random() < 0.5:
        place = chance.randrange(len(row))
        row = (*row[:place], JOKER, *row[place + 1 :])
    beside = _rack(chance, replace(rules, jokers=table.multiset()[JOKER]), Table((*table.sets, *filter(None, (row,)))))
    return (*row, *beside[: chance.choice([1, 2])])


def _high_sets(chance: random.Random) -> Iterator[Row]:
    for _ in range(200):
        row = made_up_set(chance)[:3]
        if all(tile.number and tile.number >= 8 for tile in row):
            yield row
