"""The table as it counts: what judge, solver, coach, highlights and replay begin a turn with."""

from dataclasses import dataclass

from referee.rules import Rules
from referee.table import Table

NOTHING = Table()
"""A table on which no tile lies."""


@dataclass(frozen=True, slots=True)
class Position:
    """A table before a turn, for the player whose turn it is.

    `rules`: those of the round; `opened`: whether the player opened in an earlier turn; `accepted`: sets that the
    players let lie although the rules do not. They are no fault while they lie unchanged, and whoever touches such a
    set has to leave valid sets.
    """

    rules: Rules
    opened: bool
    table: Table
    accepted: Table = NOTHING

    @classmethod
    def by_right(cls, rules: Rules, opened: bool, table: Table) -> "Position":
        """The position in a match: whatever lies there was judged or agreed before, so all of it is accepted."""
        return cls(rules, opened, table, table)
