"""A synthetic game: the tiles laid in each turn, by the referee's own search; one turn fails and is put back."""

from collections import Counter
from typing import Any

import numpy as np

from referee.judging import Position, judge
from referee.rules import Rules
from referee.solving import best_play
from referee.table import Table
from referee.tiles import ALL_TILES, Tile

PLAYERS, RACK, SEEN = ("Ada", "Bo", "Cy"), 14, 9
"""The players, the tiles on a rack, and the number of tiles that a player considers at a time."""
MOST_PASSES, FAILS_FROM = 2, 0.4
"""Greatest number of turns without a tile, and the share of the turns after which one turn fails."""
RULES = Rules()
Turn = dict[str, Any]


def script_of(turns: int, seed: int) -> list[Turn]:
    """`turns` turns in the form of a film's `script`, without frames; of the first game by seed in which enough is
    laid."""
    while True:
        played = _played(turns, np.random.default_rng(seed))
        if played is not None:
            return played
        seed += 1000


def _played(turns: int, rng: np.random.Generator) -> list[Turn] | None:
    """The turns of one game; None: a player goes out too early, too many turns pass without a play, or no turn could
    fail."""
    box = [ALL_TILES[place] for place in rng.permutation([*range(52), *range(52), 52, 52])]
    racks = [box[RACK * place : RACK * (place + 1)] for place in range(len(PLAYERS))]
    pool, opened, table = box[RACK * len(PLAYERS) :], [False] * len(PLAYERS), Table()
    script, has_failed = list[Turn](), False
    for number in range(turns):
        who = number % len(PLAYERS)
        rack = racks[who]
        after = _laid(rng, table, rack, opened[who])
        fails = not has_failed and number >= FAILS_FROM * turns and opened[who]
        foul = _foul(rng, table, after, rack) if fails else None
        has_failed = has_failed or foul is not None
        lies = foul or after
        drawn = 3 if foul is not None else int(lies == table)
        script.append(
            {
                "turn": number,
                "player": PLAYERS[who],
                "before": table.to_notation(),
                "after": lies.to_notation(),
                "legal": foul is None,
                "draw": drawn,
            }
        )
        if foul is None:
            played = after.multiset() - table.multiset()
            opened[who], table = opened[who] or bool(played), after
            racks[who] = list((Counter(rack) - played).elements())
        racks[who] += [pool.pop() for _ in range(drawn)]
    passes = sum(turn["before"] == turn["after"] for turn in script)
    return script if has_failed and passes <= MOST_PASSES and all(racks) else None


def _laid(rng: np.random.Generator, table: Table, rack: list[Tile], is_open: bool) -> Table:
    """The tiles laid by a player who considers a few tiles at a time."""
    seen = [rack[place] for place in rng.permutation(len(rack))[: SEEN if is_open else RACK]]
    play = best_play(Position(RULES, is_open, table), seen)
    return play.table if play.played else table


def _foul(rng: np.random.Generator, table: Table, after: Table, rack: list[Tile]) -> Table | None:
    """An illegal table: a tile of the rack at the end of a set, or two tiles of two sets exchanged."""
    left = list((Counter(rack) - (after.multiset() - table.multiset())).elements())
    sets = [list(row) for row in after.sets]
    for _ in range(20):
        one, other = (int(place) for place in rng.permutation(len(sets))[:2]) if len(sets) > 1 else (0, 0)
        wrong = [list(row) for row in sets]
        if rng.random() < 0.5 and left:
            wrong[one].append(left[int(rng.integers(len(left)))])
        else:
            wrong[one][0], wrong[other][-1] = wrong[other][-1], wrong[one][0]
        foul = Table(tuple(map(tuple, wrong)))
        if not judge(Position(RULES, True, table), foul).legal:
            return foul
    return None
