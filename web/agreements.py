"""What the players settle among themselves: which help is allowed, and the racks they confirmed.

Both are notes of the journal: after a crash they are as they were.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from flask import current_app
from msgspec.structs import replace

from web.contract import TableControls
from web.decoding import Record

Help = Literal["none", "opening", "all"]
"""What a player may ask about the own rack during a round."""


class HelpNote(Record, frozen=True):
    """What help is allowed."""

    help: Help = "none"


class RacksNote(Record, frozen=True):
    """The racks confirmed for a round of a match, in notation, as they are at a turn: later they are others."""

    round: tuple[int | None, int | None] = (None, None)
    turn: int | None = None
    racks: dict[str, str] = {}  # noqa: RUF012 (msgspec copies it)
    owners: dict[str, str] = {}  # noqa: RUF012
    """By player: the device that confirmed the rack first."""


@dataclass
class Agreements:
    """What is agreed at a table, which keeps notes of it."""

    table: TableControls
    allowed: HelpNote
    counted: RacksNote

    @classmethod
    def at(cls, table: TableControls) -> "Agreements":
        """What was agreed there before the program began."""
        return cls(
            table,
            table.notes.read("house", HelpNote) or HelpNote(),
            table.notes.read("racks", RacksNote) or RacksNote(),
        )

    def allow(self, wanted: Help) -> None:
        """The players decide what help is allowed."""
        note = HelpNote(wanted)
        self.table.notes.write("house", note)
        self.allowed = note

    def racks(self, state: Mapping[str, Any]) -> dict[str, str]:
        """The racks confirmed for this very round, since its last turn."""
        return self._counted(state).racks

    def owner(self, state: Mapping[str, Any], player: str) -> str | None:
        """The device that confirmed a player's rack first, in this very round."""
        return self._counted(state).owners.get(player)

    def confirm(self, state: Mapping[str, Any], player: str, rack: str | None, device: str = "") -> None:
        """A rack is confirmed, or (None) not any more; whose `device` was the first goes on having a say."""
        counted = self._counted(state)
        racks = {name: tiles for name, tiles in counted.racks.items() if name != player}
        if rack is not None:
            racks[player] = rack
        note = replace(counted, racks=racks, owners={player: device, **counted.owners})
        self.table.notes.write("racks", note)
        self.counted = note

    def _counted(self, state: Mapping[str, Any]) -> RacksNote:
        none_yet = RacksNote(_round(state), state["turn"]["number"])
        return self.counted if (self.counted.round, self.counted.turn) == (none_yet.round, none_yet.turn) else none_yet


def the_agreements() -> Agreements:
    """This table's."""
    made = current_app.extensions["tilewatch.agreements"]
    assert isinstance(made, Agreements)
    return made


def _round(state: Mapping[str, Any]) -> tuple[int | None, int | None]:
    match = state["match"] or {}
    return match.get("number"), match.get("round")
