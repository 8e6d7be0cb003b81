"""What the players are asked before a turn is judged."""

from typing import NoReturn

from referee.messages import Message
from referee.table import Table
from tilewatch.table.situation import Situation
from tilewatch.table.watching import Watching
from tilewatch.view import Question, View, about_lone, question_about, too_small, unsure
from web.contract import Conflict

MANY_DOUBTS = 4
"""Doubtful tiles from which on it is the picture that is bad, if MANY_OF_ALL are."""
MANY_OF_ALL = 0.2
"""Part of all tiles that is doubtful in a bad picture; of a good one a twentieth is."""
BY_HAND, POOR = "by-hand", "poor"
"""Questions: what was played while nobody saw the table; and that it is seen too badly to be judged."""
MORE_TAKEN_UP = 0.1
"""Part of the picture that has to be taken up more than when a turn was judged last, for the table's being free to be
asked about again."""
MORE_UNREAD = 0.002
"""The same while no tile could be read yet: three small tiles take up more."""


class Asking:
    """Finds the doubts that decide a turn, and asks about them. Whoever asks holds the situation's lock."""

    def __init__(self, situation: Situation, watching: Watching) -> None:
        self._now, self._watching = situation, watching

    def question(
        self, moment: float, asked: Question | None = None, is_pressed: bool = False, is_late: bool = False
    ) -> Question | None:
        """What to ask before the table is judged as if claimed at this moment.

        `asked`: what was asked before. `is_pressed`: somebody said Done, and is there to be asked. `is_late`: the table
        was changed after the time was over.
        """
        match = self._now.game.match
        assert match is not None
        view, unread = self._now.view, 0 if asked is None else asked.unread
        if _is_doubtful_all_over(view) and not match.judged(view.lying, moment).legal:
            return Question(POOR, Message("table-poor"), ())
        doubt = self._is_it_free(is_pressed)
        if doubt is not None and (asked is None or asked.kind != "free"):
            return Question("free", doubt, (), unread=unread)
        judge, rack = (lambda table: match.judged(table, moment, is_late)), match.now.player.rack
        question = question_about(view, judge, rack, asked)
        if question is None and self._now.by_photos and not self.is_legal(view.lying, moment):
            question = about_lone(view, judge)  # one picture alone tells print on a cloth from a tile less surely
        small = too_small(view.tile_width)
        if question is None and small is not None and not self.is_legal(view.lying, moment):
            return Question(POOR, small, (), unread=unread)
        return question

    def is_legal(self, table: Table, moment: float) -> bool:
        """Whether the turn would be legal with this table, claimed at this moment."""
        match = self._now.game.match
        return match is not None and match.judged(table, moment).legal

    def ask_first(self, anyway: bool, moment: float, asked: Question | None) -> None:
        """Asks once what is doubtful; whoever claims again after the question means it.

        `asked`: what was asked when they pressed; a question that came meanwhile nobody has answered.
        """
        asked = asked if asked == self._now.question else None
        question = self.question(moment, asked, is_pressed=True)
        if anyway and question is not None and question.kind == POOR:
            self.ask_what_was_played()
        if question is None and self._now.view.table.unread and not self._plays_anything(moment):
            question = asked  # whoever lays something that cannot be read has not passed
        elif question == asked:
            return
        if question is None or (anyway and (question.kind != "unread" or question == asked)):
            return
        self._ask(question)

    def still(self) -> None:
        """Who presses a Done that waits may not have seen the question: it is no answer to it. Raises Conflict."""
        if self._now.question is not None:
            self._ask(self._now.question)

    def ask_what_was_played(self) -> None:
        """Whoever insists without a picture says what was played. Raises Conflict."""
        self._ask(Question(BY_HAND, Message("question.by-hand"), ()))

    def _ask(self, question: Question) -> NoReturn:
        self._now.ask(question)
        raise Conflict(question.message, more={"question": question.to_json()})

    def _is_it_free(self, is_pressed: bool) -> Message | None:
        """What is asked where things lie that may hide tiles, or be tiles that this camera cannot read at all."""
        view, free_to = self._now.view, self._now.free_to
        if view.is_taken_up and view.snapshot.taken_up > free_to + MORE_TAKEN_UP:
            return Message("question.free")
        is_new = is_pressed and not self._now.has_read_tiles and view.snapshot.taken_up > free_to + MORE_UNREAD
        is_unknown = view.is_empty and (is_new or not self._watching.clarity.is_sharp)
        return Message("question.free-unread") if is_unknown else None

    def _plays_anything(self, moment: float) -> bool:
        """Whether what is read would be another table than before."""
        match = self._now.game.match
        return match is None or bool(match.judged(self._now.view.lying, moment).played)


def _is_doubtful_all_over(view: View) -> bool:
    """Whether so many tiles are doubtful that the picture is no good: a fault that is found in it may be none."""
    doubts = len(unsure(view.table)) + len(view.table.unread)
    return doubts >= MANY_DOUBTS and doubts >= MANY_OF_ALL * len(view.table.tiles)
