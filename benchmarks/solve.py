"""How long the best play takes on full tables, preset by preset.

    python -m benchmarks.solve [--positions 60] [--preset original] [--table 70] [--rack 14]

Milliseconds of processor time, one thread (other programs on the machine do not count): median, 95th
percentile, longest. `laid` is the mean number of tiles laid; `unproved` counts the positions of which two
seconds were not enough to be sure, or of which the search cannot be sure.
Positions are made up from seeds (tests/referee/positions.py): a legal table of about so many tiles and a
rack from what is left, with up to two jokers (`danish-card`: four), all ways to share them between table and
rack in turn.
"""

from argparse import Namespace
from dataclasses import replace
from time import process_time

from benchmarks.harness import command_line
from referee.judging import Position as Begun
from referee.rules import PRESETS, Rules
from referee.solving import Play, best_play
from referee.table import Row, Table
from referee.tiles import JOKER
from tests.referee.positions import position

LONGEST_SEARCH = 2.0
"""Seconds of processor time."""
JOKERS = tuple(
    (table, rack) for both in range(5) for table, rack in zip(range(both, -1, -1), range(both + 1), strict=True)
)
"""Jokers on the table and on the rack: every distribution of zero to four jokers."""
MOST_JOKERS = 2
"""Most jokers in total, except under rules with more in the box."""

Position = tuple[Table, Row]


def main() -> None:
    """Prints one line for each preset."""
    options = command_line(__doc__, positions=60, preset=("", *PRESETS), table=70, rack=14)
    print(f"{'preset':<18} {'positions':>9} {'median':>8} {'95 %':>8} {'longest':>8}")
    for name in [options.preset] if options.preset else PRESETS:
        rules = PRESETS[name]
        solved = [_solved(rules, _position(seed, rules, options)) for seed in range(options.positions)]
        spent, plays = sorted(1000 * one for one, _ in solved), [play for _, play in solved]
        laid, unproved = sum(len(play.played) for play in plays) / len(plays), sum(not one.is_optimal for one in plays)
        median, most = spent[len(spent) // 2], spent[int(len(spent) * 0.95)]
        times = f"{median:>8.1f} {most:>8.1f} {spent[-1]:>8.1f}"
        print(f"{name:<18} {len(spent):>9} {times}  laid {laid:.1f}, unproved {unproved}", flush=True)


def _position(seed: int, rules: Rules, options: Namespace) -> Position:
    """A position with the given numbers of jokers; with fewer on the table if no set had room for them."""
    shares = [jokers for jokers in JOKERS if sum(jokers) <= max(MOST_JOKERS, rules.jokers)]
    on_table, on_rack = shares[seed % len(shares)]
    table, rack = position(seed, replace(rules, jokers=on_table), options.table, options.rack)
    numbered = [tile for tile in rack if tile != JOKER]
    return table, (*numbered[: options.rack - on_rack], *[JOKER] * on_rack)


def _solved(rules: Rules, one: Position) -> tuple[float, Play]:
    begun = process_time()
    play = best_play(Begun(rules, True, one[0]), one[1], lambda: process_time() > begun + LONGEST_SEARCH)
    return process_time() - begun, play


if __name__ == "__main__":
    main()
