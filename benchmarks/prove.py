"""Tries everything on made-up positions, as many as the time allows, and tells where the best play is wrong.

    python benchmarks/prove.py [--minutes 60] [--first 1000]

Small positions full of jokers (tests/referee/solving/made_up.py), under every preset with none, one or two of
its options changed in turn: the judge has to find the best play legal, and trying every way to lay every choice
from the rack has to find nothing with more tiles. What is not proved within two seconds of processor time is
told, too. Exit status 1: something was wrong.
"""

import sys
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from time import monotonic, process_time

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.referee.solving.made_up import complaint, made_up_case

LONGEST_SEARCH = 2.0
MOST_CHANGES = 3


def main() -> None:
    """Prints every complaint, and how many positions were tried."""
    parser = ArgumentParser(description="Tries everything on made-up positions.")
    parser.add_argument("--minutes", type=float, default=60, help="how long")
    parser.add_argument("--first", type=int, default=1000, help="the first seed (the suite takes those from 0)")
    options = parser.parse_args()
    end, seed = monotonic() + 60 * options.minutes, options.first
    told = Counter[str]()
    while monotonic() < end:
        case, begun = made_up_case(seed, seed % MOST_CHANGES), process_time()
        wrong = complaint(case, lambda begun=begun: process_time() > begun + LONGEST_SEARCH)
        told["tried"] += 1
        if wrong is not None:
            told["not proved" if wrong.startswith("not proved") else "wrong"] += 1
            print(f"seed {seed}: {case}: {wrong}", flush=True)
        seed += 1
    print(", ".join(f"{count} {what}" for what, count in told.items()))
    sys.exit(1 if told["wrong"] else 0)


if __name__ == "__main__":
    main()
