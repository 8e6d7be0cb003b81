"""A turn's end: a player claims it (presses Done), the table is judged, and a failed turn is put back."""

from contextlib import suppress
from dataclasses import replace

from referee.match import Match, Phase
from referee.table import is_same
from tilewatch.put_back import without
from tilewatch.table.kept_answers import KeptAnswers
from tilewatch.table.sets.proofs import Proofs
from tilewatch.table.situation import Situation
from tilewatch.table.turn.asking import BY_HAND, Asking
from tilewatch.table.turn.fresh_look import FreshLook
from tilewatch.table.turn_memory import Pressed, TurnMemory
from tilewatch.table.watching import Watching
from tilewatch.telling import state_json, turns_json
from tilewatch.view import Question, about_hidden
from web.contract import Conflict, NotWritten
from web.press import expect
from web.records.verdicts import VerdictNow

ASKS_AFTER = 20.0
"""Seconds that a claim waits for a free table before the players are asked how to go on."""


class Claims:
    """The players' acts on a turn (web.contract.TurnControls)."""

    def __init__(
        self,
        situation: Situation,
        watching: Watching,
        fresh: FreshLook,
        asking: Asking,
        memory: TurnMemory,
        answers: KeptAnswers,
        proofs: Proofs,
    ) -> None:
        self._now, self._watching, self._fresh, self._asking = situation, watching, fresh, asking
        self._memory, self._answers, self._proofs = memory, answers, proofs

    def done(
        self, anyway: bool, turn: int | None = None, waits: bool = False, by_hand: str | None = None
    ) -> VerdictNow | None:
        """The verdict on the table as it lies; None: the press is stored and waits. Raises Refused.

        `waits`: store the press while a hand or a doubt is in the way. The clock is stopped from the press on, and the
        verdict follows once the obstacle is gone. `by_hand`: the camera does not see the table, and the players say
        whether `nothing` or `tiles` were played.
        """
        since, moment = self._fresh.since_now(), self._now.game.moment
        with self._now.lock:
            press = self._pressed(turn, moment, since)
            if self._now.by_hand:
                return self._claim_by_hand(moment, by_hand)
            if waits:
                self._now.remember(press)
                if not anyway and by_hand is None:
                    self._asking.still()
            if by_hand is not None:
                return self._claim_unseen(by_hand, press.moment)
            if self._now.by_photos:
                return self._claim_by_photograph(press, anyway)
            was_covered, asked = self._now.view.snapshot.covered, self._now.question
        if anyway:
            self._watching.vouch()
        with self._now.lock:
            return self._claim_read_again(press, anyway, waits, was_covered, asked)

    def _pressed(self, turn: int | None, moment: float, since: float) -> Pressed:
        """A new claim, with the moment of a claim that waits already. Raises Conflict: the turn is over."""
        being_played = self._turn_being_played()
        if turn is not None and turn != being_played:
            raise Conflict("turn-over")
        earlier = self._now.pressed
        return Pressed(being_played, moment if earlier is None else earlier.moment, since)

    def begin_by_photograph(self, turn: int | None, moment: float) -> None:
        """Claims the turn by a photograph: the clock is stopped since an earlier press, or from now. Raises Conflict:
        the photograph is of another turn."""
        if turn is not None and turn != self._turn_being_played():
            raise Conflict("photo-other-turn")
        self._now.remember(self._pressed(turn, moment, self._fresh.since_now()))

    def judge_photograph(self) -> VerdictNow | None:
        """The verdict on the photographed turn; None: a question is asked first. Raises Refused."""
        pressed = self._now.pressed
        if pressed is None:
            return None
        question = self._asking.question(pressed.moment, is_pressed=True)
        if question is None:
            return self.claim(pressed.moment)
        self._now.ask(question)
        return None

    def _claim_by_photograph(self, press: Pressed, anyway: bool) -> VerdictNow | None:
        """Done in a match by photographs: stops the clock and waits for a photograph (None). `anyway`: the verdict on
        the photograph taken; without a photograph the players say which tiles were played."""
        self._now.remember(press)
        if not anyway:
            return None
        if not self._now.has_photograph:
            self._asking.ask_what_was_played()
        self._asking.ask_first(True, press.moment, self._now.question)
        return self.claim(press.moment)

    def _claim_read_again(
        self, press: Pressed, anyway: bool, waits: bool, was_covered: bool, asked: Question | None
    ) -> VerdictNow | None:
        """The verdict after the table was read once more; None: an obstacle remains, and the press waits."""
        in_the_way = self._fresh.wait(press.since, anyway=anyway)
        if self._turn_being_played() != press.turn:
            raise Conflict("turn-judged")
        if anyway and (in_the_way is not None or (was_covered and not self._shows_the_table())):
            self._asking.ask_what_was_played()
        if in_the_way is None:
            self._asking.ask_first(anyway, press.moment, asked)
            return self.claim(press.moment)
        if waits and not self._now.view.is_lost:
            return None
        self._now.remember(None)
        raise in_the_way

    def go_on(self) -> None:
        """Judges a waiting claim as soon as nothing is in its way; called several times a second."""
        with self._now.lock, suppress(NotWritten):  # the next call tries again
            pressed = self._now.pressed
            if self._now.notices.waiting or self._now.game.trouble:
                return
            self._now.hold_clock()
            if pressed is None:
                return
            if not self._is_played_still(pressed.turn):
                self._now.remember(None)
            elif not pressed.asks and self._now.game.moment - pressed.moment >= ASKS_AFTER:
                self._now.remember(replace(pressed, asks=True))
                self._now.listeners.tell()
            elif self._now.question is None and self._now.view.snapshot.hidden:
                self._now.ask(about_hidden(self._now.view))
            elif self._watching.is_read(pressed.since):
                self._judge_or_ask(pressed)

    def _is_played_still(self, turn: int) -> bool:
        now = self._now.standing
        return now is not None and now.phase is Phase.PLAYING and now.turn == turn

    def _judge_or_ask(self, pressed: Pressed) -> None:
        """Judges the table unless a question is open; the question which tiles were played unseen is dropped once the
        table is seen."""
        asked = self._now.question
        if asked is not None:
            if asked.kind == BY_HAND:
                self._now.ask(None)
        elif (question := self._asking.question(pressed.moment, is_pressed=True)) is None:
            self.claim(pressed.moment)
        else:
            self._now.ask(question)

    def forget_done(self) -> None:
        """Takes a press of Done back: the turn goes on. Raises Refused."""
        with self._now.lock:
            is_asked = self._now.question is not None and not self._now.notices.time_is_over
            if self._now.pressed is None and not is_asked:
                raise Conflict("no-done-waits")
            self._now.remember(None)
            self._now.ask(None)

    def restored(self, anyway: bool) -> None:
        """Confirms that a failed turn is put back; the next player's turn begins. Raises Refused.

        `anyway`: ignore missing tiles, which go where the rules say.
        """
        with self._now.lock:
            standing, view = self._now.standing, self._now.view
            if standing is None or standing.must_become is None:
                raise Conflict("no-failed-turn")
            wanted = standing.must_become
            if self._now.by_photos and not anyway:  # without a camera the players' word counts
                self._now.act(lambda match, moment: match.restored(moment, wanted))
                return
            if not anyway and not is_same(view.lying, wanted):
                if (in_the_way := self._fresh.in_the_way()) is not None:
                    raise in_the_way
                moves = state_json.moves_left(standing, view)
                if moves:  # without any move the tiles are right, and sets merely touch each other
                    more = {"moves": [move.text for move in moves]}
                    raise Conflict("not-as-it-was", more=more, move=moves[0], count=len(moves))
            missed = wanted.multiset() - view.lying.multiset() if view.shows_only(wanted) else None
            lies = without(wanted, missed) if missed else wanted
            self._now.act(lambda match, moment: match.restored(moment, lies))

    def overrule(self, legal: bool, reason: str, by: str = "") -> None:
        """Replaces the last verdict by the players' decision; `by`: the person whose device says so. Raises Refused."""
        with self._now.lock:
            lies = self._now.view.lying if self._fresh.in_the_way() is None else None
            self._now.act(lambda match, moment: match.overruled(legal, reason, moment, lies), by=by)

    def claim(self, moment: float, is_late: bool = False) -> VerdictNow:
        """The verdict on the table as it lies, claimed at this moment; the next turn begins with it.

        `is_late`: the table was changed after the time was over. An illegal table counts as late, too, once the time is
        over.
        """
        with self._now.lock:
            standing, view, before = self._now.standing, self._now.view, self._now.game.match
            assert standing is not None
            assert before is not None
            is_late = is_late or (self._now.notices.time_is_over and not self._asking.is_legal(view.lying, moment))
            self._memory.claimed(self._now.game.number, standing.turn, view)
            self._asking.was_judged()
            if self._now.question is not None and self._now.question.kind == "unread":
                self._watching.take_for_things(view.table.unread)
            match = self._now.act(lambda match, now: _told(match.claimed(view.lying, now, moment, is_late)))
            self._answers.keep()
            last, turn = standing.turns[-1] if standing.turns else None, match.now.turns[-1]
            self._proofs.claimed(self._now.game.number, last, turn, view, lambda table: before.judged(table, moment))
            return _verdict(match)

    def _claim_by_hand(self, moment: float, by_hand: str | None) -> VerdictNow:
        """The verdict on a turn that no camera watched: legal if in time, unless the players say otherwise."""
        is_nothing = by_hand == "nothing"
        act = self._now.act
        return _verdict(act(lambda match, now: _told(match.claimed_by_hand(now, is_nothing, True, moment))))

    def _claim_unseen(self, by_hand: str, moment: float) -> VerdictNow:
        """The verdict on a turn while the camera does not see the table: nobody is fined. Raises Conflict: the table is
        seen."""
        asked = self._now.question
        if (asked is None or asked.kind != BY_HAND) and self._fresh.in_the_way() is None:
            self._now.remember(None)
            raise Conflict("table-is-seen")
        is_nothing = by_hand == "nothing"
        return _verdict(self._now.act(lambda match, now: _told(match.claimed_by_hand(now, is_nothing, pressed=moment))))

    def _shows_the_table(self) -> bool:
        """Whether tiles are seen, and none is missing, in a picture that a player said shows the table."""
        return bool(self._now.view.table.tiles) and not self._now.view.missing

    def _turn_being_played(self) -> int:
        now = self._now.standing
        if now is not None and now.phase is Phase.PLAYING:
            return now.turn
        if self._now.paused_by == "camera" and (lost := self._fresh.in_the_way()) is not None:
            raise lost  # the turn is only paused for the camera: report the pause, not "no turn is played"
        raise Conflict("cannot.turn-claimed")


def _verdict(match: Match) -> VerdictNow:
    return turns_json.verdict_of(match.now.turns[-1])


def _told(match: Match) -> Match:
    """The match, after its last verdict was stored as the answer to the request, so that a repeated press gets it even
    after a restart."""
    expect(body={"verdict": _verdict(match)})
    return match
