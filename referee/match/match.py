"""A match of several rounds as a list of events, and the acts that add events to it."""

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
"""The verdict on a turn that no camera looked at: legal, with no tile known."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match: its events, and its state `now`. Each act returns a new match with one more event.

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
        """A match before its first round; `points`: the total that ends the match, if agreed.

        Raises ValueError if names are blank or alike, or if the rules do not allow this number of players.
        """
        names = tuple(name.strip() for name in players)
        check_names(names)
        if (wrong := wrong_number(rules, len(names))) is not None:
            raise MatchError(wrong)
        return cls.replayed([happened.MatchBegan(at=at, players=names, rules=rules, points=points)])

    @classmethod
    def replayed(cls, events: Iterable[happened.Event]) -> "Match":
        """The match that results from these events, the first of which is `MatchBegan`.

        Raises DoesNotFit if an event does not fit the events before it, ValueError if the first event is another.
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
        """The match with one more event. Raises DoesNotFit if it is not possible now."""
        check_that_it_fits(type(event), self.now)
        return Match((*self.events, event), fold(event, self.now))

    def signed(self, before: "Match", by: str) -> "Match":
        """The match in which every event since `before` is signed by a person, unless it is signed already."""
        if not by:
            return self
        since = self.events[len(before.events) :]
        return reduce(Match.after, [event if event.by else replace(event, by=by) for event in since], before)

    def round_ready(self, at: float, first: str | None = None) -> "Match":
        """The match while the tiles of a round are dealt; `first`: the player who will begin, if known.

        Raises DoesNotFit; MatchError if no player has that name.
        """
        if first is not None:
            self._check_has_turns(first)
        return self.after(happened.RoundReady(at=at, first=first))

    def round_begun(self, at: float, first: str | None = None, by_hand: bool = False) -> "Match":
        """The match after the tiles were dealt, with the first turn begun.

        `first`: the player who begins; None: the player already chosen, else the players begin rounds in turn.
        `by_hand`: no camera watches the table. Raises DoesNotFit; ValueError if no player has that name.
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
        """Raises MatchError if no player has that name, DoesNotFit if the player left or waits for the next round."""
        one = self.now.players[self.now.place(player)]
        if one.is_away or (not one.plays and self.now.phase not in (Phase.SETUP, Phase.OVER)):
            raise DoesNotFit("has-no-turns", player=player)

    def dealt_again(self, player: str, at: float) -> "Match":
        """The match with the round dealt anew because a player showed three pairs. Raises DoesNotFit, ValueError."""
        self.now.place(player)
        return self.after(happened.DealtAgain(at=at, player=player))

    def judged(self, after: Table, at: float, is_late: bool = False) -> Verdict:
        """The verdict if the turn were claimed now with the table `after`; the match does not change.

        `is_late`: the table did not lie like this before the time was over. Sets unchanged since the turn began are no
        fault, because the players let them lie. The tiles to draw are limited by the pool. Raises DoesNotFit if no turn
        is being played.
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
        """The match after a claim with the table `after`; the next turn begins at the time `at` of the verdict.

        `pressed`: when Done was pressed or the time was over, if earlier than `at`; the turn's time ends there.
        `is_late`: as in `judged`. Raises DoesNotFit.
        """
        pressed = at if pressed is None else pressed
        verdict = self.judged(after, pressed, is_late)
        before = as_it_is_read_now(self.now.table, after, self.now.rules)
        misread = None if before == self.now.table else before
        if not verdict.legal:
            stays = table_to_restore(Position.by_right(self.now.rules, self.now.player.opened, before), after)
            if stays != after and is_same(after, stays):  # the order differs only: nothing has to be put back
                after, verdict = stays, self.judged(stays, pressed, is_late)
        return self._claimed(at, self._seconds(pressed, is_late), after, verdict, before=misread)

    def claimed_by_hand(
        self, at: float, passed: bool = False, counts_time: bool = False, pressed: float | None = None
    ) -> "Match":
        """The match after a claim while no camera watches the table; the turn is legal unless the players overrule it.

        `passed`: nothing was laid, so the table is still known; such a turn is never late, unless a house rule says so.
        `counts_time`: the match is kept by hand, and a turn that exceeds its time fails by the clock alone. `pressed`:
        as in `claimed`.
        """
        check_that_it_fits(happened.TurnClaimed, self.now)
        seconds, rules = self._seconds(at if pressed is None else pressed), self.now.rules
        verdict = self._timed(seconds) if counts_time else BY_HAND
        if passed and (verdict.legal or rules.idle_late == "passes"):
            verdict = replace(BY_HAND, draw=rules.draw_when_passing)
        return self._claimed(at, seconds, self.now.table, verdict, by_hand=True, passed=passed)

    def _timed(self, seconds: float) -> Verdict:
        """The verdict of the clock alone on a turn by hand that took so many seconds."""
        now = self.now
        assert now.clock is not None
        position, limit = Position.by_right(now.rules, now.player.opened, now.table), now.clock.allowed
        return BY_HAND if limit is None else late_unseen(position, seconds, limit)

    def _seconds(self, at: float, is_late: bool = False) -> float:
        """Seconds that the turn took until `at`; if it is late, always more than it was allowed."""
        clock = self.now.clock
        assert clock is not None
        spent = clock.spent(at)
        return max(spent, clock.allowed + INSTANT) if is_late and clock.allowed is not None else spent

    def _claimed(self, at: float, seconds: float, after: Table, verdict: Verdict, **how: Any) -> "Match":
        player = self.now.player.name
        claim = happened.TurnClaimed(at=at, player=player, after=after, seconds=seconds, verdict=verdict, **how)
        return self.after(claim)

    def restored(self, at: float, table: Table | None = None) -> "Match":
        """The match after a failed turn was put back: the player draws the penalty, and the next turn begins.

        `table`: the table as it lies, if some tiles are not on it because their place was forgotten; the rules decide
        where these go. Raises DoesNotFit; DoesNotAddUp if the table holds tiles that it should not.
        """
        check_that_it_fits(happened.TableRestored, self.now)
        assert self.now.must_become is not None
        table = self.now.must_become if table is None else table
        strangers = table.multiset() - self.now.must_become.multiset()
        if strangers:
            raise DoesNotAddUp(tuple(Doubt(Message.of("doubt.stray", tile=(tile,)), tile=tile) for tile in strangers))
        return self.after(happened.TableRestored(at=at, table=table))

    def overruled(self, legal: bool, reason: str, at: float, lies: Table | None = None) -> "Match":
        """The match after the players overruled the last verdict.

        `lies`: the table as the camera sees it now. It is taken as the true table if it has as many tiles as the turn
        left and none of the table before is missing; otherwise the misread tile is searched in a row that is no set.

        Raises DoesNotFit; ValueError if no reason is given.
        """
        if not reason.strip():
            raise MatchError("reason-needed")
        turn = self.now.last_turn
        if turn is not None and turn.legal == legal:
            raise DoesNotFit("counts-as-legal" if legal else "counts-as-illegal")
        lay = what_lay(turn, lies, self.now.rules) if turn is not None and legal else None
        draw = None if turn is None or legal else _drawn_if_failed(turn)
        decided = happened.VerdictOverruled(at=at, legal=legal, reason=reason.strip(), lay=lay, draw=draw)
        return self.after(decided)

    def taken_back(self, at: float, turn: int | None = None) -> "Match":
        """The match after the last turn or the round's early end was taken back; the player begins with a full clock.

        `turn`: if given, the number of the turn to take back. Raises DoesNotFit if it is not the last turn.
        """
        last = self.now.last_turn
        if turn is not None and (last is None or last.number != turn):
            raise DoesNotFit("not-the-last-turn")
        return self.after(happened.TurnTakenBack(at=at))

    @property
    def taken_back_just_now(self) -> int | None:
        """The number of the turn taken back in the last act; None if there is none, or if the match is paused."""
        return self.now.turn if self.now.phase is not Phase.PAUSED and events_again(self.events, 0.0) else None

    def counting_again(self, at: float, turn: int | None = None) -> "Match":
        """The match in which the turn just taken back counts again. Raises DoesNotFit if no turn was just taken back,
        or another turn than `turn`."""
        again = events_again(self.events, at)
        if not again or turn not in (None, self.now.turn):
            raise DoesNotFit("nothing-taken-back")
        return reduce(Match.after, again, self)

    def paused(self, at: float) -> "Match":
        """The match paused: the clock stops. Raises DoesNotFit."""
        return self.after(happened.Paused(at=at))

    def resumed(self, at: float) -> "Match":
        """The match after a pause: the clock goes on. Raises DoesNotFit."""
        return self.after(happened.Resumed(at=at))

    def held(self, at: float) -> "Match":
        """The match with its clock held, while the turn goes on. Raises DoesNotFit."""
        return self.after(happened.ClockHeld(at=at))

    def released(self, at: float) -> "Match":
        """The match with its held clock going on. Raises DoesNotFit."""
        return self.after(happened.ClockReleased(at=at))

    def extended(self, at: float) -> "Match":
        """The match after the player took an extension of the turn's time. Raises DoesNotFit if none is left."""
        return self.after(happened.TimeExtended(at=at))

    def rack_corrected(self, player: str, tiles: int, at: float) -> "Match":
        """The match after a rack was counted by hand; `tiles`: the number of tiles on it.

        Raises DoesNotFit; ValueError if no player has that name, or if the box does not hold so many tiles.
        """
        was_unknown = not self.now.players[self.now.place(player)].rack_is_known
        if not 0 <= tiles <= self.now.rules.box_size:
            raise MatchError("rack-impossible", tiles=tiles)
        return self.after(happened.RackCorrected(at=at, player=player, tiles=tiles, was_unknown=was_unknown))

    def clock_corrected(self, seconds: int, at: float) -> "Match":
        """The match with seconds added to the turn, or taken away down to zero. Raises DoesNotFit if no limit runs."""
        left = None if self.now.clock is None else self.now.clock.left(at)
        if left is not None and seconds < 0:
            seconds = max(seconds, -max(0, ceil(left)))
        return self.after(happened.ClockCorrected(at=at, seconds=seconds))

    def turn_given(self, player: str, at: float) -> "Match":
        """The match with the turn given to a player, with a full clock.

        Raises DoesNotFit; ValueError if no player has that name.
        """
        self._check_has_turns(player)
        return self.after(happened.TurnGiven(at=at, player=player))

    def stopped(self, at: float) -> "Match":
        """The match after the players ended the round before a rack was empty; racks are counted. Raises DoesNotFit."""
        return self.after(happened.RoundStopped(at=at))

    def counted(self, racks: Mapping[str, str], at: float, anyway: bool | None = False) -> "Match":
        """The match after a round was scored from its racks; a second count corrects the score.

        `racks`: notation or points by player; a player known to have an empty rack may be left out. `anyway`: True
        accepts racks that do not add up; None only skips the check against the known numbers of tiles. Raises
        DoesNotFit; ValueError for an unknown or missing player or an unreadable tile; DoesNotAddUp if the racks are
        impossible.
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
        return self.after(RoundMended(at=at, round=scored.number, racks=texts))

    def ended(self, at: float) -> "Match":
        """The match after the players ended it, before the agreed end. Raises DoesNotFit."""
        return self.after(happened.MatchEnded(at=at))

    def played_on(self, at: float) -> "Match":
        """The match going on after the players had ended it. Raises DoesNotFit."""
        return self.after(happened.PlayedOn(at=at))


def _drawn_if_failed(turn: Turn) -> int:
    """Tiles to draw for a turn that the players find wrong: by the verdict, or as if nothing of the turn stayed."""
    return tiles_drawn_if_failed(turn.position(False), turn.before) if turn.verdict.legal else turn.verdict.draw
