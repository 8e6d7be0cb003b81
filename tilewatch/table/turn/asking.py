"""The question to the players before a turn is judged."""

from dataclasses import replace
from typing import NoReturn

from referee.judging import FaultCode, Verdict
from referee.messages import Message
from referee.rules import SMALLEST_SET
from referee.table import Table
from tilewatch.table.situation import Situation
from tilewatch.table.watching import Watching
from tilewatch.view import ASKED_BELOW, Question, about_apart, about_lone, question_about, too_small, unsure
from web.contract import Conflict

MANY_DOUBTS = 4
"""Doubtful tiles from which the whole picture counts as bad, if MANY_OF_ALL are doubtful as well."""
MANY_OF_ALL = 0.2
"""Fraction of all tiles that is doubtful in a bad picture; in a good picture a twentieth is."""
BY_HAND, POOR = "by-hand", "poor"
"""Kinds of questions: which tiles were played while the camera did not see the table; and that the table is seen too
badly to be judged."""
ANSWER_THEMSELVES = ("apart", "free")
"""Kinds of questions whose answer, a second press, says nothing of other doubts: these are asked about next."""
MORE_TAKEN_UP = 0.1
"""Fraction of the picture that must be newly covered since the last verdict before the players are asked again whether
objects hide tiles."""
MORE_UNREAD = 0.002
"""Fraction to be newly covered while no tile could be read yet: three small tiles cover more."""


class Asking:
    """Finds the doubts that decide a turn, and asks about them. Callers hold the situation's lock."""

    def __init__(self, situation: Situation, watching: Watching) -> None:
        self._now, self._watching = situation, watching
        self._judged = frozenset[int]()
        """Keys of the doubtful tiles on the table of the last verdict: they say nothing of a newer picture."""

    def question(
        self, moment: float, asked: Question | None = None, is_pressed: bool = False, is_late: bool = False
    ) -> Question | None:
        """The question to ask before the table is judged as if claimed at this moment; None: nothing is in doubt.

        `asked`: the question asked before. `is_pressed`: a player pressed Done, and is there to answer. `is_late`: the
        table was changed after the time was over.
        """
        match = self._now.game.match
        assert match is not None
        view, unread = self._now.view, 0 if asked is None else asked.unread
        judge, rack = (lambda table: match.judged(table, moment, is_late)), match.now.player.rack
        apart = about_apart(view, judge)
        if apart is not None:
            return replace(apart, unread=unread)
        if self._is_doubtful_all_over() and not self._is_surely_judged(match.judged(view.lying, moment)):
            return Question(POOR, Message("table-poor"), ())
        doubt = self._is_it_free(is_pressed)
        if doubt is not None and (asked is None or asked.kind != "free"):
            return Question("free", doubt, (), unread=unread)
        question = question_about(view, judge, rack, asked)
        if question is not None or self.is_legal(view.lying, moment):
            return question
        surest = 1.0 if self._now.by_photos else ASKED_BELOW  # a single picture may show print surely as a tile
        question, small = about_lone(view, judge, surest), too_small(view.tile_width)
        if question is None and small is not None:
            question = Question(POOR, small, ())
        return None if question is None else replace(question, unread=unread)

    def is_legal(self, table: Table, moment: float) -> bool:
        """Whether the turn would be legal with this table, claimed at this moment."""
        match = self._now.game.match
        return match is not None and match.judged(table, moment).legal

    def ask_first(self, anyway: bool, moment: float, asked: Question | None) -> None:
        """Asks once about the doubts; a second claim after the question counts as an answer.

        Raises Conflict. `asked`: the question that was open at the press; a later question is not answered by it.
        """
        asked = asked if asked == self._now.question else None
        answers_itself = asked is not None and asked.kind in ANSWER_THEMSELVES
        if asked is not None and answers_itself:
            self._accept(asked)
        question, anyway = self.question(moment, asked, is_pressed=True), anyway and not answers_itself
        if anyway and question is not None and question.kind == POOR:
            self.ask_what_was_played()
        if question is None and not answers_itself and self._now.view.table.unread and not self._plays_anything(moment):
            question = asked  # an unread tile was laid, so the player has not passed
        elif question == asked:
            return
        if question is None or (anyway and (question.kind != "unread" or question == asked)):
            return
        self._ask(question)

    def _accept(self, asked: Question) -> None:
        """Players say that the table is free, or that these rows belong to the game."""
        view = self._now.view
        if asked.kind == "free":
            self._now.say_free()
        elif asked.set is not None:
            keys = {tile.key for row in view.beside(asked.set) for tile in view.table.rows[row]}
            self._now.update(replace(view.snapshot, played=view.snapshot.played | keys), view.trouble)
            self._watching.take_as_played(keys)

    def still(self) -> None:
        """Repeats the open question: a player who presses a waiting Done again may not have seen it. Raises
        Conflict."""
        if self._now.question is not None:
            self._ask(self._now.question)

    def ask_what_was_played(self) -> None:
        """Asks which tiles were played, when a player insists without a picture. Raises Conflict."""
        self._ask(Question(BY_HAND, Message("question.by-hand"), ()))

    def _ask(self, question: Question) -> NoReturn:
        self._now.ask(question)
        raise Conflict(question.message, more={"question": question.to_json()})

    def was_judged(self) -> None:
        """Records that a verdict rests on the table as it is read: its things and its doubts are accepted."""
        self._now.say_free()
        self._judged = frozenset(one.tile.key for one in unsure(self._now.view.table))

    def _is_doubtful_all_over(self) -> bool:
        """Whether so many tiles have become doubtful that the picture is bad and its faults cannot be trusted."""
        table = self._now.view.table
        doubts = sum(one.tile.key not in self._judged for one in unsure(table)) + len(table.unread)
        return doubts >= MANY_DOUBTS and doubts >= MANY_OF_ALL * len(table.tiles)

    def _is_surely_judged(self, verdict: Verdict) -> bool:
        """Whether doubts elsewhere change nothing: the turn is legal, or a row of sure tiles alone is no set."""
        table = self._now.view.table
        doubted = {one.set for one in unsure(table)}
        faults = (fault.sets for fault in verdict.faults if fault.code is FaultCode.NOT_A_SET)
        wrong = {place for sets in faults for place in sets if len(table.rows[place]) >= SMALLEST_SET}
        return verdict.legal or bool(wrong - doubted)

    def _is_it_free(self, is_pressed: bool) -> Message | None:
        """The question whether objects hide tiles, or are tiles that this camera cannot read; None: neither is
        likely."""
        view, free_to = self._now.view, self._now.free_to
        if view.is_taken_up and view.snapshot.taken_up > free_to + MORE_TAKEN_UP:
            return Message("question.free")
        is_new = is_pressed and not self._now.has_read_tiles and view.snapshot.taken_up > free_to + MORE_UNREAD
        is_unknown = view.is_empty and (is_new or not self._watching.clarity.is_sharp)
        return Message("question.free-unread") if is_unknown else None

    def _plays_anything(self, moment: float) -> bool:
        """Whether the table as read differs from the table before the turn."""
        match = self._now.game.match
        return match is None or bool(match.judged(self._now.view.lying, moment).played)
