"""What could not be read when the program was started: told until somebody has seen it."""

import time
from contextlib import suppress

from referee.messages import Message
from tilewatch.storage.album import SIDES, Album
from tilewatch.storage.journal import Journal
from tilewatch.storage.notes import LOST, LostNote
from tilewatch.storage.recorded_match import Game
from tilewatch.table.situation import Situation
from web.contract import NotWritten
from web.records.answers import LostTold, LostTurn
from web.records.said import told_of


class LostTurns:
    """Presses and turns that the journal lost (web.contract.LostControls)."""

    def __init__(self, journal: Journal, album: Album, situation: Situation) -> None:
        self._journal, self._album, self._now = journal, album, situation
        self._note = journal.noted(LOST, LostNote) or LostNote()
        if journal.damage:
            self._take(situation.game)
        situation.lost = self._alarm()

    def as_record(self) -> LostTold:
        """What cannot be read any more, in sentences, and of which turns there are pictures."""
        note = self._note
        said = [told_of(Message.of("lost-damage", what=what)) for what in note.damage]
        return {"told": said, "turns": [self._turn(*one) for one in note.turns]}

    def picture(self, match: int, turn: int, side: str) -> bytes | None:
        """The JPEG of one side of a turn that was lost; None: there is none."""
        return self._album.picture(match, turn, side, is_lost=True)

    def seen(self) -> None:
        """Somebody has seen it: nobody is told any more. Raises NotWritten."""
        with self._now.lock:
            self._journal.note(LOST, LostNote())
            self._note, self._now.lost = LostNote(), None
            self._now.listeners.tell()

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
