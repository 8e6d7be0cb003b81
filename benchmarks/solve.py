"""How long the best play takes on full tables, beside OR-tools' CP-SAT on the same positions.

    python benchmarks/solve.py [--positions 100] [--preset original] [--table 70] [--rack 14]

Milliseconds of processor time, one thread (other programs on the machine do not count):
median, 95th percentile, longest. `laid` is the mean number of tiles laid.
Positions are made up from seeds (tests/referee/positions.py): a legal table of about so many tiles and a
rack from what is left. CP-SAT is given every set that table and rack hold, as a number of times it lies;
it is run for `original` only, and on tables and racks that share no joker (tests/referee/oracles.py).
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from time import process_time

from referee.rules import PRESETS, Rules
from referee.solver import best_play
from referee.table import Row, Table
from referee.tiles import JOKER

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "referee"))
from oracles import best_by_cp_sat
from positions import position

LONGEST_SEARCH = 2.0


def main() -> None:
    options = _options()
    rules = PRESETS[options.preset]
    positions = [position(seed, rules, options.table, options.rack) for seed in range(options.positions)]
    times, laid, unproved = [], 0, 0
    for table, rack in positions:
        until = process_time() + LONGEST_SEARCH
        begun = process_time()
        play = best_play(rules, True, table, rack, lambda until=until: process_time() > until)
        times.append(process_time() - begun)
        laid += len(play.played)
        unproved += not play.is_optimal
    _print("ours", times)
    print(f"laid {laid / len(positions):.1f} tiles on average; not proved in 2 s: {unproved}")
    if options.preset == "original":
        _print("CP-SAT", [_timed(best_by_cp_sat, rules, *_apart(*one)) for one in positions[: options.cp_sat]])


def _options() -> Namespace:
    parser = ArgumentParser(description="Times the best play on made-up positions.")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--cp-sat", type=int, default=20, help="on how many of them CP-SAT is timed")
    parser.add_argument("--preset", choices=list(PRESETS), default="original")
    parser.add_argument("--table", type=int, default=70, help="tiles on the table")
    parser.add_argument("--rack", type=int, default=14, help="tiles on the rack")
    return parser.parse_args()


def _apart(table: Table, rack: Row) -> tuple[Table, Row]:
    """A position without the rack's jokers, where the table has some too."""
    if JOKER in table.multiset():
        rack = tuple(tile for tile in rack if tile != JOKER)
    return table, rack


def _timed(solve: Callable[[Rules, Table, Row], object], rules: Rules, table: Table, rack: Row) -> float:
    begun = process_time()
    solve(rules, table, rack)
    return process_time() - begun


def _print(name: str, seconds: list[float]) -> None:
    sorted_ = sorted(1000 * one for one in seconds)
    median, most = sorted_[len(sorted_) // 2], sorted_[int(len(sorted_) * 0.95)]
    print(f"{name:8} median {median:.1f} ms, 95 % {most:.1f} ms, longest {sorted_[-1]:.1f} ms")


if __name__ == "__main__":
    main()
