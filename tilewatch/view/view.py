"""Interprets a snapshot in a match: its tiles named with the game's prior and grouped in sets, and the missing tiles.

Rows that nearly touch are split or joined in whichever way makes sets, before a fault is claimed.
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
from tilewatch.view.doubts import newest, unsure, with_knowledge, without_missed
from vision.reading import centres, widths
from vision.watching import SettledTable, SettledTile, Snapshot

NEARLY_TOUCH = 2.2
"""Tile widths between the centres of two tiles that may belong to one row: a gap of about one tile."""

Row = tuple[int, ...]
"""A row as indices into a settled table's tiles."""
STACKED = 1.6
"""Tile heights between the middles of tiles in two rows of one lid, or of one rack, at most."""
LONG = 5
"""Tiles of the shortest row that nobody lays by mistake: such a row is no set, however it is split."""
TAKEN_UP = 1 / 3
"""Fraction of the picture covered by objects, from which a player has to say that they hide no tile."""
_START = secrets.token_hex(2)
"""Random for each start of the program, because keys count from one again."""


def regrouped(table: SettledTable, rules: Rules) -> SettledTable:
    """The table with rows that are not sets split, or joined with a neighbour, if that makes sets."""
    rows: list[Row] = []
    for row in table.sets:
        parted = None if _is_set(table, row, rules) else _parted(table, row, rules)
        rows += [row] if parted is None else parted
    return replace(table, sets=tuple(_joined(table, rows, rules)))


def _is_set(table: SettledTable, row: Row, rules: Rules) -> bool:
    return is_set(tuple(table.tiles[place].tile for place in row), rules)


def _parted(table: SettledTable, row: Row, rules: Rules) -> list[Row] | None:
    """A row split into sets; None: it cannot be."""
    if not row:
        return []
    for end in range(SMALLEST_SET, len(row) + 1):
        if _is_set(table, row[:end], rules):
            rest = _parted(table, row[end:], rules)
            if rest is not None:
                return [row[:end], *rest]
    return None


def _joined(table: SettledTable, rows: list[Row], rules: Rules) -> list[Row]:
    """The rows; a row that is no set is joined with a row whose end is close, if that makes a set."""
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
    """A snapshot as the match interprets it.

    `missing`: tiles that have to lie on the table and are not seen. `trouble`: why the camera is lost; None: it is not.
    `new`: indices of rows of new tiles alone; `apart`: those that may be no part of the game, as a rack's.
    """

    snapshot: Snapshot
    table: SettledTable
    missing: Counter[Tile]
    trouble: Message | None = None
    new: tuple[int, ...] = ()
    apart: tuple[int, ...] = ()

    @property
    def is_lost(self) -> bool:
        """Whether no usable picture comes."""
        return self.trouble is not None

    @property
    def was_seen(self) -> bool:
        """Whether there ever was a usable picture: a camera that never gave one is not lost."""
        return self.snapshot.picture is not None or self.table.width > 0

    @property
    def status(self) -> str:
        """The camera's status, as the state has it: `lost`, `dark`, `covered` or `ok`."""
        if self.is_lost:
            return "lost"
        if self.snapshot.dark:
            return "dark"
        return "covered" if self.snapshot.covered or self.missing else "ok"

    @property
    def is_taken_up(self) -> bool:
        """Whether objects cover so much of the picture that tiles may lie under them."""
        return self.snapshot.taken_up > TAKEN_UP

    @property
    def is_empty(self) -> bool:
        """Whether no tile is read, and no tile has to lie on the table."""
        return not self.table.tiles and not self.missing

    @property
    def is_steady(self) -> bool:
        """Whether `table` shows the whole table as it is now, and no tile is missing."""
        return self.snapshot.steady and not self.missing and not self.is_lost

    @property
    def is_doubtful(self) -> bool:
        """Whether another reading might tell more."""
        return bool(self.missing) or bool(self.table.unread) or bool(unsure(self.table))

    @property
    def lying(self) -> Table:
        """The table as the referee sees it."""
        return Table(tuple(tuple(tile.tile for tile in row) for row in self.table.rows))

    @property
    def tile_width(self) -> float | None:
        """Median width of the tiles in pixels; None: no tile is seen."""
        if not self.table.tiles:
            return None
        return float(np.median(widths(np.stack([tile.quad for tile in self.table.tiles]))))

    def beside(self, row: int) -> tuple[int, ...]:
        """The new rows close above or below this row, or above or below such rows, and the row itself: as on a box's
        lid."""
        block = {row}
        while more := {one for one in self.new for other in block if one not in block and self._is_close(one, other)}:
            block |= more
        return tuple(sorted(block))

    def _is_close(self, one: int, other: int) -> bool:
        quads, beside = (np.stack([tile.quad for tile in self.table.rows[place]]) for place in (one, other))
        high = float(np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1).mean())
        apart = np.linalg.norm(centres(quads)[:, None] - centres(beside)[None], axis=2)
        return bool(apart.min() <= STACKED * high)

    def is_another_than(self, before: "View") -> bool:
        """Whether this differs from the view `before`, about which the players were asked."""
        is_read = bool(before.table.unread) and not self.table.unread
        is_uncovered = bool(before.snapshot.hidden) and not self.snapshot.hidden
        is_free = before.is_taken_up and not self.is_taken_up
        is_told = len(before.snapshot.absent) != len(self.snapshot.absent)
        is_other = (before.lying, before.missing) != (self.lying, self.missing)
        return is_read or is_uncovered or is_free or is_told or is_other

    def shows_only(self, wanted: Table) -> bool:
        """Whether the camera sees clearly that nothing lies on the table but tiles of the wanted table."""
        is_clear = self.snapshot.steady and not self.is_lost
        return is_clear and self.lying.multiset() <= wanted.multiset()


def _known(standing: Standing | None) -> Counter[Tile]:
    """The tiles that have to lie on the table."""
    if standing is None or standing.phase not in (*AT_TURN, Phase.RESTORING):
        return Counter()
    return (standing.must_become or standing.table).multiset()


def view_of(snapshot: Snapshot, standing: Standing | None, trouble: Message | None) -> View:
    """A snapshot as the match interprets it; `trouble`: why the table is not seen."""
    if standing is None or not snapshot.table.width:
        return View(snapshot, snapshot.table, Counter(), trouble)
    known, rules = _known(standing), standing.rules
    is_at_turn = standing.phase in AT_TURN
    table = with_knowledge(snapshot.table, known, rules.copies_of)
    table = regrouped(without_missed(table, known) if is_at_turn else table, rules)
    missing = known - Counter(tile.tile for tile in table.tiles) if is_at_turn else Counter[Tile]()
    keys = newest(table, known)
    new = tuple(place for place, row in enumerate(table.rows) if {tile.key for tile in row} <= keys)
    apart = tuple(place for place in new if _may_be_apart(table, table.sets[place], snapshot, rules))
    return View(snapshot, table, missing, trouble, new, apart)


def _may_be_apart(table: SettledTable, row: Row, snapshot: Snapshot, rules: Rules) -> bool:
    """Whether a new row stands at the place of a row from before the round, or is long and no set."""
    keys, is_long = {table.tiles[place].key for place in row}, len(row) >= LONG and not _is_set(table, row, rules)
    return keys.isdisjoint(snapshot.played) and (is_long or not keys.isdisjoint(snapshot.apart))


def doing(view: View, is_claimed: bool, is_over: bool, asked_for: str | None = None) -> Message | None:
    """The program's present activity, and the players' options; None: nobody waits.

    `is_claimed`: a claim waits for a reading; `is_over`: the turn's time is over; `asked_for`: the player whose turn is
    judged once the question is answered.
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
    """The mark of a tile, which stays the same as long as the tile lies there."""
    return f"{_START}-{tile.key}"
