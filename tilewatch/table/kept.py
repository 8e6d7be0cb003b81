"""What a table keeps beside its match: the page's notes, players' names in everything, and what was lost (web.kept)."""

import time
from collections.abc import Sequence
from contextlib import suppress

from referee.match import agreeing, heard
from referee.messages import Message
from tilewatch.history.history import History
from tilewatch.history.match_summary import MatchSummary
from tilewatch.storage.album import SIDES, Album
from tilewatch.storage.journal import Journal
from tilewatch.storage.notes import LOST, KeptNotes, LostNote
from tilewatch.storage.recorded_match import Game
from tilewatch.table.situation import Situation
from web.contract import BadRequest, Conflict, NotWritten
from web.decoding import R, Record
from web.records.answers import LostTold, LostTurn
from web.records.said import told_of


class Notes(KeptNotes):
    """The page's notes in a table's journal; everybody hears when one is written."""

    def __init__(self, journal: Journal, situation: Situation) -> None:
        super().__init__(journal, "page-")
        self._now = situation

    def write(self, name: str, note: Record) -> None:
        """Keeps a note in the place of the one of that name. Raises NotWritten."""
        with self._now.lock:
            super().write(name, note)
            self._now.listeners.tell()

    def read(self, name: str, kind: type[R]) -> R | None:
        """The note of that name as it is in the journal, if there is one. Raises NotReadable."""
        with self._now.lock:
            return super().read(name, kind)


def new_name_of(player: str, to: str, merge: bool, summaries: Sequence[MatchSummary]) -> str:
    """What a player is to be called; `merge`: also where that is another's name, who is the same person.

    Raises BadRequest: nobody is called so. Conflict: the name is another's, or both played in one match.
    """
    seats = [summary.names for summary in summaries]
    known = dict.fromkeys(name for names in seats for name in names)
    if player not in known:
        raise BadRequest("no-such-player", name=player)
    taken = next((name for name in known if name != player and heard(name) == heard(to)), None)
    if taken is None:
        return to
    if not merge:
        raise Conflict("name-taken", name=taken)
    if any(player in names and taken in names for names in seats):
        raise Conflict("played-each-other", one=player, other=taken)
    return taken


class Company:
    """Players in everything that is kept (web.contract.CompanyControls)."""

    def __init__(self, situation: Situation, history: History) -> None:
        self._now, self._history = situation, history

    def rename(self, player: str, to: str, merge: bool) -> None:
        """A player is called otherwise in every match that is kept here; `merge`: two names are one person.

        Older matches come first: where the machine stops meanwhile, the same press goes on. Raises Refused.
        """
        with self._now.lock:
            summaries = self._history.summaries()
            name = new_name_of(player, to, merge, summaries)
            numbers = [summary.number for summary in summaries if player in summary.names]
            for number in sorted(numbers, key=lambda number: number == self._now.game.number):
                self._now.act(lambda match, moment: agreeing.renamed(match, player, name, moment), number)
            self._history.rename(player, name)

    def forget(self, player: str) -> None:
        """A player's line of the all-time table, colour and picture go. Raises Refused."""
        with self._now.lock:
            playing = self._now.standing
            if playing is not None and any(one.name == player and not one.is_away for one in playing.players):
                raise Conflict("player-at-table", player=player)
            self._history.forget(player)


class LostTurns:
    """Presses and turns that the journal lost (web.contract.LostControls)."""

    def __init__(self, journal: Journal, album: Album, situation: Situation) -> None:
        self._journal, self._album, self._now = journal, album, situation
        self._note = journal.noted(LOST, LostNote) or LostNote()
        if journal.damage:
            self._take(situation.game)
        situation.say_lost(self._alarm())

    def as_record(self) -> LostTold:
        """What cannot be read any more, in sentences, and of which turns there are pictures."""
        note = self._note
        said = [told_of(Message.of("lost-damage", what=what)) for what in note.damage]
        return {"told": said, "turns": [self._turn(*one) for one in note.turns]}

    def picture(self, match: int, turn: int, side: str) -> bytes | None:
        """The JPEG of one side of a turn that was lost; None: there is none."""
        return self._album.picture(match, turn, side, is_lost=True)

    def confirm(self) -> None:
        """Somebody has seen it: nobody is told any more. Raises NotWritten."""
        with self._now.lock:
            self._journal.note(LOST, LostNote())
            self._note = LostNote()
            self._now.say_lost(None)

    def _take(self, game: Game) -> None:
        """Notes what is missing, and keeps the pictures of turns apart that are not known any more."""
        last, now, missing = self._journal.last_match(), game.standing, self._journal.missing
        done = 0 if now is None or now.last_turn is None else now.last_turn.number
        known = self._note
        gone = self._album.put_aside(lambda match, turn: match <= last and (match != game.number or turn <= done))
        self._note = LostNote(
            damage=(*known.damage, *self._journal.damage),
            presses=known.presses + missing.presses,
            moment=missing.moment or known.moment,
            turns=tuple(sorted({*known.turns, *gone})),
        )
        with suppress(NotWritten):  # it is told as long as this program runs
            self._journal.note(LOST, self._note)

    def _alarm(self) -> Message | None:
        note = self._note
        if not note.presses:
            return Message("lost-something") if note.damage else None
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(note.moment))
        return Message.of("lost-presses", count=note.presses, when=when)

    def _turn(self, match: int, turn: int) -> LostTurn:
        has = {side: self._album.has(match, turn, side, is_lost=True) for side in SIDES}
        at = {side: f"/api/lost/{match}/{turn}/{side}.jpg" if has[side] else None for side in SIDES}
        return {"match": match, "turn": turn, "pictures": {"before": at["before"], "after": at["after"]}}
