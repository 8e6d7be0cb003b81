"""A whole game of three players, turn by turn: verdicts, draws, racks and scores as its script has them."""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.match.match import Match
from referee.match.standing import Phase
from referee.rules import Rules
from referee.table import Table

SCRIPT = json.loads((Path(__file__).parents[2] / "games" / "film" / "script.json").read_text("utf-8"))
TURNS = [entry for entry in SCRIPT["script"] if "turn" in entry]
RACKS = {entry["rack_of"]: " ".join(entry["tiles"]) for entry in SCRIPT["script"] if "rack_of" in entry}


def played(match: Match, turn: dict[str, Any], at: float) -> Match:
    """The match after a turn of the script, checked against the result in the script."""
    assert match.now.player.name == turn["player"]
    assert match.now.table.multiset() == Table.from_notation(turn["before"]).multiset()
    after = match.claimed(Table.from_notation(turn["after"]), at)
    verdict = after.now.turns[-1].verdict
    assert (verdict.legal, verdict.draw) == (turn["legal"], turn["draw"])
    if not turn["legal"]:
        assert after.now.phase is Phase.RESTORING
        after = after.restored(at + 5)
    rack = next(player.rack for player in after.now.players if player.name == turn["player"])
    assert rack == turn["rack"], turn
    return after


@pytest.fixture(scope="module")
def game() -> Match:
    """The game up to the moment when Ada's rack is empty."""
    match = Match.begun(SCRIPT["players"], Rules.from_json(SCRIPT["rules"]), at=0).round_begun(at=0)
    for turn in TURNS:
        assert match.now.clock is not None
        match = played(match, turn, match.now.clock.since + 40)
    return match


def test_every_turn_of_the_film_comes_out_as_its_script_says(game: Match) -> None:
    assert len(game.now.turns) == len(TURNS)
    assert game.now.phase is Phase.COUNTING
    assert game.now.player.name == SCRIPT["winner"]


def test_the_racks_at_the_end_add_up_and_are_scored(game: Match) -> None:
    counted = game.counted(RACKS, at=9000)
    assert counted.now.totals() == {"Ada": 32, "Bo": -14, "Cy": -18}
    assert counted.now.rounds[-1].result.winners == (SCRIPT["winner"],)
