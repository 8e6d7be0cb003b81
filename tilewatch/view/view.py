"""What is made of a snapshot: its tiles named with what the game knows, in sets, and what is missing.

Rows that nearly touch are told apart or joined in whichever way makes sets of them, before a fault is claimed.
"""

import secrets
from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from referee.match import AT_TURN, Phase, Standing
from referee.messages import Message
from referee.rules import SMALLEST_SET, Rules
from referee.sets import is_set
from referee.table import Table
from referee.tiles import Tile
from tilewatch.view.doubts import unsure, with_knowledge, without_missed
from vision.reading import centres, widths
from vision.watching import SettledTable, SettledTile, Snapshot

NEARLY_TOUCH = 2.2
"""Widths of a tile between the middles of two tiles that may belong to one row: there is a gap of one tile."""

Row = tuple[int, ...]
"""A row as places in a settled table."""
TAKEN_UP = 1 / 3
"""Part of the picture from which somebody has to say that what lies there hides no tile."""
_START = secrets.token_hex(2)
"""Another after each start of the program: keys count from one again."""


def regrouped(table: SettledTable, rules: Rules) -> SettledTable:
    """The table with rows that are no sets parted, or joined with a neighbour, where that makes sets of them."""
    rows: list[Row] = []
    for row in table.sets:
        parted = None if _is_set(table, row, rules) else _parted(table, row, rules)
        rows += [row] if parted is None else parted
    return replace(table, sets=tuple(_joined(table, rows, rules)))


def _is_set(table: SettledTable, row: Row, rules: Rules) -> bool:
    return is_set(tuple(table.tiles[place].tile for place in row), rules)


def _parted(table: SettledTable, row: Row, rules: Rules) -> list[Row] | None:
    """A row cut into sets, if there is a way."""
    if not row:
        return []
    for end in range(SMALLEST_SET, len(row) + 1):
        if _is_set(table, row[:end], rules):
            rest = _parted(table, row[end:], rules)
            if rest is not None:
                return [row[:end], *rest]
    return None


def _joined(table: SettledTable, rows: list[Row], rules: Rules) -> list[Row]:
    """Rows that are no sets joined with the row whose end lies close to theirs, if that makes a set."""
    for row in rows:
        if _is_set(table, row, rules):
            continue
        for other in rows:
            for pair in ((row, other), (other, row)):
                together = (*pair[0], *pair[1])
                if other is not row and _nearly_touch(table, *pair) and _is_set(table, together, rules):
                    left = [one for one in rows if one is not row and one is not other]
                    return _joined(table, [*left, together], rules)
    return rows


def _nearly_touch(table: SettledTable, row: Row, other: Row) -> bool:
    """Whether one row ends where the other begins."""
    ends = np.stack([table.tiles[place].quad for place in (row[-1], other[0])])
    apart = float(np.hypot(*np.diff(centres(ends), axis=0)[0]))
    return apart <= NEARLY_TOUCH * float(widths(ends).mean())


@dataclass(frozen=True)
class View:
    """A snapshot as the match understands it.

    `missing`: tiles that have to lie there and are not seen. `trouble`: why nothing is seen, of a lost camera.
    """

    snapshot: Snapshot
    table: SettledTable
    missing: Counter[Tile]
    trouble: Message | None = None

    @property
    def is_lost(self) -> bool:
        """Whether no picture comes that could be looked at."""
        return self.trouble is not None

    @property
    def was_seen(self) -> bool:
        """Whether a picture was ever looked at: a camera that never gave one was not lost."""
        return self.snapshot.picture is not None or self.table.width > 0

    @property
    def status(self) -> str:
        """The camera's, as the state has it."""
        if self.is_lost:
            return "lost"
        if self.snapshot.dark:
            return "dark"
        return "covered" if self.snapshot.covered or self.missing else "ok"

    @property
    def is_taken_up(self) -> bool:
        """Whether things take up so much of the picture that tiles may lie under them."""
        return self.snapshot.taken_up > TAKEN_UP

    @property
    def is_empty(self) -> bool:
        """Whether no tile is read, and none has to lie there."""
        return not self.table.tiles and not self.missing

    @property
    def is_steady(self) -> bool:
        """Whether `table` is what lies there, with nothing missing."""
        return self.snapshot.steady and not self.missing and not self.is_lost

    @property
    def is_doubtful(self) -> bool:
        """Whether reading again might tell more."""
        return bool(self.missing) or bool(self.table.unread) or bool(unsure(self.table))

    @property
    def lying(self) -> Table:
        """The table as the referee sees it."""
        return Table(tuple(tuple(tile.tile for tile in row) for row in self.table.rows))

    @property
    def tile_width(self) -> float | None:
        """How wide a tile is in the picture, in pixels; None: none lies there."""
        if not self.table.tiles:
            return None
        return float(np.median(widths(np.stack([tile.quad for tile in self.table.tiles]))))

    def is_another_than(self, before: "View") -> bool:
        """Whether this is another table than the one that was seen and asked about before."""
        is_read = bool(before.table.unread) and not self.table.unread
        is_uncovered = bool(before.snapshot.hidden) and not self.snapshot.hidden
        is_free = before.is_taken_up and not self.is_taken_up
        is_told = len(before.snapshot.absent) != len(self.snapshot.absent)
        is_other = (before.lying, before.missing) != (self.lying, self.missing)
        return is_read or is_uncovered or is_free or is_told or is_other

    def shows_only(self, wanted: Table) -> bool:
        """Whether nothing lies there, seen clearly, that is not part of the wanted table."""
        is_clear = self.snapshot.steady and not self.is_lost
        return is_clear and self.lying.multiset() <= wanted.multiset()


def _known(standing: Standing | None) -> Counter[Tile]:
    """The tiles that have to lie there, hands aside."""
    if standing is None or standing.phase not in (*AT_TURN, Phase.RESTORING):
        return Counter()
    return (standing.must_become or standing.table).multiset()


def view_of(snapshot: Snapshot, standing: Standing | None, trouble: Message | None) -> View:
    """A snapshot as the match understands it; `trouble`: why nothing is seen."""
    if standing is None or not snapshot.table.width:
        return View(snapshot, snapshot.table, Counter(), trouble)
    known, rules = _known(standing), standing.rules
    is_at_turn = standing.phase in AT_TURN
    table = with_knowledge(snapshot.table, known, rules.copies_of)
    table = regrouped(without_missed(table, known) if is_at_turn else table, rules)
    missing = known - Counter(tile.tile for tile in table.tiles) if is_at_turn else Counter[Tile]()
    return View(snapshot, table, missing, trouble)


def doing(view: View, is_claimed: bool, is_over: bool, asked_for: str | None = None) -> Message | None:
    """What happens now, and what the players can do about it; None: nobody waits for anything.

    `is_claimed`: somebody waits for a look at the table; `is_over`: the turn's time is over; `asked_for`: whose turn is
    judged as soon as the players have answered.
    """
    if asked_for is not None:
        return Message.of("doing.asked", player=asked_for)
    if not is_claimed and not is_over:
        return None
    said = "doing.over" if is_over else "doing.done"
    if view.is_lost:
        return Message(f"{said}-camera")
    if view.snapshot.covered:
        return Message(f"{said}-covered")
    return Message(f"{said}-reading" if view.snapshot.steady else f"{said}-moving")


def mark_of(tile: SettledTile) -> str:
    """The mark of a tile: it stays the same as long as the tile lies there."""
    return f"{_START}-{tile.key}"
