"""The data that a table stores beside its match: past matches, players, pictures, notes, and losses."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from referee.solving import OutOfTime
from web.decoding import R, Record
from web.press import Answer
from web.records.answers import BackupTold, BestPlay, LostTold, RackRead
from web.records.history import MatchKept, MatchListed, PlayerListed, PlayerTold, TurnReplayed


class History(Protocol):
    """Past matches and players. Raises NotReadable."""

    def matches(self, player: str | None = None, since: float | None = None) -> Sequence[MatchListed]:
        """Summaries of the matches, the newest first; `player`: only this player's, `since`: only those begun later, in
        seconds since the epoch."""

    def match(self, number: int) -> MatchKept | None:
        """One match with its rounds and turns; None: there is no such match."""

    def streamed(self, number: int) -> tuple[MatchKept, Iterator[TurnReplayed]] | None:
        """One match as `match` returns it but without turns, and an iterator over its turns; None as there."""

    def turn_picture(self, number: int, turn: int, side: str) -> bytes | None:
        """The JPEG taken `before` or `after` a turn of a match; None: there is none."""

    def possible(self, number: int, turn: int, out_of_time: OutOfTime) -> BestPlay | None:
        """The best play found in time for a turn; None: there is no such turn, or the rack is unknown."""

    def players(self) -> Sequence[PlayerListed]:
        """The all-time table."""

    def player(self, name: str) -> PlayerTold | None:
        """One player's figures; None: nobody of that name has played."""

    def picture(self, name: str) -> bytes | None:
        """A player's picture as JPEG; None: there is none."""

    def choose_colour(self, name: str, colour: int | None) -> None:
        """Sets a player's colour; None: the colour assigned in turn. Raises NotWritten."""

    def choose_picture(self, name: str, photo: bytes | None) -> None:
        """Sets a player's picture; None: none. Raises BadRequest, NotWritten."""


class CompanyControls(Protocol):
    """Renames, merges and forgets players in all stored matches. Raises Refused."""

    def rename(self, player: str, to: str, merge: bool, by: str = "") -> None:
        """Renames a player in every stored match; `merge`: two names are one person; `by`: the person who does it."""

    def played_in(self, player: str) -> Sequence[int]:
        """The numbers of a player's matches."""

    def part(self, name: str, player: str, matches: Sequence[int]) -> None:
        """Separates two players who were merged: in these matches `name` was `player`."""

    def remember(self, player: str) -> None:
        """Shows a forgotten player in the all-time table again."""

    def forget(self, player: str, by: str = "") -> None:
        """Removes a player's row of the all-time table, colour and picture; `by`: the person whose device does it."""


class TablePictures(Protocol):
    """The camera's pictures, and the reading of a rack's photograph."""

    def newest(self, plain: bool) -> bytes | None:
        """The newest picture as JPEG, with the reading drawn on it unless `plain`; None: there is none."""

    def crop(self, corners: Sequence[tuple[float, float]]) -> bytes | None:
        """A rectified, enlarged JPEG of one place of the table; None: there is no picture.

        `corners`: four points in fractions of the picture's width and height.
        """

    def of_turn(self, turn: int, side: str) -> bytes | None:
        """The JPEG taken `before` or `after` a turn; None: there is none."""

    def rack(self, player: str | None, photo: bytes) -> RackRead:
        """The tiles on a photograph of a player's rack; without a match nobody's. Raises Refused."""


class PageNotes(Protocol):
    """The page's notes, which survive a crash."""

    def write(self, name: str, note: Record) -> None:
        """Writes a note, replacing the note of that name. Raises NotWritten."""

    def read(self, name: str, kind: type[R]) -> R | None:
        """The note of that name; None: there is none."""

    def answered(self, key: str) -> Answer | None:
        """The answer to a press, by its key; None: it was not handled. Raises NotReadable."""

    def keep_answer(self, answer: Answer) -> None:
        """Writes the answer to a press. Raises NotWritten."""


class KeepsNotes(Protocol):
    """A table or a club that stores the notes of its page."""

    @property
    def notes(self) -> PageNotes:
        """The page's notes."""

    def state(self) -> Mapping[str, Any]:
        """The present state."""


class LostControls(Protocol):
    """The data that could not be read when the program was started."""

    def as_record(self) -> LostTold:
        """Sentences about lost data, and the lost turns of which pictures are left."""

    def picture(self, match: int, turn: int, side: str) -> bytes | None:
        """The JPEG of a lost turn, `before` or `after` it; None: there is none."""

    def confirm(self) -> None:
        """Clears the notice of the loss: a player has seen it. Raises NotWritten."""


class BackupControls(Protocol):
    """The copies of the journal. Raises Refused."""

    trouble: str | None

    def listed(self) -> Sequence[BackupTold]:
        """The copies, the newest first."""

    def make(self) -> BackupTold:
        """Makes a copy now. Raises NotWritten."""

    def restore(self, name: str) -> None:
        """Restores a copy; the page is away for some seconds. Raises BadRequest."""
