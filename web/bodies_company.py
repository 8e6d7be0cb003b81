"""The bodies of agreements among players."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, field

from referee.messages import Message
from web.bodies import Players, Press, Racks
from web.contract import BadRequest
from web.decoding import RulesAsWritten
from web.texts import Name, Notation, Text, TextError


class Why(Text):
    """The players' reason for a change; it may be empty."""

    may_be_blank = True


class Leave(Press, frozen=True, kw_only=True):
    """A player leaves; `rack`: its tiles go back to the pool, or are counted at the round's end."""

    player: Name
    rack: Literal["pool", "keep"] = "pool"


class Join(Press, frozen=True, kw_only=True):
    """A player joins; `now`: in this round, with a rack dealt at once."""

    player: Name
    now: bool = False


class Rename(Press, frozen=True, kw_only=True):
    """Renames a player; `merge`: another player has that name already and is the same person."""

    player: Name
    to: Name
    merge: bool = False


class Pace(Press, frozen=True, kw_only=True):
    """A player's time for a turn, as a multiple of the rules' time."""

    player: Name
    pace: Annotated[float, Meta(ge=0.5, le=5)]


class Order(Press, frozen=True, kw_only=True):
    """The players in their new order of turns."""

    players: Players


class OfRound(Press, frozen=True, kw_only=True):
    """Changes a scored round; `match`: number of a past match; None: the match at the table."""

    reason: Why = field(default_factory=Why)
    match: Annotated[int, Meta(ge=1, le=10**9)] | None = None


class MendRound(OfRound, frozen=True, kw_only=True):
    """The corrected racks of a scored round."""

    racks: Racks


class ChangeRules(Press, frozen=True, kw_only=True):
    """New rules for the match."""

    rules: RulesAsWritten
    reason: Why = field(default_factory=Why)


def racks_of(racks: Mapping[Name, str | int]) -> dict[str, str]:
    """Racks as texts: notation, or points as a whole number. Raises BadRequest."""
    return {str(name): _rack(str(name), rack) for name, rack in racks.items()}


def _rack(name: str, rack: str | int) -> str:
    try:
        return str(rack) if isinstance(rack, int) else str(Notation.read(rack))
    except TextError as error:
        raise BadRequest(Message(error.message.code, {"name": f"racks, {name}", **error.message.values})) from error
