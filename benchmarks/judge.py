"""How long judging takes: median and worst, on full tables and on ordinary ones, preset by preset.

    python -m benchmarks.judge [--turns N] [--seed S]

A full table holds the whole box, 106 tiles or 108, in about 30 sets; an ordinary one about 43 tiles.
Most turns rebuild some of the sets; a third of them do something wrong on top of that, which takes
longer, as every account has to be tried. The hardest cases known have lines of their own: house rules
with 4 jokers under strict presets, openings after which more may be played (`sabra`), openings of many sets,
and garbage that no box holds.
Milliseconds of processor time: other programs on the machine do not count.
"""

import random
import statistics
import time
from collections.abc import Iterator

from benchmarks.harness import command_line
from referee.judging import Position, judge
from referee.rules import PRESETS, Rules
from referee.sets import readings
from referee.table import Row, Table
from referee.tiles import ALL_TILES, HIGHEST, JOKER, Colour, Tile

Turn = tuple[bool, Table, Table]

STRICT = ("finnish", "wikipedia", "sabra")
"""Presets under which a joker is freed by its tile from the rack alone."""


def full_table(chance: random.Random, rules: Rules) -> list[Row]:
    """Every tile of the box in sets of three to five."""
    rows: list[Row] = []
    groups = chance.sample(range(1, HIGHEST + 1), chance.choice([0, 1, 4, 13]))
    for copy in range(2):
        for number in groups if copy else ():
            rows.append(tuple(Tile(colour, number) for colour in Colour))
        for colour in Colour:
            left = [n for n in range(1, HIGHEST + 1) if not copy or n not in groups]
            rows += [tuple(Tile(colour, n) for n in part) for part in stretches(left, chance)]
    return with_jokers(rows, rules.jokers, chance)


def stretches(numbers: list[int], chance: random.Random) -> Iterator[list[int]]:
    """Consecutive numbers cut into runs of three to five; too short ones are left out."""
    part: list[int] = []
    for number in numbers:
        if part and number != part[-1] + 1:
            if len(part) >= 3:
                yield part
            part = []
        part.append(number)
        if len(part) >= 3 and chance.random() < 0.75 and HIGHEST - number not in (1, 2):
            yield part
            part = []
    if len(part) >= 3:
        yield part


def with_jokers(rows: list[Row], jokers: int, chance: random.Random) -> list[Row]:
    """The rows, with a joker added to some of them: at an end of a run, or to a group of three."""
    places = chance.sample(range(len(rows)), len(rows))
    for place in places:
        row = (*rows[place], JOKER)
        if jokers and readings(row, Rules()):
            rows[place] = row
            jokers -= 1
    return rows


def rebuilt(rows: list[Row], chance: random.Random) -> list[Row]:
    """The table with a few sets joined, split or reversed, and their jokers exchanged."""
    rows = list(rows)
    for _ in range(chance.randint(2, 6)):
        kind = chance.choice(["join", "split", "turn", "exchange", "move"])
        place = chance.randrange(len(rows))
        if kind == "turn":
            rows[place] = rows[place][::-1]
        elif kind == "split" and len(rows[place]) >= 6:
            rows[place : place + 1] = [rows[place][:3], rows[place][3:]]
        elif kind == "join":
            rows.append(rows.pop(place) + rows.pop(chance.randrange(len(rows))))
        elif kind == "exchange" and JOKER in rows[place]:
            other = chance.randrange(len(rows))
            rows[other] = (*rows[other], JOKER)
            rows[place] = tuple(tile for tile in rows[place] if not tile.is_joker)
        elif kind == "move" and len(rows[place]) >= 4:
            other = chance.randrange(len(rows))
            moved, rows[place] = rows[place][0], rows[place][1:]
            rows[other] = (*rows[other], moved)
    chance.shuffle(rows)
    return rows


def turns(count: int, chance: random.Random, rules: Rules, full: bool) -> Iterator[Turn]:
    """Turns on full or ordinary tables; the tiles played are those the table before lacks."""
    for _ in range(count):
        after = full_table(chance, rules)
        chance.shuffle(after)
        after = after if full else after[:12]
        before = [row for row in after if chance.random() < 0.9] or after[:1]
        rearranged = rebuilt(before, chance) if chance.random() < 0.7 else before
        lay, lies = Table(tuple(rearranged)), Table(tuple(after))
        yield chance.random() < 0.9, lay, Table(tuple(spoilt(after, chance))) if chance.random() < 0.33 else lies


def spoilt(rows: list[Row], chance: random.Random) -> list[Row]:
    """The table with two tiles exchanged, possibly jokers."""
    rows = [tuple(row) for row in rows]
    with_joker = [place for place, row in enumerate(rows) if JOKER in row]
    first = chance.choice(with_joker) if with_joker and chance.random() < 0.7 else chance.randrange(len(rows))
    second = chance.randrange(len(rows))
    spot = rows[first].index(JOKER) if JOKER in rows[first] else chance.randrange(len(rows[first]))
    joker, rows[first] = rows[first][spot], rows[first][:spot] + rows[first][spot + 1 :]
    rows[second] = (*rows[second], joker)
    return [row for row in rows if row]


def measured(played: list[Turn], rules: Rules) -> tuple[list[float], int]:
    """Milliseconds of each turn, and the number of legal turns."""
    spent, legal = [], 0
    for opened, before, after in played:
        begin = time.process_time()
        verdict = judge(Position(rules, opened, before), after, 30.0)
        spent.append((time.process_time() - begin) * 1000)
        legal += verdict.legal
    return spent, legal


def main() -> None:
    """Prints a line for each preset and kind of table."""
    given = command_line(__doc__, turns=200, seed=1)
    print(f"{'rules':<22} {'table':<9} {'tiles':>6} {'sets':>5} {'legal':>6} {'median ms':>10} {'worst ms':>9}")
    for name, rules in PRESETS.items():
        for full in (True, False):
            chance = random.Random(f"{given.seed} {name} {full}")
            report(name, "full" if full else "ordinary", list(turns(given.turns, chance, rules, full)), rules)
    for name in STRICT:
        rules = Rules.from_json({"preset": name, "jokers": 4})
        chance = random.Random(f"{given.seed} {name} 4")
        report(f"{name}, 4 jokers", "full", list(turns(given.turns, chance, rules, True)), rules)
    chance = random.Random(f"{given.seed} opening")
    rules = PRESETS["sabra"]
    openings = [(False, before, after) for _, before, after in turns(given.turns, chance, rules, True)]
    report("sabra, opening", "full", openings, rules)
    for points in (30, 100, 200):
        rules = Rules.from_json({"preset": "sabra", "opening_points": points})
        report(f"sabra, {points} to open", "new sets", many_new_sets(), rules)
    report("sabra", "garbage", list(garbage(random.Random(given.seed))), PRESETS["sabra"])


def many_new_sets() -> list[Turn]:
    """Openings of 2 to 32 runs, laid in the turn in which a set on the table was extended."""
    runs = [tuple(Tile(c, n + i) for i in range(3)) for _ in range(2) for c in Colour for n in (1, 4, 7, 10)]
    group = tuple(Tile(colour, HIGHEST) for colour in Colour)
    return [(False, Table((group[:3],)), Table((group, *runs[:count]))) for count in range(2, 33, 2)]


def garbage(chance: random.Random) -> Iterator[Turn]:
    """Tables of the largest size that is read, in rows of random tiles, by players who had opened and who had not."""
    for opened in (True, False):
        rows = [tuple(chance.choices(ALL_TILES, k=chance.randint(1, 6))) for _ in range(420)]
        yield opened, Table(tuple(rows[:280])), Table(tuple(rows[140:]))


def report(name: str, kind: str, played: list[Turn], rules: Rules) -> None:
    """Prints a line about some turns."""
    spent, legal = measured(played, rules)
    tiles = statistics.median(sum(map(len, after.sets)) for _, _, after in played)
    sets = statistics.median(len(after.sets) for _, _, after in played)
    print(
        f"{name:<22} {kind:<9} {tiles:>6.0f} {sets:>5.0f} {legal:>6} "
        f"{statistics.median(spent):>10.2f} {max(spent):>9.2f}"
    )


if __name__ == "__main__":
    main()
