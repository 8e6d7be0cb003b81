"""The answers beside the state: help, racks, the camera, sets, devices, rules, seats."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from msgspec import Meta

from web.records.said import MessageTold, Quad, RulesWritten, SetWritten, Tile
from web.records.turns import TwoPictures
from web.records.verdicts import VerdictNow


class Ok(TypedDict):
    """The press succeeded."""

    ok: bool


class LostTurn(TypedDict):
    """A turn of which there are only pictures."""

    match: int
    turn: int
    pictures: TwoPictures


class LostTold(TypedDict):
    """The data that could not be read when the program was started, shown until a player confirms it."""

    told: list[MessageTold]
    turns: list[LostTurn]


class Judged(TypedDict, total=False):
    """The outcome of a Done: its verdict, or the note that the press waits (202)."""

    verdict: VerdictNow
    waits: Annotated[bool, Meta(description="the press waits for the table to be seen")]


class HouseTold(TypedDict):
    """The help that is allowed."""

    help: Literal["none", "opening", "all"]


class RacksTold(TypedDict):
    """Racks confirmed for the round that is counted."""

    racks: Annotated[Mapping[str, str], Meta(description="by player, in notation or points")]


class RacksMissing(TypedDict):
    """Racks that nobody has confirmed yet."""

    missing: Annotated[list[str], Meta(description="players, in the order of their turns")]


class RackRead(TypedDict):
    """A rack's photograph, read."""

    player: Annotated[str | None, Meta(description="null: there is no match")]
    tiles: list[Tile]
    points: int
    unsure: Annotated[list[int], Meta(description="places of tiles that a person should look at")]
    expected: Annotated[int | None, Meta(description="tiles that the rack should have; null: nobody knows")]


class PlayFound(TypedDict):
    """A play, and the table after it."""

    play: list[Tile]
    table: list[SetWritten]
    points: int
    optimal: Annotated[bool, Meta(description="whether no play is better; false: the search ran out of time")]


class HandStep(MessageTold):
    """One step of a play laid by hand, and the table after it."""

    table: list[SetWritten]


class BestPlay(PlayFound):
    """The best play, and a coach's comments on it."""

    steps: list[HandStep]
    others: Annotated[list[PlayFound], Meta(description="other plays of as many tiles")]
    would_open: Annotated[list[Tile] | None, Meta(description="tiles of which one more would open")]
    at_most: Annotated[int, Meta(description="tiles that can be laid")]


class OpeningTold(TypedDict):
    """Whether the rack holds an opening."""

    is_there: bool
    needed: Annotated[int, Meta(description="points")]
    points: Annotated[int, Meta(description="the highest worth of an opening, or of the rack's sets")]


class CoachTold(TypedDict):
    """A coach's comments on a rack."""

    opened: bool
    opening: Annotated[OpeningTold | None, Meta(description="null: the player has opened")]
    best: Annotated[BestPlay | None, Meta(description="null: the players did not allow that help")]


class Advice(TypedDict):
    """A piece of advice on how the camera sees better."""

    about: str
    good: bool
    level: Annotated[str, Meta(description="`good`, `better`, `open` or `stops`")]
    message: MessageTold


class CameraTold(TypedDict):
    """The present camera, and how it would see better."""

    phone: Annotated[bool, Meta(description="whether a phone's page is the camera")]
    mirrored: Annotated[bool, Meta(description="whether its pictures are mirrored, and turned back")]
    size: Annotated[tuple[int, int] | None, Meta(description="width and height in pixels")]
    advice: list[Advice]


class PictureTaken(Ok):
    """A phone's picture was accepted; `now`: the table's moment, for the next X-Picture-After."""

    now: int
    late: NotRequired[Annotated[bool, Meta(description="it was delayed on its way, and not used")]]


class PortTold(TypedDict):
    """The port of the demo's page."""

    port: int


class SetShort(TypedDict):
    """A set of tiles that was taught."""

    name: str
    known: Annotated[int, Meta(description="faces that were taught")]
    missing: list[Tile]
    mark: Annotated[str | None, Meta(description="outlives a new name; null: nothing of the set is stored yet")]
    marks: Annotated[Mapping[str, str], Meta(description="a word for each face, another when it is taught anew")]


class SetsTold(TypedDict):
    """The sets taught here."""

    sets: list[SetShort]
    used: Annotated[str | None, Meta(description="which one lies on the table")]
    damaged: Annotated[list[str], Meta(description="files that should be sets and cannot be used: left as they are")]


class RowsShown(TypedDict):
    """Whether the camera sees rows of tiles."""

    shown: Annotated[bool, Meta(description="the rows lie there complete, and without ambiguity")]


class SetBroughtIn(SetsTold):
    """The sets, and the name of the imported set."""

    name: str


class Complaint(MessageTold):
    """A fault of a picture that teaches a set, and its place."""

    quads: list[Quad]
    crop: Annotated[str | None, Meta(description="the picture of that place, as an address with all of it")]
    insist: Annotated[str | None, Meta(description="to send with the same photo if the faces are right as they are")]


class SetTaught(SetShort):
    """A set, and the certainty of its faces."""

    faces: Annotated[Mapping[str, float], Meta(description="how surely each face is read, 0 to 1")]
    helps: Annotated[Any, Meta(description="what of it helps the reading")]
    complaints: list[Complaint]


class SessionTold(TypedDict):
    """A device that may press."""

    id: str
    device: str
    since: Annotated[float, Meta(description="seconds of the calendar")]
    own: Annotated[bool, Meta(description="the one that asks")]
    plays_only: Annotated[bool, Meta(description="it is a guest's: it may press only the buttons of the game")]


class SessionsTold(TypedDict):
    """Every device that may press, the oldest first."""

    sessions: list[SessionTold]


class LookingTold(TypedDict):
    """Who may look at the table."""

    let_in_only: Annotated[bool, Meta(description="devices that were let in alone")]


class TakenAwayTold(TypedDict):
    """A removed thing that can be restored."""

    id: str
    kind: Annotated[str, Meta(description="device, pin, player, merged or set")]
    name: str
    moment: Annotated[float, Meta(description="seconds of the calendar")]
    by: Annotated[str, Meta(description="on which device")]


class TakenTold(TypedDict):
    """Everything that was removed within a day, the newest first."""

    taken: list[TakenAwayTold]


Guesses = TypedDict("Guesses", {"from": Annotated[list[str], Meta(description="addresses of devices")]})
Guesses.__doc__ = "Who guesses the PIN just now."
PassTold = TypedDict("PassTold", {"pass": str})
PassTold.__doc__ = "What lets one device in."


class PinTold(TypedDict):
    """The PIN."""

    pin: Annotated[str | None, Meta(description="null: none is needed")]


class BackupTold(TypedDict):
    """A copy of all stored data."""

    name: str
    moment: Annotated[float, Meta(description="seconds of the calendar: what was played until then is in it")]
    bytes: int


class BackupsTold(TypedDict):
    """The copies, the newest first."""

    backups: list[BackupTold]
    trouble: Annotated[str | None, Meta(description="why the last one could not be made")]


class Seated(TypedDict):
    """The players whom a tournament seated at this table."""

    tournament: str
    round: int
    table: int
    players: list[str]
    rules: RulesWritten


class SeatingTold(TypedDict):
    """The players whom the tournament seated at this table; null: none."""

    seating: Seated | None
