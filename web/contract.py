"""What a live table offers to the page. The page knows this and nothing of cameras or networks."""

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
"""What makes the match that follows from a match and the moment."""


class Refused(Refusal):
    """A wish that is not granted; the message is for the players. `more` goes into the answer beside it."""

    status = 400

    def __init__(self, code: str | Message, /, more: Mapping[str, Any] | None = None, **values: Value) -> None:
        super().__init__(code, **values)
        self.more = more or {}


class BadRequest(Refused):
    """What was sent makes no sense, at whatever moment."""


class Conflict(Refused):
    """It does not fit the moment. Asked the players something? `more["question"]` holds what."""

    status = 409


class TableNotSeen(Refused):
    """The table cannot be read just now."""

    status = 503


class NotWritten(Refused):
    """It could not be written down, and so it has not happened."""

    status = 503


class NotReadable(Refused):
    """What was kept cannot be read just now."""

    status = 503


class TurnControls(Protocol):
    """What players do about a turn. Raises Refused. `anyway`: they insist after a question or a doubt."""

    def done(
        self, anyway: bool, turn: int | None = None, waits: bool = False, by_hand: str | None = None
    ) -> VerdictNow | None:
        """Judges the table as it lies; the verdict. `anyway`: whatever is doubtful or in the way.

        `by_hand`: "nothing" or "tiles", played while the camera does not see the table.
        `turn`: the turn that is meant, lest two devices press for two turns. `waits`: the press is remembered for as
        long as something is in the way, the clock standing; None: it is.
        """

    def forget_done(self) -> None:
        """The turn that was pressed goes on: it was no Done."""

    def restored(self, anyway: bool) -> None:
        """The table is back as it was: next player. `anyway`: nobody remembers where what is missing lay."""

    def overrule(self, legal: bool, reason: str, by: str = "") -> None:
        """The players decide otherwise about the last verdict; `by`: the person whose device says so."""


class MatchControls(Protocol):
    """What players do about the match and its rounds, where that is more than a change of it. Raises Refused."""

    def start(self, players: Sequence[str], rules: object, first: str | None, points: int | None, anyway: bool) -> None:
        """Begins a match; its first round is dealt. `anyway`: even though another one is being played."""

    def resume_match(self, number: int) -> None:
        """Goes on with a match that was left; the one that is being played is left in its place."""

    def begin_round(self, first: str | None, anyway: bool) -> None:
        """The tiles are dealt: the first player's clock starts. `anyway`: whatever is in the way."""

    def turns(self, first: int = 0, most: int | None = None) -> Sequence[TurnTold]:
        """The turns so far in their order: from the place `first` on, at most `most` of them."""

    def turn_count(self) -> int:
        """How many turns there were so far."""

    def highlights(self, missed: bool) -> Highlights:
        """What is worth remembering of the match so far; `missed`: the best play missed, too."""

    def table_by_right(self) -> Table:
        """What has to lie there before the turn's player lays anything."""


class TileControls(Protocol):
    """Where persons know better than the camera; `by`: the person whose device says so. Raises Refused."""

    def correct(self, set_: int, place: int, tile: str | None, mark: str = "", by: str = "") -> None:
        """A person says what a tile of the table is; None: that none lies there. `mark`, here and below: the tile
        that was shown, wherever it lies now. Raises Conflict: it is gone."""

    def add(self, x: float, y: float, tile: str, by: str = "") -> None:
        """A person says that a tile lies where none is read; `x`, `y`: pixels of the plain picture."""

    def free(self, x: float, y: float, by: str = "") -> None:
        """A person says that none lies where one is seen that cannot be read; `x`, `y`: pixels of the plain picture."""

    def untell(self, set_: int, place: int, mark: str = "", by: str = "") -> None:
        """A person takes back what was said of a tile."""

    def untell_absent(self, place: int, mark: str = "", by: str = "") -> None:
        """A person takes back that no tile lies at a place, by its number in the state."""

    def insist(self) -> None:
        """The players say that what lies over the table belongs there."""


class CameraControls(Protocol):
    """What sees the table: the camera that the program was started with, or a phone that sends pictures by itself."""

    def choose(self, sender: str | None) -> None:
        """A device is the camera from now on; None: the camera that the program was started with is."""

    def mirror(self, is_mirrored: bool) -> None:
        """A person says whether the camera mirrors its pictures: they are turned back, or taken as they come."""

    def sent(self, sender: str, picture: bytes, page: str = "", number: int | None = None) -> None:
        """A device that is the camera sends a JPEG. Raises Refused: another camera was chosen, or it is no JPEG.

        `page`, `number`: which picture of which opened page it is; one that was sent already is no news.
        """

    def advice(self) -> CameraTold:
        """Which camera it is and what to do so that it sees better: {"phone", "size", "advice": [...]}."""


class ByItselfControls(Protocol):
    """Turns that are done by themselves. Raises Refused."""

    def choose_seconds(self, seconds: int | None) -> None:
        """The players choose after how many still seconds; None: never."""


@dataclass(frozen=True)
class CheckAsked:
    """What a photograph is judged by. `opened`: whether the player had opened before the turn, None: yes, or as the
    match has it. `accepted`: sets that the players let lie. `of_match`: the table before the turn is that of the last
    turn of the match; `settled`: persons settled what was doubtful about the turn.
    """

    rules: Rules
    opened: bool | None = None
    accepted: Table = field(default_factory=Table)
    of_match: bool = False
    settled: bool = False


class CheckControls(Protocol):
    """Photographs that are judged without a match. Raises Refused."""

    def photographs(self, after: bytes, before: bytes | None, asked: CheckAsked) -> CheckTold:
        """A photograph judged, and with the one before it the turn."""

    def tables(self, after: TableSent, before: TableSent | None, asked: CheckAsked) -> CheckTold:
        """The same of tables that a person mended."""


class PhotographControls(Protocol):
    """A match by photographs. Raises Refused."""

    def take(self, photo: bytes, claim: bool, anyway: bool, turn: int | None) -> VerdictNow | None:
        """The table is what this photograph shows; with `claim` the turn is judged: the verdict, or None: something is
        asked first, and the state says what. `anyway`: though it is blurred, or a row is cut.
        """


class SetControls(Protocol):
    """Sets of tiles that were taught. Raises Refused."""

    def all(self) -> SetsTold:
        """The sets taught here, and which one is used: {"sets": [...], "used": name or null, "damaged": [...]}."""

    def teach(self, name: str, photo: bytes | None, rows: str, insist: str = "", mark: str = "") -> SetTaught:
        """Teaches a set from a picture, or adds to it, and uses it. `photo`: None: what the camera sees. `insist`: its
        faces that are what their places say, a person insists. `mark`, here and below: the set that was shown, whatever
        it is called now. Raises Conflict: it is gone."""

    def use(self, name: str, is_used: bool, mark: str = "") -> None:
        """This set lies on the table from now on; `is_used`: or no longer."""

    def rename(self, name: str, to: str, mark: str = "") -> None:
        """Calls a set otherwise."""

    def forget(self, name: str, mark: str = "") -> None:
        """Forgets a set."""

    def shows(self, rows: str) -> bool:
        """Whether the camera sees these rows, complete, and no other can be meant."""

    def take_back(self, name: str, rows: str, mark: str = "") -> None:
        """Forgets what was taught of these faces; `mark`: of the set, or of the face that was shown."""

    def face(self, name: str, tile: str) -> bytes | None:
        """A taught face as JPEG; None: it was not taught."""

    def exported(self, name: str) -> bytes | None:
        """A set as one file; None: there is none of that name."""

    def bring_in(self, file: bytes) -> str:
        """Takes a set from such a file; its name."""


class TableControls(Protocol):
    """A table that is watched and the match that is played on it. Every method may be called from any thread."""

    def act(self, act: Act, number: int | None = None, by: str = "") -> Match:
        """Changes the match at the table, or another one that is kept, and tells everybody; `by`: the person whose
        device does it. Raises Refused."""

    def undo(self, number: int, by: str = "") -> None:
        """Undoes what was done just now, by its number in the state; `by`: the person whose device does. Raises
        Refused."""

    def pause(self, why: str | None = None) -> None:
        """Stops the clock; `why`: "dispute" while somebody looks at what happened. Raises Refused."""

    def go_on(self, why: str | None = None) -> None:
        """Starts the clock; `why`: only where it was stopped for that. Raises Refused."""

    @property
    def turn(self) -> TurnControls:
        """What players do about a turn."""

    @property
    def match(self) -> MatchControls:
        """What players do about the match and its rounds."""

    @property
    def company(self) -> CompanyControls:
        """Players in everything that is kept."""

    @property
    def done_by_itself(self) -> ByItselfControls:
        """Turns that are done by themselves."""

    @property
    def tiles(self) -> TileControls:
        """Where persons know better than the camera."""

    @property
    def pictures(self) -> TablePictures:
        """What the camera saw."""

    @property
    def sets(self) -> SetControls:
        """Sets of tiles that were taught."""

    @property
    def check(self) -> CheckControls:
        """Photographs that are judged without a match."""

    @property
    def photographs(self) -> PhotographControls:
        """A match by photographs."""

    @property
    def camera(self) -> CameraControls:
        """What sees the table."""

    @property
    def history(self) -> History:
        """What was played before."""

    @property
    def notes(self) -> PageNotes:
        """What the page wants to be remembered."""

    @property
    def lost(self) -> LostControls:
        """What could not be read at the start."""

    def is_behind(self) -> bool:
        """Whether something is written at the table only, and will be in the club's database later."""

    def state(self) -> Mapping[str, Any]:
        """How everything stands now, as `GET /api/state` gives it."""

    def changed_since(self, version: int, patience: float) -> tuple[int, str]:
        """Waits for a state newer than `version`, at most `patience` seconds: version and state's JSON."""
