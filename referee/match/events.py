"""What can happen in a match: frozen records, each with its moment, written to and read from JSON."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from referee.judging import Verdict
from referee.rules import Rules
from referee.table import Table


@dataclass(frozen=True, kw_only=True, slots=True)
class Event:
    """Something that happened in a match."""

    name: ClassVar[str]
    at: float
    """The moment, in seconds on the caller's watch."""

    def to_json(self) -> dict[str, object]:
        """The event as a JSON object; `from_json` reads it back unchanged."""
        written = {field.name: _written(getattr(self, field.name)) for field in fields(self)}
        return {"event": self.name, **written}


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchBegan(Event):
    """The players agreed on the rules and, if they like, on a total that ends the match."""

    name = "match-began"
    players: tuple[str, ...]
    rules: Rules
    points: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundBegan(Event):
    """The tiles were dealt; `first` plays the first turn."""

    name = "round-began"
    first: str


@dataclass(frozen=True, kw_only=True, slots=True)
class DealtAgain(Event):
    """A player showed three pairs and asked for a new deal."""

    name = "dealt-again"
    player: str


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnClaimed(Event):
    """A player said done, or the time was over: the table as it lay, and what the referee said."""

    name = "turn-claimed"
    player: str
    after: Table
    seconds: float
    verdict: Verdict


@dataclass(frozen=True, kw_only=True, slots=True)
class TableRestored(Event):
    """After a failed turn: what lies there now."""

    name = "table-restored"
    table: Table


@dataclass(frozen=True, kw_only=True, slots=True)
class VerdictOverruled(Event):
    """The players decided otherwise about the last verdict."""

    name = "verdict-overruled"
    legal: bool
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnTakenBack(Event):
    """The last turn was undone; its player plays it again."""

    name = "turn-taken-back"


@dataclass(frozen=True, kw_only=True, slots=True)
class Paused(Event):
    """The clock was stopped."""

    name = "paused"


@dataclass(frozen=True, kw_only=True, slots=True)
class Resumed(Event):
    """The clock was started again."""

    name = "resumed"


@dataclass(frozen=True, kw_only=True, slots=True)
class TimeExtended(Event):
    """The player took one of the extensions."""

    name = "time-extended"


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockSet(Event):
    """The program was away; the turn goes on with so many seconds left (None: no limit)."""

    name = "clock-set"
    left: float | None


@dataclass(frozen=True, kw_only=True, slots=True)
class RackCorrected(Event):
    """A rack was counted by hand: somebody drew too many or forgot to draw."""

    name = "rack-corrected"
    player: str
    tiles: int


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundCounted(Event):
    """The racks at the end of a round, in notation and in the players' order."""

    name = "round-counted"
    racks: tuple[str, ...]


EVENTS: Mapping[str, type[Event]] = {
    kind.name: kind
    for kind in (
        MatchBegan,
        RoundBegan,
        DealtAgain,
        TurnClaimed,
        TableRestored,
        VerdictOverruled,
        TurnTakenBack,
        Paused,
        Resumed,
        TimeExtended,
        ClockSet,
        RackCorrected,
        RoundCounted,
    )
}
"""Every kind of event by its name in JSON."""


def _written(value: Any) -> object:
    """A field's value as JSON has it."""
    if isinstance(value, Table):
        return value.to_notation()
    if isinstance(value, Rules | Verdict):
        return value.to_json()
    return list(value) if isinstance(value, tuple) else value


_READERS: Mapping[str, Callable[[Any], object]] = {
    "rules": Rules.from_json,
    "players": tuple,
    "racks": tuple,
    "after": Table.from_notation,
    "table": Table.from_notation,
    "verdict": Verdict.from_json,
}
"""How fields are read back that JSON does not hold as they are."""


def event_from_json(written: Mapping[str, Any]) -> Event:
    """The event that `to_json` wrote.

    Raises ValueError: no such event, or its fields are not the event's.
    """
    kind = EVENTS.get(str(written.get("event")))
    if kind is None:
        raise ValueError(f'"{written.get("event")}" is not an event of a match')
    values: dict[str, Any] = {
        key: _READERS.get(key, _as_it_is)(value) for key, value in written.items() if key != "event"
    }
    try:
        return kind(**values)
    except TypeError as error:
        raise ValueError(f"event {kind.name}: {error}") from error


def _as_it_is(value: Any) -> object:
    return value
