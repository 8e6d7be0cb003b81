"""The functions that a live table offers to the page. The page knows these, and nothing of cameras or networks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from referee.match import Match
from referee.messages import Message, Refusal, Value
from referee.rules import Rules
from referee.table import Table
from web.kept import CompanyControls, History, LostControls, PageNotes, TablePictures
from web.records.answers import CameraTold, SetsTold, SetTaught
from web.records.check import CheckTold
from web.records.turns import Highlights, TurnTold
from web.records.verdicts import VerdictNow
from web.tables_sent import TableSent

Act = Callable[[Match, float], Match]
"""A function from a match and the moment to the changed match."""


class Refused(Refusal):
    """A request is refused; the message is for the players. `more`: further fields of the answer."""

    status = 400

    def __init__(self, code: str | Message, /, more: Mapping[str, Any] | None = None, **values: Value) -> None:
        super().__init__(code, **values)
        self.more = more or {}


class BadRequest(Refused):
    """The request would be wrong at any moment."""


class Conflict(Refused):
    """The request does not fit the present moment. `more["question"]`: a question to the players, if there is one."""

    status = 409


class TableNotSeen(Refused):
    """The table cannot be read just now."""

    status = 503


class NotWritten(Refused):
    """The change could not be stored, and so it was not made."""

    status = 503


class NotReadable(Refused):
    """Stored data cannot be read just now."""

    status = 503


class TurnControls(Protocol):
    """The players' actions on a turn. Raises Refused. `anyway`: they insist after a question or a doubt."""

    def done(
        self, anyway: bool, turn: int | None = None, waits: bool = False, by_hand: str | None = None
    ) -> VerdictNow | None:
        """Judges the table, and returns the verdict; None: the press waits. `anyway`: despite doubts and obstacles.

        `by_hand`: "nothing" or "tiles", played while the camera does not see the table. `turn`: its number, so that two
        devices do not end two turns. `waits`: while an obstacle remains, the press waits and the clock is stopped.
        """

    def forget_done(self) -> None:
        """Cancels a Done that waits: the turn goes on."""

    def restored(self, anyway: bool) -> None:
        """Confirms that the failed turn is put back; the next player's turn begins. `anyway`: even if tiles are missing
        whose places nobody remembers."""

    def overrule(self, legal: bool, reason: str, by: str = "") -> None:
        """Overrules the last verdict; `by`: the person whose device does it."""


class MatchControls(Protocol):
    """The players' actions on the match and its rounds that are more than a change of the match. Raises Refused."""

    def start(self, players: Sequence[str], rules: object, first: str | None, points: int | None, anyway: bool) -> None:
        """Begins a match and deals its first round. `anyway`: even if another match is being played."""

    def resume_match(self, number: int) -> None:
        """Resumes a match that was left; the present match is left."""

    def begin_round(self, first: str | None, anyway: bool) -> None:
        """Starts the first player's clock: the tiles are dealt. `anyway`: in spite of obstacles."""

    def turns(self, first: int = 0, most: int | None = None) -> Sequence[TurnTold]:
        """The turns so far, in order, from index `first` on, at most `most` of them."""

    def turn_count(self) -> int:
        """The number of turns so far."""

    def highlights(self, missed: bool) -> Highlights:
        """The highlights of the match so far; `missed`: with the best play that was missed."""

    def table_by_right(self) -> Table:
        """The table with which the present turn began."""


class TileControls(Protocol):
    """Players' corrections of the camera's reading; `by`: the person whose device sends them. Raises Refused."""

    def correct(self, set_: int, place: int, tile: str | None, mark: str = "", by: str = "") -> None:
        """Names a tile of the table; `tile` None: no tile lies there. `mark`, here and below: the tile that was shown,
        even if it has moved since. Raises Conflict: that tile is gone."""

    def add(self, x: float, y: float, tile: str, by: str = "") -> None:
        """Adds a tile where the camera reads none; `x`, `y`: pixels of the picture without overlay."""

    def free(self, x: float, y: float, by: str = "") -> None:
        """Records that an unread place holds no tile; `x`, `y`: pixels of the picture without overlay."""

    def untell(self, set_: int, place: int, mark: str = "", by: str = "") -> None:
        """Takes a correction of a tile back."""

    def untell_absent(self, place: int, mark: str = "", by: str = "") -> None:
        """Withdraws the answer that a place holds no tile; `place`: its number in the state."""

    def insist(self) -> None:
        """Accepts the objects over the table as part of the table."""


class CameraControls(Protocol):
    """The source of pictures: the camera that the program was started with, or a phone that sends them."""

    def choose(self, sender: str | None) -> None:
        """Makes a device the camera; None: the camera that the program was started with."""

    def mirror(self, is_mirrored: bool) -> None:
        """Sets whether the camera mirrors its pictures, so that they are mirrored back."""

    def sent(self, sender: str, picture: bytes, page: str = "", number: int | None = None) -> None:
        """Takes a JPEG from the device that is the camera. Raises Refused: another camera was chosen, or it is no JPEG.

        `page`, `number`: the page that sent the picture, and the picture's number; a repeated picture is dropped.
        """

    def advice(self) -> CameraTold:
        """The present camera, and how it would see better: {"phone", "size", "advice": [...]}."""


class ByItselfControls(Protocol):
    """Turns that are claimed automatically. Raises Refused."""

    def choose_seconds(self, seconds: int | None) -> None:
        """Sets the seconds for which the table has to lie still; None: turns are never claimed automatically."""


@dataclass(frozen=True)
class CheckAsked:
    """The terms on which a photograph is judged. `opened`: whether the player had opened before the turn; None: as in
    the match, without a match true. `accepted`: sets that the players accept although they break a rule. `of_match`:
    the turn began with the table of the match's last turn. `settled`: the players settled the turn's doubts.
    """

    rules: Rules
    opened: bool | None = None
    accepted: Table = field(default_factory=Table)
    of_match: bool = False
    settled: bool = False


class CheckControls(Protocol):
    """Photographs that are judged without a match. Raises Refused."""

    def photographs(self, after: bytes, before: bytes | None, asked: CheckAsked) -> CheckTold:
        """Judges the table in a photograph; with a photograph from before the turn, judges the turn."""

    def tables(self, after: TableSent, before: TableSent | None, asked: CheckAsked) -> CheckTold:
        """Judges tables that a person corrected, as `photographs` does."""


class PhotographControls(Protocol):
    """A match by photographs. Raises Refused."""

    def take(self, photo: bytes, claim: bool, anyway: bool, turn: int | None) -> VerdictNow | None:
        """Takes the table from a photograph and, with `claim`, returns the verdict on the turn; None: without `claim`,
        or there is a question first (in the state). `anyway`: even if the photograph is blurred, or cuts a row.
        """


class SetControls(Protocol):
    """Sets of tiles that were taught. Raises Refused."""

    def all(self) -> SetsTold:
        """The taught sets, and the name of the set in use: {"sets": [...], "used": name or null, "damaged": [...]}."""

    def teach(self, name: str, photo: bytes | None, rows: str, insist: str = "", mark: str = "") -> SetTaught:
        """Teaches a set from a picture, or adds to it, and uses it. `photo` None: the camera's picture. `insist`: the
        faces in it that a player confirms. `mark`, here and below: the set that was shown, even if it was renamed.
        Raises Conflict: that set is gone."""

    def use(self, name: str, is_used: bool, mark: str = "") -> None:
        """Sets whether this set is the set on the table."""

    def rename(self, name: str, to: str, mark: str = "") -> None:
        """Renames a set."""

    def forget(self, name: str, mark: str = "") -> None:
        """Forgets a set."""

    def shows(self, rows: str) -> bool:
        """Whether the camera sees these rows complete and without ambiguity."""

    def take_back(self, name: str, rows: str, mark: str = "") -> None:
        """Forgets these faces of a set; `mark`: of the set, or of the face that was shown."""

    def face(self, name: str, tile: str) -> bytes | None:
        """A taught face as JPEG; None: it was not taught."""

    def exported(self, name: str) -> bytes | None:
        """A set as one file; None: there is none of that name."""

    def bring_in(self, file: bytes) -> str:
        """Stores a set from an exported file, and returns its name."""


class TableControls(Protocol):
    """A table that is watched and the match that is played on it. Every method may be called from any thread."""

    def act(self, act: Act, number: int | None = None, by: str = "") -> Match:
        """Changes the match at the table, or the stored match of this number, and tells every device; `by`: the person
        whose device does it. Raises Refused."""

    def undo(self, number: int, by: str = "") -> None:
        """Undoes the last act; `number`: its number in the state; `by`: the person who does it. Raises Refused."""

    def pause(self, why: str | None = None) -> None:
        """Stops the clock; `why`: "dispute" while the players dispute a turn. Raises Refused."""

    def go_on(self, why: str | None = None) -> None:
        """Starts the clock; with `why` only if it was stopped for that reason. Raises Refused."""

    @property
    def turn(self) -> TurnControls:
        """The players' acts on a turn."""

    @property
    def match(self) -> MatchControls:
        """The players' acts on the match and its rounds."""

    @property
    def company(self) -> CompanyControls:
        """The players of all stored matches."""

    @property
    def done_by_itself(self) -> ByItselfControls:
        """Turns that are claimed automatically."""

    @property
    def tiles(self) -> TileControls:
        """Players' corrections of the camera's reading."""

    @property
    def pictures(self) -> TablePictures:
        """The camera's pictures."""

    @property
    def sets(self) -> SetControls:
        """The taught sets of tiles."""

    @property
    def check(self) -> CheckControls:
        """Photographs that are judged without a match."""

    @property
    def photographs(self) -> PhotographControls:
        """A match by photographs."""

    @property
    def camera(self) -> CameraControls:
        """The source of pictures."""

    @property
    def history(self) -> History:
        """Past matches and players."""

    @property
    def notes(self) -> PageNotes:
        """The page's notes."""

    @property
    def lost(self) -> LostControls:
        """The data that could not be read when the program was started."""

    def is_behind(self) -> bool:
        """Whether changes are stored only at the table so far, and not yet in the club's database."""

    def state(self) -> Mapping[str, Any]:
        """The present state, as in `GET /api/state`."""

    def changed_since(self, version: int, patience: float) -> tuple[int, str]:
        """Waits for a state newer than `version`, at most `patience` seconds; returns its version and its JSON."""
