"""Every event is read from the journal exactly as it was written."""

import pytest

from referee.judging import Position, Verdict, judge
from referee.match.agreed import (
    MendingTakenBack,
    PlayerJoined,
    PlayerLeft,
    PlayerPaced,
    PlayerRenamed,
    PlayersOrdered,
    PlayerStayed,
    RoundMended,
    RoundUnvoided,
    RoundVoided,
    RulesChanged,
)
from referee.match.events import (
    EVENTS,
    ClockCorrected,
    ClockHeld,
    ClockReleased,
    DealtAgain,
    Event,
    MatchBegan,
    MatchEnded,
    Paused,
    PlayedOn,
    RackCorrected,
    Resumed,
    RoundBegan,
    RoundCounted,
    RoundReady,
    RoundStopped,
    TableRestored,
    TimeExtended,
    TurnClaimed,
    TurnGiven,
    TurnTakenBack,
    VerdictOverruled,
)
from referee.rules import Rules
from referee.table import Table
from tilewatch.storage.record_codec import event_of, text_of
from web.decoding import NotUnderstood
from web.texts import Name

LAY, LIES = Table.from_notation("r1 r2 r3"), Table.from_notation("r1 r2 r3\nk7 J\nb1 o1")


def verdict() -> Verdict:
    return judge(Position(Rules(), False, LAY), LIES, 75.5)


HOUSE = Rules.from_json({"preset": "finnish", "turn_seconds": None, "jokers": 4})
CLAIMED = TurnClaimed(at=60.25, player="Bo", after=LIES, seconds=59.5, verdict=verdict())
EXAMPLES: list[Event] = [
    MatchBegan(at=0.5, players=("Ada", "Äiti"), rules=HOUSE, points=200),
    MatchBegan(at=0.5, players=("Ada", "Bo"), rules=Rules()),
    RoundReady(at=0.7),
    RoundReady(at=0.8, first="Ada"),
    RoundBegan(at=1, first="Äiti"),
    DealtAgain(at=1.5, player="Bo"),
    CLAIMED,
    TableRestored(at=70, table=LAY),
    VerdictOverruled(at=71, legal=True, reason='"so" we decided'),
    VerdictOverruled(at=71, legal=True, reason="misread", lay=LIES),
    TurnTakenBack(at=72),
    Paused(at=73),
    Resumed(at=74),
    ClockHeld(at=74.5),
    ClockReleased(at=74.8),
    TimeExtended(at=75),
    RackCorrected(at=76, player="Ada", tiles=0),
    RackCorrected(at=76, player="Ada", tiles=9, was_unknown=True),
    ClockCorrected(at=76.1, seconds=-30),
    TurnGiven(at=76.2, player="Bo"),
    RoundStopped(at=76.5),
    RoundCounted(at=77, racks=("", "k13 J")),
    MatchEnded(at=78),
    PlayedOn(at=79),
    RoundBegan(at=1, first="Ada", by_hand=True),
    PlayerLeft(at=80, player="Bo", rack="keep"),
    PlayerLeft(at=80.2, player="Bo", rack="pool", early=True),
    PlayerStayed(at=80.5, player="Bo"),
    PlayerPaced(at=80.6, player="Bo", pace=1.5),
    PlayerJoined(at=81, player="Di", now=True),
    PlayerRenamed(at=82, player="Di", to="Diana"),
    PlayersOrdered(at=83, players=("Diana", "Ada")),
    RulesChanged(at=84, rules=HOUSE, reason="no hurry", by="Bo"),
    RulesChanged(at=84, rules=HOUSE, dealt_anew=True),
    RoundMended(at=85, round=2, racks=("37", "", "k3 J"), reason="counted again"),
    RoundVoided(at=86, round=2, reason="two boxes were mixed"),
    RoundUnvoided(at=87, round=2),
    MendingTakenBack(at=88, round=2),
]


@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: event.name)
def test_an_event_is_read_as_it_was_written(event: Event) -> None:
    assert event_of(text_of(event)) == event


def test_a_name_as_it_was_typed_is_a_text_like_any_other() -> None:
    assert event_of(text_of(RoundBegan(at=1, first=Name("Äiti")))) == RoundBegan(at=1, first="Äiti")


def test_there_is_an_example_of_every_event() -> None:
    """A new event: add it to EVENTS, and an example of it above."""
    missing = set(EVENTS) - {event.name for event in EXAMPLES}
    assert not missing, f"tests/tilewatch/storage/test_event_codec.py: EXAMPLES needs one of {sorted(missing)}"


def test_tiles_and_tables_are_written_in_notation() -> None:
    assert '"after":["r1 r2 r3","k7 J","b1 o1"]' in text_of(CLAIMED)
    assert '"played":["k7","b1","o1","J"]' in text_of(CLAIMED)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"event":"rain","at":1}',
        '{"at":1}',
        '{"event":"paused"}',
        '{"event":"paused","at":"noon"}',
        '{"event":"paused","at":1,"umbrella":true}',
        '{"event":"table-restored","at":1,"table":["x9"]}',
        '{"event":"match-began","at":1,"players":["Ada"],"rules":"klingon"}',
        '{"event":"match-began","at":1,"players":["Ada"],"rules":{"jokers":99}}',
    ],
)
def test_what_is_no_event_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(NotUnderstood, match="no event of a match: ") as refused:
        event_of(text)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("rules", ['"original"', '{"preset":"original","turn_seconds":90}'])
def test_a_match_written_before_ends_by_the_rules_it_was_played_by(rules: str) -> None:
    written = f'{{"event":"match-began","at":0.0,"players":["Ada","Bo"],"rules":{rules},"points":null}}'
    began = event_of(written)
    assert isinstance(began, MatchBegan)
    assert began.rules.pool_empty == "until-nobody-can"
    begins_now = MatchBegan(at=0.0, players=("Ada", "Bo"), rules=Rules())
    assert event_of(text_of(begins_now)) == begins_now
