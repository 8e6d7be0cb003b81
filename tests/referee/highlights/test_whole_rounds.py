"""Whole rounds of players who always lay the best play: they miss no play; for a player who never lays, a missed play
is found."""

import random
from collections.abc import Callable

import pytest

from referee.highlights import missed_play
from referee.judging import Position
from referee.match.match import Match
from referee.match.standing import Phase
from referee.rules import Rules
from referee.solving import best_play
from referee.table import row_text
from referee.tiles import ALL_TILES, Tile

NAMES = ("Ada", "Bo")
SHORT = Rules.from_json({"preset": "original", "dealt": 10, "opening_points": 3})
TURNS = 12


def played(seed: int, is_lazy: Callable[[str], bool]) -> Match:
    """A round that is stopped after some turns; lazy players draw, all others lay the best play."""
    pool = [tile for tile in ALL_TILES for _ in range(2)]
    random.Random(seed).shuffle(pool)
    racks: dict[str, list[Tile]] = {name: [pool.pop() for _ in range(10)] for name in NAMES}
    match = Match.begun(NAMES, SHORT, 0.0).round_begun(0.0, "Ada")
    for number in range(1, TURNS + 1):
        if match.now.phase is not Phase.PLAYING:
            break
        player = match.now.player
        play = best_play(Position(SHORT, player.opened, match.now.table), racks[player.name])
        match = match.claimed(match.now.table if is_lazy(player.name) else play.table, 20.0 * number)
        turn = match.now.turns[-1]
        for tile in turn.verdict.played:
            racks[player.name].remove(tile)
        racks[player.name] += [pool.pop() for _ in range(turn.drawn)]
    stopped = match.stopped(400.0) if match.now.phase is Phase.PLAYING else match
    return stopped.counted({name: row_text(rack) for name, rack in racks.items()}, 401.0)


def worst(match: Match) -> tuple[str, int] | None:
    now = match.now
    found = missed_play(now.names, now.turns, now.rounds, lambda: False)
    return (found.turn.player, found.turn.played) if found else None


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_who_always_lays_the_best_play_misses_nothing(seed: int) -> None:
    match = played(seed, lambda name: False)
    assert any(turn.played for turn in match.now.turns)
    assert worst(match) is None


def test_who_never_lays_has_missed_plays() -> None:
    found = [worst(played(seed, lambda name: name == "Bo")) for seed in range(1, 6)]
    assert ("Bo", 0) in found
    assert {one and one[0] for one in found} <= {"Bo", None}
