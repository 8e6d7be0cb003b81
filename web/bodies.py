"""The bodies of requests: what each button may be sent, decoded at the door."""

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
    """A button that needs nothing else. `anyway`: the players insist after a question or a doubt."""

    anyway: bool = False


class ChooseNetworks(Press, frozen=True, kw_only=True):
    """Addresses of this machine at which phones are let in, the QR code's first."""

    addresses: Annotated[tuple[Annotated[str, Meta(max_length=60)], ...], Meta(min_length=1, max_length=16)]


class StartMatch(Press, frozen=True, kw_only=True):
    """Begins a match; `points`: the total that ends it. `anyway`: false asks first where one is being played; left out,
    that one is left, as where another is resumed.
    """

    players: Players
    rules: RulesAsWritten | None = None
    first: Name | None = None
    points: Annotated[int, Meta(ge=1, le=100_000)] | None = None
    anyway: bool | None = None  # type: ignore[assignment]


class StartRound(Press, frozen=True, kw_only=True):
    """A round is dealt, or its first turn begins; `first`: who plays it."""

    first: Name | None = None


class OfPlayer(Press, frozen=True, kw_only=True):
    """Something that one player does."""

    player: Name


class OfAct(Press, frozen=True, kw_only=True):
    """An act that was done just now, by its number in the state's `undo`."""

    number: Annotated[int, Meta(ge=1, le=1_000_000_000)]


class OfTurn(Press, frozen=True, kw_only=True):
    """Something about a turn; `turn`: which one is meant, lest two devices press for two."""

    turn: TurnNumber | None = None


class Claim(OfTurn, frozen=True, kw_only=True):
    """A turn is done; `wait`: the press is remembered until the table can be seen; `by_hand`: what was played while
    the camera does not see it."""

    wait: bool = False
    by_hand: Literal["nothing", "tiles"] | None = None


class StopClock(Press, frozen=True, kw_only=True):
    """The clock stops, or goes on; `why`: while somebody looks at what happened."""

    why: Literal["dispute"] | None = None


class Overrule(Press, frozen=True, kw_only=True):
    """The players decide otherwise."""

    legal: bool
    reason: Reason


class OfMarked(Press, frozen=True, kw_only=True):
    """Something about what is shown; `mark`: of that. Where that is gone by now, nothing else is meant: 409."""

    mark: Mark = field(default_factory=Mark)


class NameTile(OfMarked, frozen=True, kw_only=True):
    """What the tile in a set's place is (None: none lies there), or what lies `at` pixels of the picture
    (None: none does, where one is seen that cannot be read)."""

    set: Place | None = None
    place: Place | None = None
    at: tuple[Pixel, Pixel] | None = None
    tile: TileName | None


class Form(Press, frozen=True, kw_only=True):
    """What is sent as a form (multipart), with files."""


class RackPhoto(Form, frozen=True, kw_only=True):
    """A photograph of a player's rack (JPEG); without a match there is no `player`."""

    player: Name | None = None
    photo: bytes


class TurnPhoto(Form, frozen=True, kw_only=True):
    """A photograph of the table; `claim`: this is Done; `turn`: which one is meant. `anyway`: though it is blurred."""

    photo: bytes
    claim: bool = True
    turn: NumberText | None = None


class CheckPhotos(Form, frozen=True, kw_only=True):
    """A photograph to be judged; `before`: of the table before the turn, or the word `match`: the table of the running
    match's last turn; `rules`: left out, the match's; `opened`: whether the player had opened before, left out: yes, or
    as the match has it; `accepted`: sets that the players let lie.
    """

    after: bytes
    before: bytes | None = None
    rules: RulesText | None = None
    opened: bool | None = None
    accepted: SetsText = field(default_factory=SetsText)


class CheckSets(Press, frozen=True, kw_only=True):
    """The same after a person mended tiles; `sets`: rows with places are arranged anew. `before`: rows, a mended table,
    or `match`. `anyway`: what is doubtful about the turn was settled.
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
        """The table before it, where it is told with it."""
        if self.before is None or isinstance(self.before, str):
            return None
        return self.before if isinstance(self.before, TableSent) else TableSent(sets=self.before)


class TeachSet(Form, frozen=True, kw_only=True):
    """A set of tiles; `photo`: a picture of them, left out: what the camera sees; `rows`: "k1-k13; r1-r13; ...".

    `insist`: "J@412,233": faces of this very photo that are what their place says although they look like others;
    "@412,233": faces of the rows that were asked about. No other of its faces is learnt then. `mark`: of the set that
    goes on, whatever it is called now.
    """

    photo: bytes | None = None  # first: what was sent along is closed, whatever else is refused
    name: Short
    rows: RowsText = field(default_factory=RowsText)
    insist: AnswersText = field(default_factory=AnswersText)
    mark: Mark = field(default_factory=Mark)


class SetFile(Form, frozen=True, kw_only=True):
    """A set that was exported."""

    file: bytes = b""


class PlayerPhoto(Form, frozen=True, kw_only=True):
    """A player's picture; left out: none any more."""

    photo: bytes | None = None


class UseSet(OfMarked, frozen=True, kw_only=True):
    """A taught set lies on the table, or no longer."""

    used: bool = True


class RenameSet(OfMarked, frozen=True, kw_only=True):
    """A taught set is called otherwise."""

    to: Short


class ForgetSet(OfMarked, frozen=True, kw_only=True):
    """A taught set is forgotten; `tile`: only that face, and `mark` may be the face's; `rows`: only those, "k1-k13"."""

    tile: TileName | None = None
    rows: RowsText = field(default_factory=RowsText)


class OfTile(OfMarked, frozen=True, kw_only=True):
    """Something about the tile in a set's place, or about what is said to be no tile, by its number in the state."""

    set: Place | None = None
    place: Place | None = None
    absent: Place | None = None


class CountRack(Press, frozen=True, kw_only=True):
    """How many tiles a rack holds."""

    player: Name
    tiles: Annotated[int, Meta(ge=0, le=200)]


class AddSeconds(Press, frozen=True, kw_only=True):
    """Seconds more for a turn, or fewer."""

    seconds: Annotated[int, Meta(ge=-600, le=600)]


class EndRound(Press, frozen=True, kw_only=True):
    """The racks that are left. `anyway`: false asks first where they are not as many tiles as is known; left out, only
    where no box holds them.
    """

    racks: Racks
    anyway: bool | None = None  # type: ignore[assignment]


class ConfirmRack(Press, frozen=True, kw_only=True):
    """A loser's own rack; None takes it back."""

    player: Name
    tiles: Notation | None = None
    points: Points | None = None


class AllowHelp(Press, frozen=True, kw_only=True):
    """What help the players allow during a round."""

    help: Help


class PlayerLooks(Press, frozen=True, kw_only=True):
    """A player's colour; None: the one that is given."""

    colour: Annotated[int, Meta(ge=0, le=7)] | None


class DoneByItself(Press, frozen=True, kw_only=True):
    """After how many seconds a changed table that lies still is claimed by itself; None: never."""

    seconds: Annotated[int, Meta(ge=2, le=60)] | None


class RevokeSession(Press, frozen=True, kw_only=True):
    """Ends a device's session."""

    id: Short


class SentPicture(Press, frozen=True, kw_only=True):
    """A picture as JPEG; the address and headers say whose it is."""


class ChooseCamera(Press, frozen=True, kw_only=True):
    """Which device is the camera; None: the one that the program was started with."""

    sender: Short | None = None


class ChooseLooking(Press, frozen=True, kw_only=True):
    """Who may look; `let_in_only`: devices that were let in alone, else everybody at all but pictures and files."""

    let_in_only: bool


class GiveBack(Press, frozen=True, kw_only=True):
    """Something that was taken away within a day is there again."""

    id: Short


class RestoreBackup(Press, frozen=True, kw_only=True):
    """A copy is put in the place of what is kept; `name`: the copy's."""

    name: Short


class MirrorCamera(Press, frozen=True, kw_only=True):
    """Whether the camera mirrors its pictures."""

    mirrored: bool


class ShowPin(Press, frozen=True, kw_only=True):
    """A device shows the PIN."""

    pin: Short
