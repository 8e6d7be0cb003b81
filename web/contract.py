"""What a live table offers to the page. The page knows this and nothing of cameras or networks."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

State = Mapping[str, Any]
"""The state as a JSON object, as `GET /api/state` gives it."""


class Refused(Exception):
    """A wish that is not granted; the message is for the players. `more` goes into the answer beside it."""

    status = 400

    def __init__(self, message: str, **more: object) -> None:
        super().__init__(message)
        self.more = more


class BadRequest(Refused):
    """What was sent makes no sense, at whatever moment."""


class Conflict(Refused):
    """It does not fit the moment. Asked the players something? `more["question"]` holds what."""

    status = 409


class TableNotSeen(Refused):
    """The table cannot be read just now."""

    status = 503


class LiveTable(Protocol):
    """A table that is watched and a match that is played on it. Every method may be called from any thread.

    The methods that change something raise Refused. `anyway`: the players insist after a question or a doubt.
    """

    def state(self) -> State:
        """How everything stands now."""
        ...

    def changed_since(self, version: int, patience: float) -> tuple[int, str]:
        """Waits for a state newer than `version`, at most `patience` seconds: version and state's JSON."""
        ...

    def start_match(
        self, players: Sequence[str], rules: object, first: str | None, points: int | None, anyway: bool
    ) -> None:
        """Begins a match and its first round. `anyway`: even though another one is being played."""
        ...

    def start_round(self, first: str | None) -> None:
        """Begins the next round."""
        ...

    def done(self, anyway: bool, turn: int | None = None) -> Mapping[str, Any]:
        """Judges the table as it lies; the verdict. `anyway`: whatever is doubtful or in the way.

        `turn`: the turn that is meant, lest two devices press for two turns.
        """
        ...

    def restored(self, anyway: bool) -> None:
        """The table is back as it was: next player."""
        ...

    def overrule(self, legal: bool, reason: str) -> None:
        """The players decide otherwise about the last verdict."""
        ...

    def undo(self) -> None:
        """Takes the last turn back."""
        ...

    def correct(self, set_: int, place: int, tile: str) -> None:
        """A person says what a tile of the table is."""
        ...

    def pause(self) -> None:
        """Stops the clock."""
        ...

    def resume(self) -> None:
        """Starts the clock."""
        ...

    def extend(self) -> None:
        """The player takes an extension of the turn's time."""
        ...

    def correct_rack(self, player: str, tiles: int) -> None:
        """A rack was counted by hand."""
        ...

    def read_rack(self, player: str, photo: bytes) -> Mapping[str, Any]:
        """What a photograph of a rack shows."""
        ...

    def end_round(self, racks: Mapping[str, str], anyway: bool) -> None:
        """Ends the round with these racks and scores it."""
        ...

    def turns(self) -> list[Mapping[str, Any]]:
        """Every turn so far."""
        ...

    def turn_picture(self, turn: int, side: str) -> bytes | None:
        """The JPEG of what the camera saw `before` or `after` a turn; None: there is none."""
        ...

    def picture(self, plain: bool) -> bytes | None:
        """The newest picture as JPEG, with the reading drawn on it unless `plain`; None: there is none."""
        ...

    def note(self, name: str, written: Mapping[str, Any]) -> None:
        """Keeps a note of the page's own, in the place of the one of that name; a crash loses nothing of it."""
        ...

    def noted(self, name: str) -> Mapping[str, Any] | None:
        """The note of that name, if there is one."""
        ...
