"""The state in which a turn begins; judge, solver, coach, highlights and replay start from it."""

from dataclasses import dataclass

from referee.rules import Rules
from referee.table import Table

NOTHING = Table()
"""A table on which no tile lies."""


@dataclass(frozen=True, slots=True)
class Position:
    """The table before a turn, for the player whose turn it is.

    `rules`: the rules of the round; `opened`: whether the player opened in an earlier turn; `accepted`: sets that the
    players let lie although the rules forbid them. Such a set is no fault while it is unchanged; a player who changes
    it has to leave valid sets.
    """

    rules: Rules
    opened: bool
    table: Table
    accepted: Table = NOTHING

    @classmethod
    def by_right(cls, rules: Rules, opened: bool, table: Table) -> "Position":
        """The position in a match, where every set was judged or agreed on before and is therefore accepted."""
        return cls(rules, opened, table, table)
