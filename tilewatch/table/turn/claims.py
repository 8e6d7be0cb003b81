"""A turn's end: somebody claims it, the table is judged as it lies, and a failed turn is put back."""

from contextlib import suppress
from dataclasses import replace

from referee.match import Match, Phase
from referee.messages import Message
from referee.table import Table
from tilewatch.put_back import is_same, without
from tilewatch.table.corrections import Corrections
from tilewatch.table.pressed import Pressed
from tilewatch.table.sets.proofs import Proofs
from tilewatch.table.situation import Situation
from tilewatch.table.turn.fresh_look import FreshLook
from tilewatch.table.turn_memory import TurnMemory
from tilewatch.table.watching import Watching
from tilewatch.telling import match_json, table_json
from tilewatch.view import Question, View, about_hidden, question_about, unsure
from web.contract import Conflict, NotWritten
from web.press import expect
from web.records.verdicts import VerdictNow

MANY_DOUBTS = 4
"""Doubtful tiles from which on it is the picture that is bad, if MANY_OF_ALL are."""
MANY_OF_ALL = 0.2
"""Part of all tiles that is doubtful in a bad picture; of a good one a twentieth is."""
BY_HAND, POOR = "by-hand", "poor"
"""Questions: what was played while nobody saw the table; and that it is seen too badly to be judged."""
ASKS_AFTER = 20.0
"""Seconds for which a Done waits for a free table before the players are asked what to do."""
MORE_TAKEN_UP = 0.1
"""Part of the picture that has to be taken up more than when a turn was judged last, for the table's being free to be
asked about again."""
MORE_UNREAD = 0.002
"""The same while no tile could be read yet: three small tiles take up more."""


class Claims:
    """What players do about a turn (web.contract.TurnControls)."""

    def __init__(
        self,
        situation: Situation,
        watching: Watching,
        look: FreshLook,
        memory: TurnMemory,
        corrections: Corrections,
        proofs: Proofs,
    ) -> None:
        self._now, self._watching, self._look = situation, watching, look
        self._memory, self._corrections, self._proofs = memory, corrections, proofs

    def done(
        self, anyway: bool, turn: int | None = None, waits: bool = False, by_hand: str | None = None
    ) -> VerdictNow | None:
        """Judges the table as it lies; the verdict. Raises Refused.

        `waits`: the press is remembered for as long as a hand or a doubt is in the way, the clock standing from it on;
        None: it is. What is in the way of it goes, and the verdict comes by itself. `by_hand`: nobody sees the table,
        and the players say whether `nothing` or `tiles` were played.
        """
        since, moment = self._look.since_now(), self._now.game.moment
        with self._now.lock:
            claimed = self._turn_being_played()
            if turn is not None and turn != claimed:
                raise Conflict("turn-over")
            if self._now.by_hand:
                return self._claim_by_hand(moment)
            earlier = self._now.pressed
            if earlier is not None:
                moment = earlier.moment
            if waits:
                self._now.remember(Pressed(claimed, moment, since))
            if by_hand is not None:
                return self._claim_unseen(by_hand, moment)
            is_covered = self._now.view.snapshot.covered
        if anyway:
            self._watching.vouch()
        with self._now.lock:
            in_the_way = self._look.wait(since, anyway=anyway)
            if self._turn_being_played() != claimed:
                raise Conflict("turn-judged")
            if anyway and (in_the_way is not None or (is_covered and not self._shows_the_table())):
                self._ask_what_was_played()
            if in_the_way is not None:
                if waits and not self._now.view.is_lost:
                    return None
                self._now.remember(None)
                raise in_the_way
            self._ask_first(anyway, moment)
            return self.claim(moment)

    def go_on(self) -> None:
        """Is called several times a second: a Done that waits is judged as soon as nothing is in the way of it."""
        with self._now.lock, suppress(NotWritten):  # it is tried again, as soon as the journal can be written
            pressed, now = self._now.pressed, self._now.standing
            if pressed is None or self._now.waiting or self._now.game.trouble:
                return
            if now is None or now.phase is not Phase.PLAYING or now.turn != pressed.turn:
                self._now.remember(None)
            elif not pressed.asks and self._now.game.moment - pressed.moment >= ASKS_AFTER:
                self._now.remember(replace(pressed, asks=True))
                self._now.listeners.tell()
            elif self._now.question is None and self._now.view.snapshot.hidden:
                self._now.ask(about_hidden(self._now.view))
            elif (self._now.question is None or self._now.question.kind == BY_HAND) and self._watching.is_read(
                pressed.since
            ):
                question = self.question(pressed.moment, is_pressed=True)
                if question is None:
                    self.claim(pressed.moment)
                else:
                    self._now.ask(question)

    def forget_done(self) -> None:
        """The turn that was pressed goes on: it was no Done. Raises Refused."""
        with self._now.lock:
            if self._now.pressed is None:
                raise Conflict("no-done-waits")
            self._now.remember(None)
            self._now.ask(None)

    def restored(self, anyway: bool) -> None:
        """The table is back as it was: next player. Raises Refused.

        `anyway`: what is missing is forgotten, and goes where the rules say.
        """
        with self._now.lock:
            standing, view = self._now.standing, self._now.view
            if standing is None or standing.must_become is None:
                raise Conflict("no-failed-turn")
            wanted = standing.must_become
            if not anyway and not is_same(view.lying, wanted):
                if (in_the_way := self._look.in_the_way()) is not None:
                    raise in_the_way
                moves = table_json.moves_left(standing, view)
                if moves:  # without any, sets only touch each other
                    more = {"moves": [move.text for move in moves]}
                    raise Conflict("not-as-it-was", more=more, move=moves[0], count=len(moves))
            missed = wanted.multiset() - view.lying.multiset() if view.shows_only(wanted) else None
            lies = without(wanted, missed) if missed else wanted
            self._now.act(lambda match, moment: match.restored(moment, lies))

    def overrule(self, legal: bool, reason: str) -> None:
        """The players decide otherwise about the last verdict. Raises Refused."""
        with self._now.lock:
            lies = self._now.view.lying if self._look.in_the_way() is None else None
            self._now.act(lambda match, moment: match.overruled(legal, reason, moment, lies))

    def claim(self, moment: float) -> VerdictNow:
        """Judges the turn, claimed at this moment, with the table as it lies; the verdict."""
        with self._now.lock:
            standing, view, before = self._now.standing, self._now.view, self._now.game.match
            assert standing is not None
            assert before is not None
            self._memory.claimed(self._now.game.number, standing.turn, view)
            self._now.say_free()
            if self._now.question is not None and self._now.question.kind == "unread":
                self._watching.take_for_things(view.table.unread)
            match = self._now.act(lambda match, _: _told(match.claimed(view.lying, moment)))
            self._corrections.keep()
            last, turn = standing.turns[-1] if standing.turns else None, match.now.turns[-1]
            self._proofs.claimed(self._now.game.number, last, turn, view, lambda table: before.judged(table, moment))
            return _verdict(match)

    def _claim_by_hand(self, moment: float) -> VerdictNow:
        """The turn is over, and nobody looked at the table: legal unless the players say otherwise."""
        return _verdict(self._now.act(lambda match, _: _told(match.claimed_by_hand(moment))))

    def _claim_unseen(self, by_hand: str, moment: float) -> VerdictNow:
        """The turn is over while nobody sees the table: nobody is fined. Raises Conflict: it is seen."""
        asked = self._now.question
        if (asked is None or asked.kind != BY_HAND) and self._look.in_the_way() is None:
            self._now.remember(None)
            raise Conflict("table-is-seen")
        is_nothing = by_hand == "nothing"
        return _verdict(self._now.act(lambda match, _: _told(match.claimed_by_hand(moment, passed=is_nothing))))

    def _shows_the_table(self) -> bool:
        """Whether tiles are seen, and all that have to lie there, in a picture that was said to show the table."""
        return bool(self._now.view.table.tiles) and not self._now.view.missing

    def _ask_what_was_played(self) -> None:
        """Whoever insists without a picture says what was played. Raises Conflict."""
        question = Question(BY_HAND, Message("question.by-hand"), ())
        self._now.ask(question)
        raise Conflict(question.message, more={"question": question.to_json()})

    def question(self, moment: float, asked: Question | None = None, is_pressed: bool = False) -> Question | None:
        """What to ask before the table is judged as if claimed at this moment.

        `asked`: what was asked before. `is_pressed`: somebody said Done, and is there to be asked.
        """
        match = self._now.game.match
        assert match is not None
        view, unread = self._now.view, 0 if asked is None else asked.unread
        if _is_doubtful_all_over(view) and not match.judged(view.lying, moment).legal:
            return Question(POOR, Message("table-poor"), ())
        doubt = self._is_it_free(is_pressed)
        if doubt is not None and (asked is None or asked.kind != "free"):
            return Question("free", doubt, (), unread=unread)
        judge, rack = (lambda table: match.judged(table, moment)), match.now.player.rack
        return question_about(view, judge, rack, asked)

    def _is_it_free(self, is_pressed: bool) -> Message | None:
        """What is asked where things lie that may hide tiles, or be tiles that this camera cannot read at all."""
        view, free_to = self._now.view, self._now.free_to
        if view.is_taken_up and view.snapshot.taken_up > free_to + MORE_TAKEN_UP:
            return Message("question.free")
        is_new = view.snapshot.taken_up > free_to + MORE_UNREAD and not view.table.tiles and not view.missing
        is_unknown = is_pressed and not self._now.has_read_tiles
        return Message("question.free-unread") if is_new and is_unknown else None

    def is_legal(self, table: Table, moment: float) -> bool:
        """Whether the turn would be legal with this table, claimed at this moment."""
        match = self._now.game.match
        return match is not None and match.judged(table, moment).legal

    def _plays_anything(self, moment: float) -> bool:
        """Whether what is read would be another table than before."""
        match = self._now.game.match
        return match is None or bool(match.judged(self._now.view.lying, moment).played)

    def _turn_being_played(self) -> int:
        now = self._now.standing
        if now is None or now.phase is not Phase.PLAYING:
            raise Conflict("cannot.turn-claimed")
        return now.turn

    def _ask_first(self, anyway: bool, moment: float) -> None:
        """Asks once what is doubtful; whoever claims again after the question means it."""
        question = self.question(moment, self._now.question, is_pressed=True)
        if anyway and question is not None and question.kind == POOR:
            self._ask_what_was_played()
        if question is None and self._now.view.table.unread and not self._plays_anything(moment):
            question = self._now.question  # whoever lays something that cannot be read has not passed
        elif question == self._now.question:
            return
        if question is None or anyway:
            return
        self._now.ask(question)
        raise Conflict(question.message, more={"question": question.to_json()})


def _is_doubtful_all_over(view: View) -> bool:
    """Whether so many tiles are doubtful that the picture is no good, whatever its reason: a fault may be none."""
    doubts = len(unsure(view.table)) + len(view.table.unread)
    return doubts >= MANY_DOUBTS and doubts >= MANY_OF_ALL * len(view.table.tiles)


def _verdict(match: Match) -> VerdictNow:
    return match_json.verdict_of(match.now.turns[-1], match.now.rules)


def _told(match: Match) -> Match:
    """The match with a turn that was judged; whoever pressed hears the verdict, also of a program started again."""
    expect(body={"verdict": _verdict(match)})
    return match
