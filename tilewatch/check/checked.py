"""Judges a photographed table and, if the table before it is known, the turn between the two."""

from collections import Counter
from dataclasses import dataclass, field, replace

from referee.judging import Account, Position, Verdict, account_of, judge
from referee.messages import Message
from referee.rules import Rules
from referee.table import Table
from referee.tiles import Tile
from tilewatch.check.one_table import CheckedTable, at_edge, lying, table_checked
from tilewatch.check.seen import Seen
from tilewatch.view import MOST_TRIED, Judge, Question, View, possible_otherwise, question_about, with_knowledge
from vision.watching import SettledTable, Snapshot

ANY_RACK = 1_000
"""Tiles on a rack of unknown size; no play exceeds it."""


@dataclass(frozen=True)
class Asked:
    """The conditions of a check. `opened`: whether the player had opened before the turn; `accepted`: rows that the
    players accept; `is_settled`: a person has answered the doubts about the turn."""

    rules: Rules = field(default_factory=Rules)
    opened: bool = True
    accepted: Table = field(default_factory=Table)
    is_settled: bool = False


@dataclass(frozen=True, eq=False)
class CheckedTurn:
    """The verdict on a turn, and the account of it. `question`: to be answered before the verdict counts; None: nothing
    is in doubt, or no doubt changes it."""

    verdict: Verdict
    account: Account | None
    question: Question | None


@dataclass(frozen=True, eq=False)
class Checked:
    """The verdict on a photographed table; with the table before it (`before`) also on the turn."""

    after: CheckedTable
    before: CheckedTable | None = None
    turn: CheckedTurn | None = None

    @property
    def is_right(self) -> bool:
        """Whether the table is valid and the turn, if there is one, legal, doubts aside."""
        return self.after.is_valid if self.turn is None else self.turn.verdict.legal

    @property
    def in_doubt(self) -> bool:
        """Whether a person should answer a doubt first."""
        return self.after.in_doubt if self.turn is None else self.turn.question is not None


def checked(after: Seen, before: Seen | None, asked: Asked) -> Checked:
    """The verdict on a table and, if the table before it was seen as well, on the turn between the two."""
    copies = asked.rules.copies_of
    if before is None:
        known = replace(after, table=with_knowledge(after.table, Counter(), copies))
        return Checked(table_checked(known, asked.rules, asked.accepted))
    after, before = _with_each_other(after, before, asked.rules)
    now, earlier = (table_checked(one, asked.rules, asked.accepted) for one in (after, before))
    return Checked(now, earlier, _turn(now, earlier, asked))


def _with_each_other(after: Seen, before: Seen, rules: Rules) -> tuple[Seen, Seen]:
    """Both tables, the doubtful tiles of each renamed by the names in the other, because no tile may vanish.

    The table whose differing tiles are more doubtful is corrected first.
    """
    seen = {"after": after, "before": before}
    names = sorted(seen, key=lambda name: _least_sure(seen[name], seen["before" if name == "after" else "after"]))
    for name, other in (names, names[::-1]):
        known = lying(seen[other]).multiset()
        seen[name] = replace(seen[name], table=with_knowledge(seen[name].table, known, rules.copies_of))
    return seen["after"], seen["before"]


def _least_sure(seen: Seen, other: Seen) -> float:
    """The lowest confidence among tiles that the other table does not show; 1.0: no tile differs."""
    new = lying(seen).multiset() - lying(other).multiset()
    return min((tile.confidence for tile in seen.table.tiles if new[tile.tile]), default=1.0)


def _turn(after: CheckedTable, before: CheckedTable, asked: Asked) -> CheckedTurn:
    rules, old = asked.rules, before.lying

    def judged(table: Table) -> Verdict:
        return judge(Position(rules, asked.opened, old, asked.accepted), table)

    verdict = judged(after.lying)
    account = account_of(rules, old, after.lying)
    question = None if asked.is_settled else _question(after, before, judged, asked, verdict)
    return CheckedTurn(verdict, account, question)


def _question(
    after: CheckedTable, before: CheckedTable, judged: Judge, asked: Asked, verdict: Verdict
) -> Question | None:
    """The question to answer before the verdict counts: first about the table after the turn, then about the table
    before."""
    table = after.seen.table
    missing = before.lying.multiset() - after.lying.multiset()
    may_go_on = at_edge(after.seen)
    snapshot = Snapshot(steady=True, table=table, may_go_on=may_go_on)
    question = question_about(View(snapshot, table, missing), judged, ANY_RACK)
    if question is not None and question.kind != "missing":
        return question
    if verdict.legal:
        return None
    return _misread_before(after, before, asked) or question or _poor(after, before)


def _misread_before(after: CheckedTable, before: CheckedTable, asked: Asked) -> Question | None:
    """The question whether a tile of the table before the turn was misread, if under another name the turn is legal."""
    for set_, place, other in possible_otherwise(before.seen.table)[:MOST_TRIED]:
        old = _with(before.seen.table, set_, place, other)
        if judge(Position(asked.rules, asked.opened, old, asked.accepted), after.lying).legal:
            read = before.seen.table.rows[set_][place].tile
            message = Message.of("question.misread-before", read=(read,), other=(other,))
            return Question("misread-before", message, (read, other), set_, place)
    return None


def _poor(after: CheckedTable, before: CheckedTable) -> Question | None:
    """The question to answer before a fault may rest on an unclear photograph. None: both photographs are clear."""
    if all(one.seen.is_clear for one in (after, before)):
        return None
    return Question("poor", Message("table-poor"), ())


def _with(table: SettledTable, set_: int, place: int, other: Tile) -> Table:
    rows = [[tile.tile for tile in row] for row in table.rows]
    rows[set_][place] = other
    return Table(tuple(map(tuple, rows)))
