"""The bodies of requests: the fields that each button may send, decoded on arrival."""

from typing import Annotated, Literal

from msgspec import Meta, field

from web.agreements import Help
from web.decoding import Record, RulesAsWritten
from web.tables_sent import DoubtSent, Few, Rows, Side, TableSent, UnreadSent
from web.texts import (
    AnswersText,
    Mark,
    Name,
    Notation,
    NumberText,
    Reason,
    RowsText,
    RulesText,
    SetsText,
    Short,
    TileName,
)

Players = Annotated[tuple[Name, ...], Meta(min_length=1, max_length=6, description="wanted.names")]
TurnNumber = Annotated[int, Meta(ge=0, le=1_000_000)]
Place = Annotated[int, Meta(ge=0, le=999)]
Pixel = Annotated[float, Meta(ge=0, le=100_000)]
Points = Annotated[int, Meta(ge=0, le=10_000)]
RackWritten = Annotated[str | Points, Meta(description="wanted.rack")]
"""A rack in notation, or its points."""
Racks = Annotated[dict[Name, RackWritten], Meta(max_length=12, description="wanted.racks")]


class Press(Record, frozen=True, kw_only=True):
    """Presses a button without further fields. `anyway`: the players insist after a question or a doubt."""

    anyway: bool = False


class ChooseNetworks(Press, frozen=True, kw_only=True):
    """Addresses of this machine at which phones are let in, the QR code's first."""

    addresses: Annotated[tuple[Annotated[str, Meta(max_length=60)], ...], Meta(min_length=1, max_length=16)]


class StartMatch(Press, frozen=True, kw_only=True):
    """Begins a match; `points`: the total that ends it. `anyway`: false: asks first if a match is being played; true or
    left out: that match is left.
    """

    players: Players
    rules: RulesAsWritten | None = None
    first: Name | None = None
    points: Annotated[int, Meta(ge=1, le=100_000)] | None = None
    anyway: bool | None = None  # type: ignore[assignment]


class StartRound(Press, frozen=True, kw_only=True):
    """Deals a round, or begins its first turn; `first`: who plays that turn."""

    first: Name | None = None


class OfPlayer(Press, frozen=True, kw_only=True):
    """Names the player whom the press is about."""

    player: Name


class OfAct(Press, frozen=True, kw_only=True):
    """An act that was done just now, by its number in the state's `undo`."""

    number: Annotated[int, Meta(ge=1, le=1_000_000_000)]


class OfTurn(Press, frozen=True, kw_only=True):
    """Names the turn that the press is about, so that two devices do not end two turns."""

    turn: TurnNumber | None = None


class Claim(OfTurn, frozen=True, kw_only=True):
    """Claims that the turn is done; `wait`: the claim waits until the table can be seen; `by_hand`: whether `nothing`
    or `tiles` were played while the camera does not see the table."""

    wait: bool = False
    by_hand: Literal["nothing", "tiles"] | None = None


class StopClock(Press, frozen=True, kw_only=True):
    """Stops the clock, or starts it; `why`: `dispute` while the players dispute a turn."""

    why: Literal["dispute"] | None = None


class Overrule(Press, frozen=True, kw_only=True):
    """Overrules the last verdict: the players say whether the turn was legal."""

    legal: bool
    reason: Reason


class OfMarked(Press, frozen=True, kw_only=True):
    """Names a thing on the screen by its `mark` (its id in the state). If the thing is gone, the answer is 409."""

    mark: Mark = field(default_factory=Mark)


class NameTile(OfMarked, frozen=True, kw_only=True):
    """Names the tile at a place of a set, or at a point of the picture (`at`, in pixels). `tile` None: no tile."""

    set: Place | None = None
    place: Place | None = None
    at: tuple[Pixel, Pixel] | None = None
    tile: TileName | None


class Form(Press, frozen=True, kw_only=True):
    """A body sent as a form (multipart), with files."""


class RackPhoto(Form, frozen=True, kw_only=True):
    """A photograph of a player's rack (JPEG); without a match there is no `player`."""

    player: Name | None = None
    photo: bytes


class TurnPhoto(Form, frozen=True, kw_only=True):
    """A photograph of the table; `claim`: the `turn` is done. `anyway`: the photograph counts even if it is blurred."""

    photo: bytes
    claim: bool = True
    turn: NumberText | None = None


class CheckPhotos(Form, frozen=True, kw_only=True):
    """A photograph to be judged. `before`: a photograph of the table before the turn, or the word `match` for the table
    after the match's last turn. `rules`: by default the match's. `opened`: whether the player had opened before the
    turn; by default as in the match, true without a match. `accepted`: sets that the players accept although they break
    a rule.
    """

    after: bytes
    before: bytes | None = None
    rules: RulesText | None = None
    opened: bool | None = None
    accepted: SetsText = field(default_factory=SetsText)


class CheckSets(Press, frozen=True, kw_only=True):
    """A photograph's reading, corrected by a person, to be judged. `sets`: rows that have positions are arranged anew.
    `before`: rows, a corrected table, or `match`. `anyway`: the players settled the doubts about the turn.
    """

    sets: Rows
    before: TableSent | Rows | Literal["match"] | None = None
    unsure: Annotated[tuple[DoubtSent, ...], Few] = ()
    unread: Annotated[tuple[UnreadSent, ...], Few] = ()
    width: Side = 0
    height: Side = 0
    clear: bool = True
    rules: RulesAsWritten | None = None
    opened: bool | None = None
    accepted: Annotated[tuple[str, ...], Few] = ()

    @property
    def after(self) -> TableSent:
        """The table after the turn."""
        return TableSent(**{name: getattr(self, name) for name in TableSent.__struct_fields__})

    @property
    def earlier(self) -> TableSent | None:
        """The table before the turn; None: the match's table is used, or no table was sent."""
        if self.before is None or isinstance(self.before, str):
            return None
        return self.before if isinstance(self.before, TableSent) else TableSent(sets=self.before)


class TeachSet(Form, frozen=True, kw_only=True):
    """Teaches a set of tiles. `photo`: a picture of the tiles; default: the camera's picture. `rows`: the tiles in it,
    "k1-k13; r1-r13; ...".

    `insist`: faces that the player confirms although they look like others, each with its point in this photo
    ("J@412,233"; "@412,233": a face about which the program asked). Then no other face is learnt. `mark`: of the set to
    add to, even if it was renamed.
    """

    photo: bytes | None = None  # the first field: its file is closed even if another field is refused
    name: Short
    rows: RowsText = field(default_factory=RowsText)
    insist: AnswersText = field(default_factory=AnswersText)
    mark: Mark = field(default_factory=Mark)


class SetFile(Form, frozen=True, kw_only=True):
    """The file of an exported set."""

    file: bytes = b""


class PlayerPhoto(Form, frozen=True, kw_only=True):
    """A player's new picture; without `photo` the old one is deleted."""

    photo: bytes | None = None


class UseSet(OfMarked, frozen=True, kw_only=True):
    """Says whether a taught set is the set on the table."""

    used: bool = True


class RenameSet(OfMarked, frozen=True, kw_only=True):
    """Renames a taught set."""

    to: Short


class ForgetSet(OfMarked, frozen=True, kw_only=True):
    """Forgets a taught set; `tile`: only that face (then `mark` may be the face's); `rows`: only these ("k1-k13")."""

    tile: TileName | None = None
    rows: RowsText = field(default_factory=RowsText)


class OfTile(OfMarked, frozen=True, kw_only=True):
    """Names a tile by its place in a set, or (`absent`, a number in the state) a place that a player called empty."""

    set: Place | None = None
    place: Place | None = None
    absent: Place | None = None


class CountRack(Press, frozen=True, kw_only=True):
    """Corrects how many tiles a rack holds."""

    player: Name
    tiles: Annotated[int, Meta(ge=0, le=200)]


class AddSeconds(Press, frozen=True, kw_only=True):
    """Seconds to add to the turn's time; negative: to take away."""

    seconds: Annotated[int, Meta(ge=-600, le=600)]


class EndRound(Press, frozen=True, kw_only=True):
    """The racks at the round's end. `anyway`: false: asks first if a rack has another number of tiles than the match
    expects; left out: asks only if one box cannot hold all these tiles.
    """

    racks: Racks
    anyway: bool | None = None  # type: ignore[assignment]


class ConfirmRack(Press, frozen=True, kw_only=True):
    """A loser's own rack, as `tiles` or `points`; both None: the confirmation is withdrawn."""

    player: Name
    tiles: Notation | None = None
    points: Points | None = None


class AllowHelp(Press, frozen=True, kw_only=True):
    """The help that the players allow during a round."""

    help: Help


class PlayerLooks(Press, frozen=True, kw_only=True):
    """A player's colour; None: the colour assigned in turn."""

    colour: Annotated[int, Meta(ge=0, le=7)] | None


class DoneByItself(Press, frozen=True, kw_only=True):
    """Seconds after which a turn is claimed automatically if the table has changed and lies still; None: never."""

    seconds: Annotated[int, Meta(ge=2, le=60)] | None


class RevokeSession(Press, frozen=True, kw_only=True):
    """Ends a device's session."""

    id: Short


class SentPicture(Press, frozen=True, kw_only=True):
    """A JPEG; the address and the headers say which device sent it."""


class ChooseCamera(Press, frozen=True, kw_only=True):
    """Chooses the device that is the camera; None: the camera that the program was started with."""

    sender: Short | None = None


class ChooseLooking(Press, frozen=True, kw_only=True):
    """Chooses who may look; `let_in_only`: only devices that were let in; others see all but pictures or files."""

    let_in_only: bool


class GiveBack(Press, frozen=True, kw_only=True):
    """Restores a thing that was removed within a day."""

    id: Short


class RestoreBackup(Press, frozen=True, kw_only=True):
    """Replaces everything stored by the copy of this name."""

    name: Short


class MirrorCamera(Press, frozen=True, kw_only=True):
    """Says whether the camera mirrors its pictures."""

    mirrored: bool


class ShowPin(Press, frozen=True, kw_only=True):
    """A device shows the PIN."""

    pin: Short
