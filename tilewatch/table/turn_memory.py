"""Data stored from a turn's beginning to its end: the tiles' positions, the picture, and a waiting Done."""

from dataclasses import dataclass

from referee.match import AT_TURN, Turn, TurnTakenBack
from referee.table import is_same
from tilewatch.put_back import OldPlaces
from tilewatch.storage.album import SIDES, Album, album_jpeg
from tilewatch.storage.journal import Journal
from tilewatch.storage.notes import PlacesNote
from tilewatch.storage.recorded_match import Game
from tilewatch.view import View

PLACES = "places"
"""Name of the journal's note with the tiles' positions at the turn's beginning."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A claim (Done) that waits: the turn's number, the moment of the press on the match's clock, and the earliest
    moment of a picture that may be judged."""

    turn: int
    moment: float
    since: float
    asks: bool = False
    """Whether the claim has waited so long that the players are asked how to go on."""


class TurnMemory:
    """The tiles' positions at the turn's beginning (in the journal), and the turn's pictures (in the album)."""

    def __init__(self, journal: Journal, album: Album, game: Game) -> None:
        self._journal, self._album = journal, album
        self.places = OldPlaces(journal.noted(PLACES, PlacesNote))
        self._match, self._turn = game.number, _turn_of(game)
        self._began = self._picture_before(game)

    @property
    def trouble(self) -> str | None:
        """Why the last picture could not be stored; None: it was."""
        return self._album.trouble

    def follow(self, game: Game, view: View) -> None:
        """Takes the newest view: it begins a new turn, and updates the positions until a tile is laid."""
        turn = _turn_of(game)
        if game.number != self._match:
            self._match, self.places = game.number, OldPlaces()
            self._began, self._turn = self._picture_before(game), turn
        if turn is not None and turn != self._turn:
            self._began = self._picture_before(game) if _is_taken_back(game) else _jpeg(view)
        self._turn = turn
        now = game.standing
        if now is None or turn is None or not view.is_steady or not is_same(view.lying, now.table):
            return
        self._began = self._began or _jpeg(view)
        if self.places.update(view.table):
            self._journal.beat(PLACES, self.places.to_note())

    def claimed(self, match: int, turn: int, view: View) -> None:
        """Stores the pictures before and after a turn that is judged with this view."""
        for side, jpeg in zip(SIDES, (self._began, _jpeg(view)), strict=True):
            if jpeg is not None:
                self._album.keep(match, turn, side, jpeg)

    def picture(self, match: int, turn: int, side: str) -> bytes | None:
        """The JPEG before or after a turn; None: there is none."""
        return self._album.picture(match, turn, side)

    def has_pictures(self, match: int, turn: Turn) -> dict[str, bool]:
        """For each side of a turn (`before`, `after`), whether there is a picture."""
        return {side: self._album.has(match, turn.number, side) for side in SIDES}

    def _picture_before(self, game: Game) -> bytes | None:
        """The album's picture of the table at the beginning of this turn; None: there is none."""
        now = game.standing
        if now is None:
            return None
        if _is_taken_back(game):
            return self._album.picture(game.number, now.turn, "before")
        if (last := now.last_turn) is None:
            return None
        return self._album.picture(game.number, last.number, "after" if last.legal else "before")


def _turn_of(game: Game) -> tuple[int, int, int] | None:
    """The present turn as numbers of match, round and turn; None: no turn is played."""
    now = game.standing
    return (game.number, now.round, now.turn) if now is not None and now.phase in AT_TURN else None


def _is_taken_back(game: Game) -> bool:
    """Whether the last act took a turn back, so that it is played again."""
    return game.match is not None and isinstance(game.match.events[-1], TurnTakenBack)


def _jpeg(view: View) -> bytes | None:
    """The view's picture as the album stores it; None: there is none."""
    return None if view.snapshot.picture is None else album_jpeg(view.snapshot.picture)
