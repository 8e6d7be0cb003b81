"""Matches made up from a seed, played by the referee's own rules: openings, passes, failed turns, counted racks."""

import random
from collections.abc import Iterator, Sequence

from referee.match import Match, Phase
from referee.rules import Rules
from referee.table import Table
from tilewatch.storage.journal import Journal

EVENING = 1_767_290_400.0
"""The first evening, 2026-01-01 18:00 UTC; an evening follows each day."""


def made_up_match(seed: int, players: Sequence[str] = ("Ada", "Bo", "Cy"), rounds: int = 2) -> Match:
    """A match whose rounds were all counted."""
    chance = random.Random(seed)
    match = Match.begun(players, Rules(), 0.0)
    for _ in range(rounds):
        match = played_round(match, chance)
    return match


def played_round(match: Match, chance: random.Random) -> Match:
    """One more round: until a rack is empty, or stopped when the box has no group left."""
    moment, groups = match.events[-1].at, groups_of(chance)
    match = match.round_ready(moment + 1).round_begun(moment + 30)
    while match.now.phase is Phase.PLAYING:
        moment = match.events[-1].at + chance.randint(5, 50)
        match = turn(match, moment, next(groups, None), chance)
    return match.counted(racks(match, chance), match.events[-1].at + 60, anyway=True)


def groups_of(chance: random.Random) -> Iterator[str]:
    """Groups of four that are worth an opening, each once, in any order; then the cheaper groups."""
    for numbers in ([*range(8, 14)] * 2, [*range(1, 8)] * 2):
        chance.shuffle(numbers)
        yield from (f"k{n} r{n} b{n} o{n}" for n in numbers)


def turn(match: Match, moment: float, group: str | None, chance: random.Random) -> Match:
    """A player lays a group, lays an illegal row and takes it back, or lays no tile."""
    lies = match.now.table.to_notation()
    if group is None:
        return match.stopped(moment)
    fate = chance.random()
    laid = [f"{group.split()[0]} k1"] if fate < 0.15 else [] if fate < 0.4 or match.now.player.rack < 4 else [group]
    claimed = match.claimed(Table.from_notation([*lies, *laid]), moment)
    return claimed.restored(moment + 5) if claimed.now.phase is Phase.RESTORING else claimed


def racks(match: Match, chance: random.Random) -> dict[str, str]:
    """Random racks, each with as many tiles as the match expects."""
    return {one.name: " ".join(f"k{chance.randint(1, 13)}" for _ in range(one.rack)) for one in match.now.players}


def kept_matches(journal: Journal, matches: Sequence[Match], first: int = 1) -> None:
    """Writes matches into a journal whose clock shows `journal.now`, one match per evening."""
    for number, match in enumerate(matches, first):
        journal._clock = lambda number=number: EVENING + 86400 * number  # type: ignore[misc]
        journal.append(number, 0, match.events)
