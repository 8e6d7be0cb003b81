"""What is made of a snapshot: its tiles named with what the game knows, in sets, and what is missing."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from referee.match import Phase, Standing
from referee.messages import Message
from referee.table import Table
from referee.tiles import Tile
from tilewatch.view.doubts import unsure, with_knowledge, without_missed
from tilewatch.view.regroup import regrouped
from vision.reading import widths
from vision.watching import SettledTable, Snapshot

AT_TURN = (Phase.PLAYING, Phase.PAUSED)
TAKEN_UP = 1 / 3
"""Part of the picture from which somebody has to say that what lies there hides no tile."""


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


def doing(view: View, is_claimed: bool, is_over: bool) -> Message | None:
    """What happens now, and what the players can do about it; None: nobody waits for anything.

    `is_claimed`: somebody waits for a look at the table; `is_over`: the turn's time is over.
    """
    if not is_claimed and not is_over:
        return None
    said = "doing.over" if is_over else "doing.done"
    if view.is_lost:
        return Message(f"{said}-camera")
    if view.snapshot.covered:
        return Message(f"{said}-covered")
    return Message(f"{said}-reading" if view.snapshot.steady else f"{said}-moving")
