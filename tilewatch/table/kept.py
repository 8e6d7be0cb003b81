"""What a table stores beside its match: the page's notes, changes of players' names in all matches, and the losses of a
damaged journal (web.kept)."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from referee.match import agreeing, name_key
from referee.messages import Message
from tilewatch.history.history import History, Memory
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
    """The page's notes in a table's journal; every page is notified when a note is written."""

    def __init__(self, journal: Journal, situation: Situation) -> None:
        super().__init__(journal, "page-")
        self._now = situation

    def write(self, name: str, note: Record) -> None:
        """Writes a note, replacing the note of that name. Raises NotWritten."""
        with self._now.lock:
            super().write(name, note)
            self._now.listeners.tell()

    def read(self, name: str, kind: type[R]) -> R | None:
        """The note of that name from the journal; None: there is none. Raises NotReadable."""
        with self._now.lock:
            return super().read(name, kind)


def new_name_of(player: str, to: str, merge: bool, summaries: Sequence[MatchSummary]) -> str:
    """The name that a player gets. `to`: the name asked for; `merge`: allow a name that belongs to another player, who
    then counts as the same person.

    Raises BadRequest: no player has the name `player`; Conflict: the new name belongs to another player, or both played
    in one match.
    """
    seats = [summary.names for summary in summaries]
    known = dict.fromkeys(name for names in seats for name in names)
    if player not in known:
        raise BadRequest("no-such-player", name=player)
    taken = next((name for name in known if name != player and name_key(name) == name_key(to)), None)
    if taken is None:
        return to
    if not merge:
        raise Conflict("name-taken", name=taken)
    if any(player in names and taken in names for names in seats):
        raise Conflict("played-each-other", one=player, other=taken)
    return taken


class Company:
    """Renames, merges and forgets players in all stored matches (web.contract.CompanyControls)."""

    def __init__(self, situation: Situation, history: History) -> None:
        self._now, self._history = situation, history

    def rename(self, player: str, to: str, merge: bool, by: str = "") -> None:
        """Renames a player in every stored match; `merge`: two names are one person.

        Older matches come first, so that the same request can be repeated if the machine stops half-way. Raises
        Refused.
        """
        with self._now.lock:
            summaries = self._history.summaries()
            name = new_name_of(player, to, merge, summaries)
            numbers = self.played_in(player)
            known = [self._history.memory_of(one) for one in (player, name)]
            self._call(player, name, numbers, by)
            self._history.rename(player, name)
            said = "done.merged" if any(name in summary.names for summary in summaries) else "done.renamed"
            back = partial(self._call_again, player, name, numbers, known)
            self._now.undoing.say(Message.of(said, old=player, name=name), back, by)

    def _call(self, player: str, name: str, numbers: Sequence[int], by: str = "") -> None:
        """Renames a player in these matches, in the match at the table last."""
        for number in sorted(numbers, key=lambda number: number == self._now.game.number):
            self._now.act(lambda match, moment: agreeing.renamed(match, player, name, moment), number, by)

    def _call_again(self, player: str, name: str, numbers: Sequence[int], known: Sequence[Memory], by: str) -> None:
        """Undoes a renaming or a merge: in those matches the player gets the old name again."""
        with self._now.lock:
            self._call(name, player, numbers, by)
            for memory in known:
                self._history.remember(memory)

    def played_in(self, player: str) -> list[int]:
        """The numbers of a player's matches. Raises NotReadable."""
        return [summary.number for summary in self._history.summaries() if player in summary.names]

    def part(self, name: str, player: str, matches: Sequence[int]) -> None:
        """Separates two players who were merged: in these matches `name` was `player`. Raises Refused."""
        with self._now.lock:
            taken = next((one for one in self._history.summaries() if player in one.names), None)
            if taken is not None:
                raise Conflict("name-taken", name=player)
            there = [one.number for one in self._history.summaries() if one.number in matches and name in one.names]
            self._call(name, player, there)

    def remember(self, player: str) -> None:
        """Shows a forgotten player in the all-time table again. Raises NotWritten."""
        with self._now.lock:
            self._history.remember(replace(self._history.memory_of(player), until=None))

    def forget(self, player: str, by: str = "") -> None:
        """Removes a player's row of the all-time table, colour and picture. Raises Refused."""
        with self._now.lock:
            playing = self._now.standing
            if playing is not None and any(one.name == player and not one.is_away for one in playing.players):
                raise Conflict("player-at-table", player=player)
            known = self._history.memory_of(player)
            self._history.forget(player)
            back: Callable[[str], object] = lambda _: self._history.remember(known)  # noqa: E731
            self._now.undoing.say(Message.of("done.forgotten", player=player), back, by)


class LostTurns:
    """Presses and turns that the journal lost (web.contract.LostControls)."""

    def __init__(self, journal: Journal, album: Album, situation: Situation) -> None:
        self._journal, self._album, self._now = journal, album, situation
        self._note = journal.noted(LOST, LostNote) or LostNote()
        if journal.damage:
            self._take(situation.game)
        situation.notices.say_lost(self._alarm())

    def as_record(self) -> LostTold:
        """A record of the losses: sentences about unreadable events, and the lost turns that have pictures."""
        note = self._note
        said = [told_of(Message.of("lost-damage", what=what)) for what in note.damage]
        return {"told": said, "turns": [self._turn(*one) for one in note.turns]}

    def picture(self, match: int, turn: int, side: str) -> bytes | None:
        """The JPEG of a lost turn, `before` or `after` it; None: there is none."""
        return self._album.picture(match, turn, side, is_lost=True)

    def confirm(self) -> None:
        """Clears the notice of the loss: a player has seen it. Raises NotWritten."""
        with self._now.lock:
            self._journal.note(LOST, LostNote())
            self._note = LostNote()
            self._now.notices.say_lost(None)

    def _take(self, game: Game) -> None:
        """Takes down the losses, and sets the pictures of lost turns aside."""
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
        with suppress(NotWritten):  # the notice then lasts as long as this program runs
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
