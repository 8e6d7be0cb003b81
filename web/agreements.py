"""Agreements of the players: the help that is allowed, and the racks they confirmed.

Both are notes in the journal, and survive a crash.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from flask import current_app
from msgspec.structs import replace

from web.contract import TableControls
from web.decoding import Record

Help = Literal["none", "opening", "all"]
"""The help that a player may ask for during a round."""


class HelpNote(Record, frozen=True):
    """The help that is allowed."""

    help: Help = "none"


class RacksNote(Record, frozen=True):
    """The racks confirmed in a round of a match, in notation, at a certain turn; a later turn makes them invalid."""

    round: tuple[int | None, int | None] = (None, None)
    turn: int | None = None
    racks: dict[str, str] = {}  # noqa: RUF012 (msgspec copies it)
    owners: dict[str, str] = {}  # noqa: RUF012
    """For each player the device that confirmed the rack first."""


@dataclass
class Agreements:
    """The agreements at a table, stored in its notes."""

    table: TableControls
    allowed: HelpNote
    counted: RacksNote

    @classmethod
    def at(cls, table: TableControls) -> "Agreements":
        """The agreements stored for a table."""
        return cls(
            table,
            table.notes.read("house", HelpNote) or HelpNote(),
            table.notes.read("racks", RacksNote) or RacksNote(),
        )

    def allow(self, wanted: Help) -> None:
        """Sets the help that is allowed."""
        note = HelpNote(wanted)
        self.table.notes.write("house", note)
        self.allowed = note

    def racks(self, state: Mapping[str, Any]) -> dict[str, str]:
        """The racks confirmed in this round since its last turn."""
        return self._counted(state).racks

    def owner(self, state: Mapping[str, Any], player: str) -> str | None:
        """The device that confirmed a player's rack first in this round; None: no device did."""
        return self._counted(state).owners.get(player)

    def confirm(self, state: Mapping[str, Any], player: str, rack: str | None, device: str = "") -> None:
        """Stores a confirmed rack, or with None removes it; the first `device` to confirm it stays its owner."""
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
    """This table's agreements."""
    made = current_app.extensions["tilewatch.agreements"]
    assert isinstance(made, Agreements)
    return made


def _round(state: Mapping[str, Any]) -> tuple[int | None, int | None]:
    match = state["match"] or {}
    return match.get("number"), match.get("round")
