"""What a table keeps beside its match: what was played before, players, pictures, notes, and what was lost."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from referee.solving import OutOfTime
from web.decoding import R, Record
from web.press import Answer
from web.records.answers import BackupTold, BestPlay, LostTold, RackRead
from web.records.history import MatchKept, MatchListed, PlayerListed, PlayerTold


class History(Protocol):
    """What was played before. Raises NotReadable."""

    def matches(self, player: str | None = None, since: float | None = None) -> Sequence[MatchListed]:
        """The matches in short, the newest first: those of a player, and those begun since a moment (calendar)."""

    def match(self, number: int) -> MatchKept | None:
        """One match with its rounds and turns; None: there is none of that number."""

    def turn_picture(self, number: int, turn: int, side: str) -> bytes | None:
        """The JPEG of what the camera saw `before` or `after` a turn of a match; None: there is none."""

    def possible(self, number: int, turn: int, out_of_time: OutOfTime) -> BestPlay | None:
        """The best play found in time for a turn; None: no such turn, or nobody knows what the player held."""

    def players(self) -> Sequence[PlayerListed]:
        """The all-time table."""

    def player(self, name: str) -> PlayerTold | None:
        """One player's figures; None: nobody of that name ever had a seat."""

    def picture(self, name: str) -> bytes | None:
        """A player's picture as JPEG; None: there is none."""

    def choose_colour(self, name: str, colour: int | None) -> None:
        """A player's colour from now on; None: the one given. Raises NotWritten."""

    def choose_picture(self, name: str, photo: bytes | None) -> None:
        """A player's picture from now on; None: none. Raises BadRequest, NotWritten."""


class CompanyControls(Protocol):
    """Players in everything that is kept. Raises Refused."""

    def rename(self, player: str, to: str, merge: bool) -> None:
        """A player is called otherwise in every match that is kept; `merge`: two names are one person."""

    def forget(self, player: str) -> None:
        """A player's line of the all-time table, colour and picture go."""


class TablePictures(Protocol):
    """What the camera saw, and what a phone photographed."""

    def newest(self, plain: bool) -> bytes | None:
        """The newest picture as JPEG, with the reading drawn on it unless `plain`; None: there is none."""

    def crop(self, corners: Sequence[tuple[float, float]]) -> bytes | None:
        """A place of the table, upright and large, as JPEG; None: there is no picture.

        `corners`: four, parts of the picture's width and height.
        """

    def of_turn(self, turn: int, side: str) -> bytes | None:
        """The JPEG of what the camera saw `before` or `after` a turn; None: there is none."""

    def rack(self, player: str, photo: bytes) -> RackRead:
        """What a photograph of a rack shows. Raises Refused."""


class PageNotes(Protocol):
    """What the page wants to be remembered; a crash loses nothing of it."""

    def write(self, name: str, note: Record) -> None:
        """Keeps a note in the place of the one of that name. Raises NotWritten."""

    def read(self, name: str, kind: type[R]) -> R | None:
        """The note of that name, if there is one."""

    def answered(self, key: str) -> Answer | None:
        """How a press was answered, by its key; None: it was not. Raises NotReadable."""

    def keep_answer(self, answer: Answer) -> None:
        """Keeps how a press was answered. Raises NotWritten."""


class KeepsNotes(Protocol):
    """Whatever has a page: a table, or a club."""

    @property
    def notes(self) -> PageNotes:
        """What the page wants to be remembered."""

    def state(self) -> Mapping[str, Any]:
        """How everything stands now."""


class LostControls(Protocol):
    """What could not be read when the program was started."""

    def as_record(self) -> LostTold:
        """What it is, in sentences, and of which turns there are only pictures."""

    def picture(self, match: int, turn: int, side: str) -> bytes | None:
        """The JPEG of one side of such a turn, `before` or `after`; None: there is none."""

    def confirm(self) -> None:
        """Somebody has seen it: nobody is told any more. Raises NotWritten."""


class BackupControls(Protocol):
    """The copies of what is kept. Raises Refused."""

    trouble: str | None

    def listed(self) -> Sequence[BackupTold]:
        """The copies, the newest first."""

    def make(self) -> BackupTold:
        """Makes one now. Raises NotWritten."""

    def restore(self, name: str) -> None:
        """Puts one in the place of what is kept: the page is away for some seconds. Raises BadRequest."""
