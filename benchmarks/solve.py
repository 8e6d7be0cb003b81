"""How long the best play takes on full tables, preset by preset, beside OR-tools' CP-SAT on the same positions.

    python -m benchmarks.solve [--positions 60] [--cp-sat 4] [--preset original] [--table 70] [--rack 14]

Milliseconds of processor time, one thread (other programs on the machine do not count): median, 95th
percentile, longest. `laid` is the mean number of tiles laid; `unproved` counts the positions of which two
seconds were not enough to be sure, or of which the search cannot be sure.
Positions are made up from seeds (tests/referee/positions.py): a legal table of about so many tiles and a
rack from what is left, with up to two jokers (`danish-card`: four), all ways to share them between table and
rack in turn.

CP-SAT is given every set that table and rack hold, as a number of times it lies. It can say nothing where
both hold jokers (whose joker counts which points), nor where a joker of the table is bound (`finnish`,
`wikipedia` and `sabra` with a joker on the table), nor where a set may not be taken apart at will
(`danish-card`); on the others `same` counts how often it proves as many tiles and points as we do, and
`unproved` the positions given up after three seconds.
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
from tests.referee.oracles import best_by_cp_sat
from tests.referee.positions import position

LONGEST_SEARCH = 2.0
"""Seconds of processor time."""
LONGEST_OF_CP_SAT = 3.0
"""Seconds."""
JOKERS = tuple(
    (table, rack) for both in range(5) for table, rack in zip(range(both, -1, -1), range(both + 1), strict=True)
)
"""Jokers on the table and on the rack: all ways to share none to four."""
MOST_JOKERS = 2
"""In all, but for rules whose box holds more."""

Position = tuple[Table, Row]


def main() -> None:
    """Prints one line for us, and one for CP-SAT, for each preset."""
    options = command_line(__doc__, positions=60, cp_sat=4, preset=("", *PRESETS), table=70, rack=14)
    print(f"{'preset':<12} {'solver':<7} {'positions':>9} {'median':>8} {'95 %':>8} {'longest':>8}")
    for name in [options.preset] if options.preset else PRESETS:
        rules = PRESETS[name]
        positions = [_position(seed, rules, options) for seed in range(options.positions)]
        solved = [_ours(rules, one) for one in positions]
        plays = [play for _, play in solved]
        laid = sum(len(play.played) for play in plays) / len(plays)
        unproved = sum(not play.is_optimal for play in plays)
        _print(name, "ours", [spent for spent, _ in solved], f"laid {laid:.1f}, unproved {unproved}")
        _beside_cp_sat(name, rules, list(zip(positions, plays, strict=True)), options.cp_sat)


def _position(seed: int, rules: Rules, options: Namespace) -> Position:
    """A position with so many jokers as its turn has it; fewer on the table where they found no place."""
    shares = [jokers for jokers in JOKERS if sum(jokers) <= max(MOST_JOKERS, rules.jokers)]
    on_table, on_rack = shares[seed % len(shares)]
    table, rack = position(seed, replace(rules, jokers=on_table), options.table, options.rack)
    numbered = [tile for tile in rack if tile != JOKER]
    return table, (*numbered[: options.rack - on_rack], *[JOKER] * on_rack)


def _ours(rules: Rules, one: Position) -> tuple[float, Play]:
    begun = process_time()
    play = best_play(Begun(rules, True, one[0]), one[1], lambda: process_time() > begun + LONGEST_SEARCH)
    return process_time() - begun, play


def _beside_cp_sat(name: str, rules: Rules, solved: list[tuple[Position, Play]], most: int) -> None:
    """Prints CP-SAT's times on the first positions of which it can say something."""
    possible = [(one, play) for one, play in solved if _can_be_modelled(rules, *one)][:most]
    times, answers = [], []
    for one, play in possible:
        begun = process_time()
        answers.append((best_by_cp_sat(rules, *one, seconds=LONGEST_OF_CP_SAT), play.worth))
        times.append(process_time() - begun)
    if times:
        same, unproved = sum(theirs == ours for theirs, ours in answers), sum(theirs is None for theirs, _ in answers)
        _print(name, "CP-SAT", times, f"same {same}, unproved {unproved}")


def _can_be_modelled(rules: Rules, table: Table, rack: Row) -> bool:
    """Whether these solvers can be asked: they know of sets alone, and of jokers of either table or rack."""
    on_table = table.multiset()[JOKER]
    if on_table and (JOKER in rack or not rules.jokers_move_freely):
        return False
    return rules.rebuilding == "free"


def _print(preset: str, solver: str, seconds: list[float], more: str) -> None:
    spent = sorted(1000 * one for one in seconds)
    median, most = spent[len(spent) // 2], spent[int(len(spent) * 0.95)]
    print(f"{preset:<12} {solver:<7} {len(spent):>9} {median:>8.1f} {most:>8.1f} {spent[-1]:>8.1f}  {more}", flush=True)


if __name__ == "__main__":
    main()
