"""Searches for turns that are judged slowly, by hill climbing on tables, preset by preset.

    python -m benchmarks.scrambled [--preset danish-card] [--minutes 5] [--seed 0] [--unopened]

Starts from the slowest of some turns on full tables (benchmarks.judge). A step moves or exchanges tiles, or joins or
cuts rows, on the table after the turn and, if it remains valid, also on the table before. A change is kept if the turn
takes longer in two measurements; after some steps without gain the search starts again. Prints each new slowest turn
with its tables, in milliseconds of processor time.
"""

import random
from collections.abc import Iterator
from time import monotonic, process_time

from benchmarks.harness import command_line
from benchmarks.judge import turns
from referee.judging import Position, judge
from referee.rules import PRESETS, Rules
from referee.sets import is_set
from referee.table import Table

BEGINNINGS = 10
"""Number of turns tried at the beginning of a climb."""
MOST_IDLE_STEPS = 40
"""Steps without gain before another climb begins."""

Scrambled = tuple[Table, Table]
"""The tables before and after a turn."""


def main() -> None:
    """Prints each new worst turn of a preset."""
    options = command_line(__doc__, preset=(*PRESETS,), minutes=5.0, seed=0, unopened=False)
    end, chance, worst = monotonic() + 60 * options.minutes, random.Random(options.seed), 0.0
    while monotonic() < end:
        for spent, (before, after) in _climb(chance, PRESETS[options.preset], not options.unopened, end):
            if spent > worst:
                worst = spent
                told = " -> ".join(" / ".join(table.to_notation()) for table in (before, after))
                print(f"{options.preset} {1000 * spent:.0f} ms {told}", flush=True)


def _climb(chance: random.Random, rules: Rules, opened: bool, end: float) -> Iterator[tuple[float, Scrambled]]:
    """The turns of one climb, each slower than the one before."""
    begun = [(before, after) for _, before, after in turns(BEGINNINGS, chance, rules, chance.random() < 0.6)]
    spent, worst = max(((_timed(rules, opened, one), one) for one in begun), key=lambda one: one[0])
    waited = 0
    while waited < MOST_IDLE_STEPS and monotonic() < end:
        then = _scrambled(chance, rules, worst)
        took = _timed(rules, opened, then)
        waited += 1
        if took > spent and (took := min(took, _timed(rules, opened, then))) > spent:
            spent, worst, waited = took, then, 0
            yield spent, worst


def _timed(rules: Rules, opened: bool, turn: Scrambled) -> float:
    begun = process_time()
    judge(Position(rules, opened, turn[0]), turn[1])
    return process_time() - begun


def _scrambled(chance: random.Random, rules: Rules, turn: Scrambled) -> Scrambled:
    before, after = turn
    if chance.random() < 0.4:
        changed = _changed(chance, before)
        before = changed if all(is_set(row, rules) for row in changed) else before
    return before, _changed(chance, after)


def _changed(chance: random.Random, table: Table) -> Table:
    """The table after one random change: two tiles exchanged, one moved, a row cut, or two joined."""
    rows = [list(row) for row in table.sets]
    one, other = chance.choices(rows, k=2)
    how = chance.choice(["exchange"] * 5 + ["move"] * 3 + ["cut", "join"])
    place, there = chance.randrange(len(one)), chance.randrange(len(other))
    if how == "exchange":
        one[place], other[there] = other[there], one[place]
    elif how == "move":
        other.insert(there, one.pop(place))
    elif how == "cut":
        rows.append(one[place:])
        del one[place:]
    elif one is not other:
        one += other
        other.clear()
    return Table(tuple(tuple(row) for row in rows if row))


if __name__ == "__main__":
    main()
