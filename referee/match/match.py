"""A match of several rounds: what may be done when, and what happened, as a list of events."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from math import ceil
from typing import Any

from referee.judging import Position, Verdict, judge, late_unseen, table_to_restore, tiles_drawn_if_failed
from referee.match import events as happened
from referee.match.agreed import RoundMended
from referee.match.misreadings import as_it_is_read_now, what_lay
from referee.match.permitted import DoesNotFit, check_names, check_that_it_fits
from referee.match.rack_check import DoesNotAddUp, Doubt, doubts_of_racks, racks_from_notation
from referee.match.standing import MatchError, Phase, Player, Standing, Turn
from referee.match.transitions import fold
from referee.match.turns import INSTANT, events_again
from referee.messages import Message
from referee.rules import Rules, wrong_number
from referee.table import Table, is_same

BY_HAND = Verdict(played=(), draw=0, opening_points=None, faults=())
"""What is said of a turn that nobody looked at."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match: its events, and how it stands `now`. Each act gives a new match with one event more.

    >>> match = Match.begun(["Ada", "Bo"], Rules(), at=0.0).round_begun(at=1.0)
    >>> match.now.phase.value, match.now.player.name, match.now.pool
    ('playing', 'Ada', 78)
    >>> Match.replayed(match.events) == match
    True
    """

    events: tuple[happened.Event, ...]
    now: Standing

    @classmethod
    def begun(cls, players: Iterable[str], rules: Rules, at: float, points: int | None = None) -> "Match":
        """A match in which no round has begun; `points` is the total that ends it, if one is agreed.

        Raises ValueError: names that are blank or the same, or more or fewer players than the rules seat.
        """
        names = tuple(name.strip() for name in players)
        check_names(names)
        if (wrong := wrong_number(rules, len(names))) is not None:
            raise MatchError(wrong)
        return cls.replayed([happened.MatchBegan(at=at, players=names, rules=rules, points=points)])

    @classmethod
    def replayed(cls, events: Iterable[happened.Event]) -> "Match":
        """The match that these events make, the first of them its beginning.

        Raises DoesNotFit: an event does not fit what came before it. ValueError: the first begins no match.
        """
        began, *later = events
        if not isinstance(began, happened.MatchBegan):
            raise ValueError(f"a match begins with {happened.MatchBegan.name}, not with {began.name}")
        now = Standing(began.rules, tuple(map(Player, began.players)), began.points)
        for event in later:
            check_that_it_fits(type(event), now)
            now = fold(event, now)
        return cls((began, *later), now)

    def after(self, event: happened.Event) -> "Match":
        """The match with one event more. Raises DoesNotFit: it does not fit the moment."""
        check_that_it_fits(type(event), self.now)
        return Match((*self.events, event), fold(event, self.now))

    def round_ready(self, at: float, first: str | None = None) -> "Match":
        """The table is cleared and tiles are dealt; `first` will play first, if that is known.

        Raises DoesNotFit; MatchError: nobody of that name plays.
        """
        if first is not None:
            self._check_has_turns(first)
        return self.after(happened.RoundReady(at=at, first=first))

    def round_begun(self, at: float, first: str | None = None, by_hand: bool = False) -> "Match":
        """The tiles are dealt; `first` plays first (none given: who was chosen, or the players take turns in it).

        `by_hand`: nobody watches the table. Raises DoesNotFit; ValueError: nobody of that name plays.
        """
        if first is None:
            begun = self.now.round - 1 if self.now.phase is Phase.READY else self.now.round
            is_dealt = self.now.phase is Phase.READY
            names = [one.name for one in self.now.players if one.plays or not (one.is_away or is_dealt)]
            if not names:
                raise DoesNotFit("nobody-to-play-with")
            first = self.now.chosen or names[begun % len(names)]
        self._check_has_turns(first)
        return self.after(happened.RoundBegan(at=at, first=first, by_hand=by_hand))

    def _check_has_turns(self, player: str) -> None:
        """Raises MatchError: nobody of that name. DoesNotFit: the player left, or waits for the next round."""
        one = self.now.players[self.now.place(player)]
        if one.is_away or (not one.plays and self.now.phase not in (Phase.SETUP, Phase.OVER)):
            raise DoesNotFit("has-no-turns", player=player)

    def dealt_again(self, player: str, at: float) -> "Match":
        """A player showed three pairs: the round is dealt anew. Raises DoesNotFit, ValueError."""
        self.now.place(player)
        return self.after(happened.DealtAgain(at=at, player=player))

    def judged(self, after: Table, at: float, is_late: bool = False) -> Verdict:
        """What the referee would say if the turn were claimed with this table at this moment.

        `is_late`: the table did not lie so before the time was over. A set that lies as it lay when the turn began is
        nobody's fault now: the players let it lie. Nobody draws more than the pool holds. Raises DoesNotFit: no turn is
        being played.
        """
        check_that_it_fits(happened.TurnClaimed, self.now)
        now = self.now
        assert now.clock is not None
        allowed = now.clock.allowed
        seconds = None if allowed is None else self._seconds(at, is_late)
        before = as_it_is_read_now(now.table, after, now.rules)
        verdict = judge(Position.by_right(now.rules, now.player.opened, before), after, seconds, allowed)
        return replace(verdict, draw=min(verdict.draw, now.pool))

    def claimed(self, after: Table, at: float, pressed: float | None = None, is_late: bool = False) -> "Match":
        """The player said Done, or the time is over, with this table; the next turn begins `at` the verdict.

        `pressed`: when that was said, if not just now: the turn took no longer. `is_late`: as in `judged`.
        Raises DoesNotFit.
        """
        pressed = at if pressed is None else pressed
        verdict = self.judged(after, pressed, is_late)
        before = as_it_is_read_now(self.now.table, after, self.now.rules)
        misread = None if before == self.now.table else before
        if not verdict.legal:
            stays = table_to_restore(Position.by_right(self.now.rules, self.now.player.opened, before), after)
            if stays != after and is_same(after, stays):  # listed in another order: nothing has to be put back
                after, verdict = stays, self.judged(stays, pressed, is_late)
        return self._claimed(at, self._seconds(pressed, is_late), after, verdict, before=misread)

    def claimed_by_hand(
        self, at: float, passed: bool = False, counts_time: bool = False, pressed: float | None = None
    ) -> "Match":
        """The player says done, and nobody watches the table: legal unless the players say otherwise.

        `passed`: nothing was laid, and who looks again sees the same table; nobody is late for that, unless a house
        rule says so. `counts_time`: the match is kept by hand, and who lays something after the time is over has failed
        by the clock alone. `pressed`: as in `claimed`.
        """
        check_that_it_fits(happened.TurnClaimed, self.now)
        seconds, rules = self._seconds(at if pressed is None else pressed), self.now.rules
        verdict = self._timed(seconds) if counts_time else BY_HAND
        if passed and (verdict.legal or rules.idle_late == "passes"):
            verdict = replace(BY_HAND, draw=rules.draw_when_passing)
        return self._claimed(at, seconds, self.now.table, verdict, by_hand=True, passed=passed)

    def _timed(self, seconds: float) -> Verdict:
        """What the clock alone says of a turn by hand."""
        now = self.now
        assert now.clock is not None
        position, limit = Position.by_right(now.rules, now.player.opened, now.table), now.clock.allowed
        return BY_HAND if limit is None else late_unseen(position, seconds, limit)

    def _seconds(self, at: float, is_late: bool = False) -> float:
        """Seconds that the turn took until a moment; of one that is late more than were allowed."""
        clock = self.now.clock
        assert clock is not None
        spent = clock.spent(at)
        return max(spent, clock.allowed + INSTANT) if is_late and clock.allowed is not None else spent

    def _claimed(self, at: float, seconds: float, after: Table, verdict: Verdict, **how: Any) -> "Match":
        player = self.now.player.name
        claim = happened.TurnClaimed(at=at, player=player, after=after, seconds=seconds, verdict=verdict, **how)
        return self.after(claim)

    def restored(self, at: float, table: Table | None = None) -> "Match":
        """The failed turn is put back: draw the penalty, next player.

        `table`: what lies there now, if some tiles' place was forgotten; they go where the rules say.
        Raises DoesNotFit; DoesNotAddUp: tiles lie there that should not.
        """
        check_that_it_fits(happened.TableRestored, self.now)
        assert self.now.must_become is not None
        table = self.now.must_become if table is None else table
        strangers = table.multiset() - self.now.must_become.multiset()
        if strangers:
            raise DoesNotAddUp(tuple(Doubt(Message.of("doubt.stray", tile=(tile,)), tile=tile) for tile in strangers))
        return self.after(happened.TableRestored(at=at, table=table))

    def overruled(self, legal: bool, reason: str, at: float, lies: Table | None = None) -> "Match":
        """The players decide otherwise about the last verdict.

        `lies`: what is seen there now; where it is as many tiles and none of before is missing, it is what really
        lay there, and else a tile that is missing is sought in a row that is no set.

        Raises DoesNotFit; ValueError: no reason is given.
        """
        if not reason.strip():
            raise MatchError("reason-needed")
        turn = self.now.last_turn
        if turn is not None and turn.legal == legal:
            raise DoesNotFit("counts-as-legal" if legal else "counts-as-illegal")
        lay = what_lay(turn, lies, self.now.rules) if turn is not None and legal else None
        draw = None if turn is None or legal else _drawn_if_failed(turn)
        return self.after(happened.VerdictOverruled(at=at, legal=legal, reason=reason.strip(), lay=lay, draw=draw))

    def taken_back(self, at: float, turn: int | None = None) -> "Match":
        """The last turn, or the round's early end, is undone; its player has it again, with a full clock.

        `turn`: the turn that is meant. Raises DoesNotFit: it is not the last.
        """
        last = self.now.last_turn
        if turn is not None and (last is None or last.number != turn):
            raise DoesNotFit("not-the-last-turn")
        return self.after(happened.TurnTakenBack(at=at))

    @property
    def taken_back_just_now(self) -> int | None:
        """The number of the turn that was taken back, while nothing happened since; None: none, or the clock stands."""
        return self.now.turn if self.now.phase is not Phase.PAUSED and events_again(self.events, 0.0) else None

    def counting_again(self, at: float, turn: int | None = None) -> "Match":
        """The turn taken back just now counts after all. Raises DoesNotFit: none was, or another than `turn`."""
        again = events_again(self.events, at)
        if not again or turn not in (None, self.now.turn):
            raise DoesNotFit("nothing-taken-back")
        return reduce(Match.after, again, self)

    def paused(self, at: float) -> "Match":
        """The clock stands still. Raises DoesNotFit."""
        return self.after(happened.Paused(at=at))

    def resumed(self, at: float) -> "Match":
        """The clock goes on. Raises DoesNotFit."""
        return self.after(happened.Resumed(at=at))

    def held(self, at: float) -> "Match":
        """The clock stands, and the turn is the player's still. Raises DoesNotFit."""
        return self.after(happened.ClockHeld(at=at))

    def released(self, at: float) -> "Match":
        """The clock that was held goes on. Raises DoesNotFit."""
        return self.after(happened.ClockReleased(at=at))

    def extended(self, at: float) -> "Match":
        """The player takes an extension of the turn's time. Raises DoesNotFit: none is left."""
        return self.after(happened.TimeExtended(at=at))

    def rack_corrected(self, player: str, tiles: int, at: float) -> "Match":
        """A rack was counted by hand and holds so many tiles.

        Raises DoesNotFit; ValueError: nobody of that name, or no such number of tiles.
        """
        was_unknown = not self.now.players[self.now.place(player)].rack_is_known
        if not 0 <= tiles <= self.now.rules.box_size:
            raise MatchError("rack-impossible", tiles=tiles)
        return self.after(happened.RackCorrected(at=at, player=player, tiles=tiles, was_unknown=was_unknown))

    def clock_corrected(self, seconds: int, at: float) -> "Match":
        """The turn has seconds more, or fewer, as far as there are any. Raises DoesNotFit: no clock runs out."""
        left = None if self.now.clock is None else self.now.clock.left(at)
        if left is not None and seconds < 0:
            seconds = max(seconds, -max(0, ceil(left)))
        return self.after(happened.ClockCorrected(at=at, seconds=seconds))

    def turn_given(self, player: str, at: float) -> "Match":
        """It is this player's turn, with a full clock. Raises DoesNotFit, ValueError: nobody of that name."""
        self._check_has_turns(player)
        return self.after(happened.TurnGiven(at=at, player=player))

    def stopped(self, at: float) -> "Match":
        """The players end the round before anybody is out: the racks are counted. Raises DoesNotFit."""
        return self.after(happened.RoundStopped(at=at))

    def counted(self, racks: Mapping[str, str], at: float, anyway: bool | None = False, by: str = "") -> "Match":
        """The round ends with these racks (notation, or points) and is scored; counted again, it is mended.

        A player known to have an empty rack may be left out; `by`: on whose device. Raises DoesNotFit; ValueError: an
        unknown or a missing player, no tile; DoesNotAddUp: the racks cannot be, unless the players want it `anyway`;
        None: they count, and are not held against how many tiles each is known to hold.
        """
        check_that_it_fits(happened.RoundCounted, self.now)
        read = racks_from_notation(racks, self.now)
        if (doubts := doubts_of_racks(read, self.now, knows_counts=anyway is not None)) and not anyway:
            raise DoesNotAddUp(doubts)
        texts = tuple(read.get(name, "") for name in self.now.names_counted)
        scored = next((one for one in self.now.rounds if one.number == self.now.round), None)
        if scored is None:
            return self.after(happened.RoundCounted(at=at, racks=texts))
        if scored.is_void:
            raise DoesNotFit("round-is-void", round=scored.number)
        if scored.racks == texts:
            return self
        return self.after(RoundMended(at=at, round=scored.number, racks=texts, by=by))

    def ended(self, at: float) -> "Match":
        """The players end the match after a round, whatever was agreed. Raises DoesNotFit."""
        return self.after(happened.MatchEnded(at=at))

    def played_on(self, at: float) -> "Match":
        """The match that the players had ended goes on. Raises DoesNotFit."""
        return self.after(happened.PlayedOn(at=at))


def _drawn_if_failed(turn: Turn) -> int:
    """What a turn costs that the players find wrong: by the verdict, or as one of which nothing stays."""
    return tiles_drawn_if_failed(turn.position(False), turn.before) if turn.verdict.legal else turn.verdict.draw
