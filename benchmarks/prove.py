"""Tries everything on made-up positions, as many as the time allows, and tells where the best play is wrong.

    python -m benchmarks.prove [--minutes 60] [--first N]
        [--pairs | --triples | --accounts | --verdicts | --accepted | --changing]

Small positions full of jokers (tests/referee/solving/made_up.py), under every preset with none, one or two of
its options changed in turn: the judge has to find the best play legal, and trying every way to lay every choice
from the rack has to find nothing with more tiles, nor with more points (with jokers on the table: where they may
go anywhere).
`--pairs`: one option after another and every pair of them, round after round, each round with other values.
`--triples`: three options changed at random. `--verdicts`: random turns under one to three options changed, of players
who have opened and who have not, whose verdict is held against trying every past of every tile
(tests/referee/judging/pasts.py) and every opening (opening_pasts.py).
`--accounts`: random turns instead, under presets and under triples of options in turn; what each account says is held
against its own tables, and the sets are listed in other orders (tests/referee/judging/truth.py).
`--accepted`: tables with rows that are no sets, which the players let lie: turns held against trying every past, and
all that the coach says of a rack (tests/referee/let_lie.py), about ten turns to a question.
`--changing`: whole matches whose rules change between rounds, at a turn and while a failed one is put back: what was
said of each turn and round then is held against the match, its replay and its lessons
(tests/referee/match/changing_rules.py).
What is not proved within two seconds of processor time is told, too. Exit status 1: something was wrong.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import count
from time import monotonic, process_time
from typing import NoReturn

from benchmarks.harness import command_line
from referee.rules import PRESETS
from tests.referee.judging.small_turns import disagreement
from tests.referee.judging.truth import complaints
from tests.referee.let_lie import wrong_answer, wrong_verdict
from tests.referee.match.changing_rules import played, told_otherwise
from tests.referee.solving.made_up import EVERY_PAIR, OPTIONS_OF_PLAY, Case, case_with, complaint, made_up_case

LONGEST_SEARCH = 2.0
"""Seconds of processor time."""
CHANGES = 3
"""Options of a preset that are changed: none, one or two, in turn."""


def _is_over(end: float) -> bool:
    return process_time() > end


def main() -> None:
    """Prints every complaint, and how many positions were tried."""
    options = command_line(
        __doc__, minutes=60.0, first=1000, pairs=False, triples=False, verdicts=False, accounts=False, accepted=False,
        changing=False,
    )  # fmt: skip
    end, counts = monotonic() + 60 * options.minutes, Counter[str]()
    if options.accounts:
        _accounts(options.first, end)
    if options.verdicts:
        _verdicts(options.first, end)
    if options.accepted:
        _accepted(options.first, end)
    if options.changing:
        _changing(options.first, end)
    for which, case in _cases(options.first, options.pairs, options.triples):
        if monotonic() > end:
            break
        wrong = complaint(case, partial(_is_over, process_time() + LONGEST_SEARCH))
        counts["tried"] += 1
        if wrong is not None:
            counts["not proved" if wrong.startswith("not proved") else "wrong"] += 1
            print(f"{which}: {case}: {wrong}", flush=True)
    print(", ".join(f"{count} {what}" for what, count in counts.items()))
    sys.exit(1 if counts["wrong"] else 0)


def _verdicts(first: int, end: float) -> NoReturn:
    """Checks verdicts and prints every wrong one; returns the number of turns."""
    judged = wrong = 0
    for seed in count(first):
        if monotonic() > end:
            break
        for opened in (True, False):
            found = disagreement(seed, opened)
            judged += found is not None
            if found:
                wrong += 1
                print(f"seed {seed}: {found}", flush=True)
    print(f"{judged} turns judged, {wrong} verdicts wrong")
    sys.exit(1 if wrong else 0)


def _accepted(first: int, end: float) -> NoReturn:
    """Checks verdicts and answers beside accepted rows, and prints every wrong one; returns their number."""
    asked = Counter[str]()
    for seed in count(first):
        if monotonic() > end:
            break
        found = {"turns": wrong_verdict(seed)}
        if seed % 20 == 0:
            found["questions"] = wrong_answer(seed, partial(_is_over, process_time() + LONGEST_SEARCH))
        for what, wrong in found.items():
            asked[what] += wrong is not None
            if wrong:
                asked["wrong"] += 1
                print(f"seed {seed}: {wrong}", flush=True)
    print(f"{asked['turns']} turns and {asked['questions']} questions of the coach, {asked['wrong']} wrong")
    sys.exit(1 if asked["wrong"] else 0)


def _changing(first: int, end: float) -> NoReturn:
    """Checks matches with changing rules, and prints every contradiction; returns their number."""
    counts = Counter[str]()
    for seed in count(first):
        if monotonic() > end:
            break
        evening = played(seed)
        now = evening.match.now
        counts.update(matches=1, rounds=len(now.rounds), turns=len(now.turns))
        counts["changes of rules"] += len(now.rule_changes)
        wrong = told_otherwise(evening, partial(_is_over, process_time() + LONGEST_SEARCH))
        if wrong is not None:
            counts["wrong"] += 1
            print(f"seed {seed}: {wrong}", flush=True)
    print(", ".join(f"{counts[what]} {what}" for what in ("matches", "rounds", "turns", "changes of rules", "wrong")))
    sys.exit(1 if counts["wrong"] else 0)


def _accounts(first: int, end: float) -> NoReturn:
    """Checks accounts, and prints every wrong one; returns the number of turns."""
    tried = wrong = 0
    for seed in count(first):
        if monotonic() > end:
            break
        chance = random.Random(f"accounts {seed}")
        rules = made_up_case(seed, 3).rules if seed % 2 else chance.choice(list(PRESETS.values()))
        tried += 1
        for one in complaints(rules, chance):
            wrong += 1
            print(f"seed {seed}: {one}", flush=True)
    print(f"{tried} turns tried, {wrong} accounts wrong")
    sys.exit(1 if wrong else 0)


def _cases(first: int, pairs: bool, triples: bool) -> Iterator[tuple[str, Case]]:
    """Test cases from seeds with none, one or two options changed; with `pairs` every pair of options in turn; or with
    three.
    """
    if pairs:
        yield from _pairs(first)
    for seed in count(first):
        yield f"seed {seed}", made_up_case(seed, 3 if triples else seed % CHANGES)


def _pairs(first: int) -> Iterator[tuple[str, Case]]:
    """Every option and every pair of them, round after round."""
    for seed in count(first):
        for options in (*((option,) for option in OPTIONS_OF_PLAY), *EVERY_PAIR):
            yield f"{' + '.join(options)}, seed {seed}", case_with(options, seed)


if __name__ == "__main__":
    main()
