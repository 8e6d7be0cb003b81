"""Climbs to the positions on which the best play takes longest, preset by preset.

    python -m benchmarks.climb [--preset danish-card] [--minutes 60] [--seed 0] [--unopened] [--known]

From the slowest of some random positions a few tiles are changed at a time: tiles of the rack for tiles of the pool, a
set of the table for another. What takes longer, timed twice, is kept, and after some steps without gain it begins anew.
Milliseconds of processor time, without a limit up to --longest. Prints each new worst with its position, so that it can
be tried again; `proved` says whether the play was. `--known`: those of slowest.txt instead, which earlier climbs found.
"""

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, process_time

from benchmarks.harness import command_line
from referee.judging import Position as Begun
from referee.rules import PRESETS, Rules
from referee.sets import is_set
from referee.solving import best_play
from referee.table import Row, Table, row_from_notation, row_text
from referee.tiles import JOKER, Tile
from tests.referee.positions import box, made_up_set

BEGINNINGS = 12
"""Positions tried at the beginning of a climb."""
KNOWN = Path(__file__).with_name("slowest.txt")
MOST_IDLE_STEPS = 25
"""Steps without gain before another climb begins."""

Position = tuple[Table, Row]


def main() -> None:
    """Prints each new worst position of a preset."""
    options = command_line(__doc__, preset=(*PRESETS,), minutes=60.0, longest=20.0, seed=0, unopened=False, known=False)
    if options.known:
        _time_known(options.longest)
        return
    end, chance, worst = monotonic() + 60 * options.minutes, random.Random(options.seed), 0.0
    rules = PRESETS[options.preset]
    while monotonic() < end:
        for spent, proved, (table, rack) in _climb(chance, rules, not options.unopened, options.longest, end):
            if spent > worst:
                worst = spent
                _print(options.preset, spent, proved, f"{' / '.join(table.to_notation())} | {row_text(rack)}")


def _print(preset: str, spent: float, proved: bool, what: str) -> None:
    print(f"{preset} {1000 * spent:.0f} ms proved={proved} {what}", flush=True)


def _time_known(longest: float) -> None:
    """Prints how long the positions of slowest.txt take."""
    for line in KNOWN.read_text(encoding="utf-8").splitlines()[1:]:
        preset, table, rack = line.split(" | ")
        name, _, unopened = preset.partition(" ")
        position = Table.from_notation(table.split(" / ")), row_from_notation(rack, "rack")
        _print(preset, *_timed(PRESETS[name], not unopened, position, longest), f"{table} | {rack}")


def _climb(
    chance: random.Random, rules: Rules, opened: bool, longest: float, end: float
) -> Iterator[tuple[float, bool, Position]]:
    """The positions of one climb, each slower than the one before."""
    tried = [(*_timed(rules, opened, one, longest), one) for one in (_begun(chance, rules) for _ in range(BEGINNINGS))]
    slowest = max(tried, key=lambda one: one[0])[2]
    best = (*_timed(rules, opened, slowest, longest), slowest)
    yield best
    waited = 0
    while waited < MOST_IDLE_STEPS and monotonic() < end:
        then = _changed(chance, rules, best[2])
        spent, proved = _timed(rules, opened, then, longest)
        waited += 1
        if spent > best[0]:
            spent, proved = min((spent, proved), _timed(rules, opened, then, longest))
        if spent > best[0]:
            best, waited = (spent, proved, then), 0
            yield best


def _timed(rules: Rules, opened: bool, position: Position, longest: float) -> tuple[float, bool]:
    begun = process_time()
    play = best_play(Begun(rules, opened, position[0]), position[1], lambda: process_time() > begun + longest)
    return process_time() - begun, play.is_optimal


def _begun(chance: random.Random, rules: Rules) -> Position:
    table = _filled(chance, rules, Table(), chance.choice([25, 40, 55, 70]))
    return table, _rack(chance, rules, table, (), chance.choice([10, 14, 18]))


def _changed(chance: random.Random, rules: Rules, position: Position) -> Position:
    """The position with a set or a few tiles of the rack changed."""
    table, rack = position
    sets, kept = list(table.sets), list(rack)
    if sets and chance.random() < 0.5:
        sets.pop(chance.randrange(len(sets)))
        lying = sum(map(len, sets)) + chance.choice([0, 3, 5, 7])
        table = _filled(chance, rules, Table(tuple(sets)), lying)
        kept = list((Counter(rack) & (box(rules) - table.multiset())).elements())
    else:
        for _ in range(chance.choice([1, 1, 2, 3])):
            kept.pop(chance.randrange(len(kept)))
    return table, _rack(chance, rules, table, tuple(kept), len(rack) + chance.choice([0, 0, 0, 1, -1]))


def _filled(chance: random.Random, rules: Rules, table: Table, lying: int) -> Table:
    """The table with sets more, until about so many tiles lie there; many of them with jokers."""
    left, rows = box(rules) - table.multiset(), list(table.sets)
    for _ in range(300):
        row = made_up_set(chance)
        if left[JOKER] and chance.random() < 0.3:
            place = chance.randrange(len(row))
            row = (*row[:place], JOKER, *row[place + 1 :])
        if sum(map(len, rows)) + len(row) <= lying and Counter(row) <= left and is_set(row, rules):
            left -= Counter(row)
            rows.append(row)
    return Table(tuple(rows))


def _rack(chance: random.Random, rules: Rules, table: Table, kept: Row, size: int) -> Row:
    left = box(rules) - table.multiset() - Counter(kept)
    more: list[Tile] = sorted(left.elements(), key=str)
    jokers = [tile for tile in more if tile.is_joker and chance.random() < 0.3]
    numbered = [tile for tile in more if not tile.is_joker]
    count = max(1, min(size, 20) - len(kept) - len(jokers))
    return (*kept, *jokers, *chance.sample(numbered, min(count, len(numbered))))


if __name__ == "__main__":
    main()
