"""Names proved by plays: a tile of a legal, undisputed turn has the name that was read, if no other tile would have
been legal in its place."""

from dataclasses import dataclass
from zlib import crc32

from referee.match import Match, Turn
from tilewatch.view import Judge, View, proved
from vision.reading import Example, Source, patches_of

Numbered = tuple[int, int]
"""A match's number and a turn's number."""


@dataclass(frozen=True, slots=True)
class News:
    """The proofs since the last call. `last`: the turn that now counts as the last of its match, if that changed; later
    turns of that match prove nothing any more."""

    proved: tuple[Example, ...] = ()
    last: Numbered | None = None


class Proofs:
    """Collects tiles whose names a legal play proves. The tiles of a turn are handed out once the next turn is claimed,
    and withdrawn if the turn no longer counts as legal.

    Callers hold the situation's lock.
    """

    def __init__(self, journal: str) -> None:
        """`journal`: the journal's id. It makes match numbers unique, because a new journal counts from one again."""
        self._first = crc32(journal.encode()) << 20
        self._claimed: tuple[Numbered, list[Example]] | None = None
        self._of_key: dict[int | None, Numbered] = {}
        self._new: list[Example] = []
        self._last: Numbered | None = None

    def claimed(self, match: int, before: Turn | None, turn: Turn, view: View, judge: Judge) -> None:
        """Records a turn that was judged with this view by `judge`; `before`: the turn before it, as it counts now;
        None: it is the first."""
        match += self._first
        self._forget_after((match, turn.number - 1))
        if self._claimed is not None and before is not None and before.legal:
            proves = self._claimed[1] if self._claimed[0] == (match, before.number) else []
            self._of_key |= {one.key: self._claimed[0] for one in proves}
            self._new += proves
        now = match, turn.number
        self._claimed = (now, self._new_in(now, view, judge)) if turn.legal and not turn.by_hand else None

    def news(self, at_table: tuple[int, Match] | None) -> News:
        """The tiles proved since the last call; `at_table`: the match's number, and the match."""
        before = self._last
        if at_table is not None:
            number, turns = at_table[0], at_table[1].now.turns
            self._last = self._first + number, turns[-1].number - (not turns[-1].legal) if turns else 0
        if self._last is not None and self._last != before:
            self._forget_after(self._last)
        proved, self._new = self._new, []
        return News(tuple(proved), self._last if self._last != before else None)

    def _forget_after(self, last: Numbered) -> None:
        """Drops the proofs from turns of that match after turn `last`."""
        self._of_key = {key: one for key, one in self._of_key.items() if one[0] != last[0] or one[1] <= last[1]}
        self._new = [one for one in self._new if not one.is_of_turn_after(last)]

    def _new_in(self, now: Numbered, view: View, judge: Judge) -> list[Example]:
        tiles = [tile for tile in proved(view, judge) if tile.key not in self._of_key]
        if view.snapshot.picture is None or not tiles:
            return []
        patches = patches_of(view.snapshot.picture.pixels, [tile.quad for tile in tiles])
        return [Example(t.tile, patch, t.key, Source.PLAYED, turn=now) for t, patch in zip(tiles, patches, strict=True)]
