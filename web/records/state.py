"""The state that every device gets: `GET /api/state`, and each event of `GET /api/events`."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from web.records.said import MessageTold, Quad, RulesWritten, Tile
from web.records.verdicts import Fault, LastVerdict, Restore, Scores

RackWritten = Annotated[Mapping[str, str | int], Meta(description="each rack in notation, or its points")]


class RuleChange(TypedDict):
    """Rules that the players changed while the match went on."""

    round: Annotated[int, Meta(description="from which they hold")]
    turn: Annotated[int, Meta(description="before which they were changed")]
    rules: RulesWritten
    told: Annotated[list[MessageTold], Meta(description="what holds now and did not before")]
    reason: str
    by: Annotated[str, Meta(description="on whose device")]


class MatchNow(TypedDict):
    """The match that is played."""

    rules: RulesWritten
    round: Annotated[int, Meta(description="which round is played, from 1")]
    number: Annotated[int, Meta(description="of the match, as in `/api/matches/N`")]
    points: Annotated[int | None, Meta(description="the total that ends the match; null: none does")]
    finished: bool
    ended: Annotated[bool, Meta(description="whether the players ended it, whatever was agreed")]
    leaders: list[str]
    mended: Annotated[list[int], Meta(description="numbers of rounds that were mended or struck out")]
    by_hand: Annotated[bool, Meta(description="whether this round is kept without a camera")]
    coming_rules: Annotated[RulesWritten | None, Meta(description="from the next turn on")]
    rule_changes: list[RuleChange]
    joker_on_rack: Annotated[int, Meta(description="points of a joker that is left on a rack")]
    extension_seconds: int
    new_deal: Annotated[bool, Meta(description="whether three pairs may be shown now")]


class PlayerNow(TypedDict):
    """A player at the table, in the order of their turns."""

    name: str
    opened: bool
    rack: Annotated[int | None, Meta(description="tiles on it, from deals, draws and plays; null: nobody sees it")]
    score: Annotated[int | float, Meta(description="points of the match so far")]
    extensions: Annotated[int, Meta(description="extensions of a turn's time that are left")]
    plays: Annotated[bool, Meta(description="whether this round is played")]
    counts: Annotated[bool, Meta(description="whether the rack is counted at this round's end")]
    pace: NotRequired[Annotated[float, Meta(description="times the rules' time for a turn; left out: once")]]
    left: NotRequired[Annotated[bool, Meta(description="true for who left the match")]]
    placed: NotRequired[
        Annotated[Literal["below", "out"], Meta(description="who left early: below all who played on, or nowhere")]
    ]
    slip: NotRequired[Annotated[bool, Meta(description="true for who left in this round, and may go on in it")]]


class Question(MessageTold):
    """The question to the players before a turn is judged."""

    kind: Annotated[str, Meta(description="`misread`, `missing`, `unread`, `hidden`, `too-many`, `by-hand` …")]
    tiles: list[Tile]
    set: int | None
    place: int | None


class TurnNow(TypedDict):
    """The turn that is played."""

    number: int
    player: Annotated[str | None, Meta(description="null while a round is dealt and nobody was chosen")]
    phase: Annotated[
        str, Meta(description="`setup`, `ready` (being dealt), `playing`, `restoring`, `paused`, `counting`, `over`")
    ]
    seconds_left: Annotated[float | None, Meta(description="until the turn's time is over; null: no clock")]
    seconds: NotRequired[Annotated[float | None, Meta(description="that the turn has in all")]]
    asked: NotRequired[Annotated[Question | None, Meta(description="the question that all clocks wait for")]]


RackChanged = TypedDict("RackChanged", {"player": str, "was": int, "is": int})
RackChanged.__doc__ = "The points of a rack that was counted again."


class Mended(TypedDict):
    """A round before it was last corrected or struck out."""

    racks: RackWritten
    changed: list[RackChanged]
    reason: str
    by: Annotated[str, Meta(description="on whose device")]


class RoundCounted(TypedDict):
    """A round that was counted."""

    round: int
    racks: RackWritten
    winners: list[str]
    scores: Scores
    ended_by: str
    void: Annotated[bool, Meta(description="whether it was struck out")]
    mended: Annotated[Mended | None, Meta(description="null: it was not mended")]


class SetNow(TypedDict):
    """A set that lies on the table, in reading order."""

    tiles: list[Tile]
    faults: Annotated[list[Fault], Meta(description="what is wrong with it as it lies")]
    quads: list[Quad]
    told: Annotated[list[int], Meta(description="places whose tile a person corrected")]
    marks: Annotated[list[str], Meta(description="a word for each tile, wherever it lies, for a press that means it")]


class Absent(TypedDict):
    """A place where, by a player's answer, no tile lies."""

    tile: Tile
    quad: Quad
    mark: Annotated[str, Meta(description="for a press that means it")]
    row: Annotated[int, Meta(description="tiles of a row that is no part of the game; 0: it is one place")]


class WithOr(TypedDict("WithOr", {"or": list[Tile]})):
    """The names that a tile could have."""


class Unsure(WithOr):
    """A tile that a player should settle; `or`: its other possible names."""

    set: int
    place: int
    tile: Tile
    confidence: Annotated[float, Meta(description="probability that it is that tile")]


class Unread(WithOr):
    """A tile that cannot be read; `or`: its possible names."""

    quad: Quad


class Missing(TypedDict):
    """A tile that was on the table when the turn began and is not seen now, and its position then."""

    tile: Tile
    quad: Annotated[Quad | None, Meta(description="null: nobody knows")]


class MatchPart(TypedDict):
    """The match's part of the state."""

    match: Annotated[MatchNow | None, Meta(description="null before the first")]
    players: list[PlayerNow]
    turn: TurnNow
    pool: Annotated[int | None, Meta(description="tiles in the pool; null: nobody sees it")]
    verdict: Annotated[LastVerdict | None, Meta(description="the last turn's")]
    rounds: list[RoundCounted]
    taken_back: Annotated[int | None, Meta(description="the turn that was taken back just now")]


class TablePart(TypedDict):
    """The camera's part of the state."""

    table: list[SetNow]
    steady: Annotated[bool, Meta(description="no hand in the picture, nothing moving: `table` is what lies there")]
    unsure: Annotated[list[Unsure], Meta(description="doubtful tiles")]
    unread: Annotated[list[Unread], Meta(description="tiles that cannot be read")]
    face_down: Annotated[list[Quad], Meta(description="of what lies apart, as large as a tile, without a figure")]
    absent: Annotated[list[Absent], Meta(description="places of which a person said that no tile lies there")]
    missing_at: Annotated[Sequence[Missing], Meta(description="the same with where each lay")]
    missing: Annotated[list[Tile], Meta(description="that lay there when the turn began, and are not seen")]
    restore: Annotated[Restore | None, Meta(description="while a failed turn is put back")]


class CameraNow(TypedDict):
    """The camera."""

    status: Annotated[str, Meta(description="`ok`, `lost`, `covered`, `dark`, `still`, `photos` or `none`")]
    fps: Annotated[float, Meta(description="pictures a second")]
    size: Annotated[tuple[int, int] | None, Meta(description="width and height in pixels")]
    trouble: str | None
    message: MessageTold | None


class Alarm(MessageTold):
    """The worst trouble."""

    kind: Annotated[str, Meta(description="what it is about")]
    mend: Annotated[str | None, Meta(description="what the button does that mends it")]
    seconds: Annotated[float, Meta(description="for how long it has been so")]


class ByItself(TypedDict):
    """Turns that are claimed automatically."""

    after: Annotated[int | None, Meta(description="still seconds; null: never")]
    left: Annotated[float | None, Meta(description="seconds until this one is; null: it is not waited for")]
    turn: Annotated[int | None, Meta(description="the turn that was done by itself just now")]


class Undo(MessageTold):
    """The last act; one press undoes it (`POST /api/undo`) if that is `possible`."""

    number: Annotated[int, Meta(description="of the act, for the press that means it")]
    left: Annotated[float, Meta(description="seconds for which it is told and can be undone")]
    by: Annotated[str, Meta(description="whose device did it: the player's name, else its kind")]
    possible: Annotated[bool, Meta(description="whether it can be undone; false: its turn is over, or nobody can")]


class Pressed(TypedDict):
    """A Done that waits for the table to be seen."""

    turn: int
    asks: Annotated[bool, Meta(description="whether it may be judged as it lies")]


class Stands(MatchPart, TablePart):
    """The state of table and match."""

    obstacles: Annotated[list[MessageTold], Meta(description="what is in the way of the round that is dealt")]
    alarm: Annotated[Alarm | None, Meta(description="the worst trouble; null: all is well")]
    doing: Annotated[MessageTold | None, Meta(description="what happens just now about a turn that was claimed")]
    paused_by: Annotated[
        str | None, Meta(description="`camera`, `nobody`, `dispute`, `slept`; null: the players, if it stands")
    ]
    by_itself: ByItself | None
    pressed: Pressed | None
    question: Question | None
    undo: Annotated[Undo | None, Meta(description="what was done just now; null: nothing")]
    camera: CameraNow
    phones: Annotated[str | None, Meta(description="where phones find this page; null: nowhere but on this machine")]
    journal: Annotated[str | None, Meta(description="why nothing can be written just now")]


class State(Stands):
    """The state of table and match, with its version."""

    version: Annotated[int, Meta(description="a higher one is newer, within one `since`")]
    since: Annotated[str, Meta(description="another word after each start of the program")]
