"""The matches, players and pictures of one journal (web.contract.History)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from referee.match import Match
from referee.solving import OutOfTime
from tilewatch.history import in_json
from tilewatch.history.in_json import lesson_of
from tilewatch.history.match_summary import MatchSummary, wanted
from tilewatch.history.player_figures import all_time_table, colours_given, in_order_of_coming
from tilewatch.history.profiles import Profiles, small_picture
from tilewatch.history.summaries import AtTable, Summaries
from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal
from tilewatch.storage.notes import FORGOTTEN, ForgottenNote, readable
from web.contract import BadRequest
from web.records.answers import BestPlay
from web.records.history import MatchKept, MatchListed, PlayerListed, PlayerTold, TurnReplayed

MATCHES_READ = 4
"""Matches cached after reading, because a reader looks at their turns one after the other."""


def nobody() -> None:
    """No match is at a table: the journal is read only."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What is stored of a player beside the matches: the match up to which the player is forgotten (None: not
    forgotten), colour and picture."""

    name: str
    until: int | None
    colour: int | None
    picture: bytes | None


class History:
    """The matches and players of a journal. `at_table`: gives the match that is played now, or None.

    May be called from any thread. Every method raises NotReadable if the journal cannot be read.
    """

    def __init__(self, journal: Journal, album: Album, at_table: AtTable = nobody) -> None:
        self._journal, self._album, self._at_table = journal, album, at_table
        self._summaries, self._profiles = Summaries(journal, at_table), Profiles(journal)
        self._read = lru_cache(MATCHES_READ)(lambda number, _head: Match.replayed(journal.events(number)))

    def matches(self, player: str | None = None, since: float | None = None) -> list[MatchListed]:
        """Summaries of the matches, the newest first; `player`: only this player's, `since`: only those begun later, in
        seconds since the epoch."""
        at_table = self._number_at_table()
        return [
            in_json.of_summary(summary, summary.number == at_table)
            for summary in wanted(self.summaries(), player, since)
        ]

    def match(self, number: int) -> MatchKept | None:
        """One match with its rounds and turns; None: there is no such match, or it cannot be read."""
        streamed = self.streamed(number)
        return None if streamed is None else {**streamed[0], "turns": list(streamed[1])}

    def streamed(self, number: int) -> tuple[MatchKept, Iterator[TurnReplayed]] | None:
        """One match as `match` returns it but without turns, and an iterator over its turns; None as there."""
        summary = self._summary(number)
        if summary is None:
            return None
        match, is_at_the_table = self._match(summary), number == self._number_at_table()
        turns = in_json.turns_of(match, summary, lambda turn, side: self._album.has(number, turn, side))
        return in_json.head_of(match, summary, is_at_the_table), turns

    def turn_picture(self, number: int, turn: int, side: str) -> bytes | None:
        """The JPEG of one side of a turn; None: there is none, or it was deleted."""
        return self._album.picture(number, turn, side)

    def possible(self, number: int, turn: int, out_of_time: OutOfTime) -> BestPlay | None:
        """The best possible play of a turn, with a coach's comments; None: no such turn, or the rack is unknown."""
        summary = self._summary(number)
        now = None if summary is None else self._match(summary).now
        asked = next((one for one in now.turns if one.number == turn), None) if now else None
        if now is None or asked is None:
            return None
        return lesson_of(now, asked, out_of_time)

    def players(self) -> list[PlayerListed]:
        """The all-time table."""
        summaries = self.summaries()
        colours, pictures = self._colours_and_pictures(summaries)
        table = all_time_table(summaries, self._forgotten())
        return [in_json.of_standing(one, colours[one.name], one.name in pictures) for one in table]

    def player(self, name: str) -> PlayerTold | None:
        """One player's figures; None: nobody of that name has played."""
        until = self._forgotten().get(name, 0)
        return in_json.of_player(name, self.players(), [one for one in self.summaries() if one.number > until])

    def picture(self, name: str) -> bytes | None:
        """A player's picture; None: there is none."""
        with readable():
            return self._profiles.picture(name)

    def choose_colour(self, name: str, colour: int | None) -> None:
        """Sets a player's colour; None: the colour assigned in turn. Raises NotWritten."""
        self._profiles.choose(name, colour=colour)

    def choose_picture(self, name: str, photo: bytes | None) -> None:
        """Sets a player's picture; None: none. Raises BadRequest, NotWritten."""
        self._profiles.choose(name, picture=None if photo is None else small_picture(photo))

    def rename(self, player: str, to: str) -> None:
        """Moves a player's colour and picture to another name, unless that has some. Raises NotWritten."""
        self._profiles.rename(player, to)

    def memory_of(self, player: str) -> Memory:
        """What is stored of a player beside the matches."""
        with readable():
            colour, picture = self._profiles.colours().get(player), self._profiles.picture(player)
        return Memory(player, self._forgotten().get(player), colour, picture)

    def remember(self, memory: Memory) -> None:
        """Restores what was stored of a player. Raises NotWritten."""
        until = {name: last for name, last in self._forgotten().items() if name != memory.name}
        if memory.until is not None:
            until[memory.name] = memory.until
        self._journal.note(FORGOTTEN, ForgottenNote(until))
        self._profiles.choose(memory.name, colour=memory.colour, picture=memory.picture)

    def forget(self, player: str) -> None:
        """Removes a player from the all-time table, with colour and picture, not the matches. Raises BadRequest,
        NotWritten.
        """
        last = max((one.number for one in self.summaries() if player in one.names), default=None)
        if last is None:
            raise BadRequest("no-such-player", name=player)
        noted = self._journal.noted(FORGOTTEN, ForgottenNote) or ForgottenNote()
        self._journal.note(FORGOTTEN, ForgottenNote({**noted.until, player: last}))
        self._profiles.choose(player, colour=None, picture=None)

    def summaries(self) -> list[MatchSummary]:
        """A summary of every match, the oldest first."""
        with readable():
            return self._summaries.all()

    def _forgotten(self) -> Mapping[str, int]:
        """For each forgotten player the number of the last match that is ignored."""
        with readable():
            return (self._journal.noted(FORGOTTEN, ForgottenNote) or ForgottenNote()).until

    def _summary(self, number: int) -> MatchSummary | None:
        return next((one for one in self.summaries() if one.number == number), None)

    def _colours_and_pictures(self, summaries: list[MatchSummary]) -> tuple[dict[str, int], frozenset[str]]:
        """Every player's colour, and the players with a picture."""
        with readable():
            chosen, pictures = self._profiles.colours(), self._profiles.with_picture()
        return colours_given(in_order_of_coming(summaries), chosen), pictures

    def _match(self, summary: MatchSummary) -> Match:
        at_table = self._at_table()
        if at_table is not None and at_table[0] == summary.number:
            return at_table[1]
        with readable():
            return self._read(summary.number, self._summaries.head(summary.number))

    def _number_at_table(self) -> int | None:
        at_table = self._at_table()
        return None if at_table is None else at_table[0]
