"""The state as every device is told of it: `GET /api/state`, and each event of `GET /api/events`."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NotRequired, TypedDict

from msgspec import Meta

Json = Mapping[str, Any]
Quad = Annotated[
    list[list[float]],
    Meta(description="a face's corners as it is read, top left and clockwise: parts of the picture's size"),
]
Tile = Annotated[str, Meta(description="a tile in notation: `r7`, `J`")]
Said = Annotated[Json, Meta(description="a message: `code`, `values` and its English `text`")]
RulesWritten = Annotated[str | Json, Meta(description="a preset's name, or it with the options that differ")]


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
    rule_changes: list[Json]
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
    left: NotRequired[Annotated[bool, Meta(description="true for who left the match")]]


class TurnNow(TypedDict):
    """The turn that is played."""

    number: int
    player: Annotated[str | None, Meta(description="null while a round is dealt and nobody was chosen")]
    phase: Annotated[
        str, Meta(description="`setup`, `ready` (being dealt), `playing`, `restoring`, `paused`, `counting`, `over`")
    ]
    seconds_left: Annotated[float | None, Meta(description="until the turn's time is over; null: no clock")]
    seconds: NotRequired[Annotated[float | None, Meta(description="that the turn has in all")]]


class RoundCounted(TypedDict):
    """A round that was counted."""

    round: int
    racks: Annotated[dict[str, str | int], Meta(description="each rack in notation, or its points")]
    winners: list[str]
    scores: dict[str, int | float]
    ended_by: str
    void: Annotated[bool, Meta(description="whether it was struck out")]
    mended: Annotated[Json | None, Meta(description="what it was before, why and on whose device; null: not mended")]


class SetNow(TypedDict):
    """A set that lies on the table, in reading order."""

    tiles: list[Tile]
    faults: Annotated[list[Json], Meta(description="what is wrong with it as it lies")]
    quads: list[Quad]
    told: Annotated[list[int], Meta(description="places whose tile a person corrected")]


class Absent(TypedDict):
    """A place of which a person said that no tile lies there."""

    tile: Tile
    quad: Quad


class MatchPart(TypedDict):
    """What the match adds to the state."""

    match: Annotated[MatchNow | None, Meta(description="null before the first")]
    players: list[PlayerNow]
    turn: TurnNow
    pool: Annotated[int | None, Meta(description="tiles in the pool; null: nobody sees it")]
    verdict: Annotated[Json | None, Meta(description="the last turn's, as `tilewatch judge` has it, and whose")]
    rounds: list[RoundCounted]
    taken_back: Annotated[int | None, Meta(description="the turn that was taken back just now")]


class TablePart(TypedDict):
    """What is seen of the table."""

    table: list[SetNow]
    steady: Annotated[bool, Meta(description="no hand in the picture, nothing moving: `table` is what lies there")]
    unsure: Annotated[list[Json], Meta(description="`set`, `place`, `tile`, `or`, `confidence` of doubtful tiles")]
    unread: Annotated[list[Json], Meta(description="`quad` of tiles that cannot be read, and what each could be: `or`")]
    absent: Annotated[list[Absent], Meta(description="places of which a person said that no tile lies there")]
    missing_at: Annotated[Sequence[Json], Meta(description="`tile` and `quad` (null: unknown) of each that is missing")]
    missing: Annotated[list[Tile], Meta(description="that lay there when the turn began, and are not seen")]
    restore: Annotated[Json | None, Meta(description="while a failed turn is put back: `table`, `moves`, `ghosts`")]


class CameraNow(TypedDict):
    """The camera."""

    status: Annotated[str, Meta(description="`ok`, `lost`, `covered`, `dark`, `still` or `none`")]
    fps: Annotated[float, Meta(description="pictures a second")]
    size: Annotated[tuple[int, int] | None, Meta(description="width and height in pixels")]
    trouble: str | None
    message: Said | None


class Stands(MatchPart, TablePart):
    """How everything stands."""

    obstacles: Annotated[list[Said], Meta(description="what is in the way of the round that is dealt")]
    alarm: Annotated[Json | None, Meta(description="the worst trouble: a message, `kind`, what `mend`s it, `seconds`")]
    doing: Annotated[Said | None, Meta(description="what happens just now about a turn that was claimed")]
    paused_by: Annotated[str | None, Meta(description="`camera`, `nobody`, `dispute`; null: the players, if it stands")]
    by_itself: Json | None
    pressed: Annotated[Json | None, Meta(description="a Done that waits: its `turn`, and whether it `asks`")]
    question: Annotated[Json | None, Meta(description="what the players are asked: a message, `kind`, `tiles`, place")]
    camera: CameraNow
    journal: Annotated[str | None, Meta(description="why nothing can be written just now")]


class State(Stands):
    """How everything stands, and which state this is."""

    version: Annotated[int, Meta(description="a higher one is newer, within one `since`")]
    since: Annotated[str, Meta(description="another word after each start of the program")]
