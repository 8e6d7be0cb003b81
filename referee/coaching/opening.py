"""Whether a rack holds an opening; the answer is the opening of highest value, not the play of most tiles."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from referee.judging import Position, with_jokers_taken
from referee.sets import opening_worth
from referee.solving import OutOfTime, best_play
from referee.tiles import ALL_TILES, HIGHEST, Tile


@dataclass(frozen=True, slots=True)
class OpeningThere:
    """The points of a rack's best opening (`worth`), and the points that the rules demand (`needed`)."""

    worth: int
    needed: int

    @property
    def is_there(self) -> bool:
        """Whether the points suffice for an opening."""
        return 0 < self.worth >= self.needed

    def to_json(self) -> dict[str, object]:
        """The JSON object of the answer."""
        return {"is_there": self.is_there, "needed": self.needed, "points": self.worth}


def opening_there(position: Position, rack: Sequence[Tile], out_of_time: OutOfTime) -> OpeningThere:
    """The value of the best opening; of a rack without an opening, the highest total value of its sets.

    >>> from referee.rules import Rules
    >>> from referee.table import Table, row_from_notation
    >>> rack = row_from_notation("J k9 b9 r1 r2 r4 r5", "rack")
    >>> opening_there(Position(Rules(), False, Table()), rack, lambda: False)
    OpeningThere(worth=27, needed=30)
    """
    rules, tiles = position.rules, Counter(rack)
    if rules.opening_may_use_table:
        return OpeningThere(_onto_the_table(position, rack, out_of_time), rules.opening_points)
    racks = [tiles, *(left for _, left in with_jokers_taken(rules, position.table, tiles))]
    return OpeningThere(max(opening_worth(left, rules) for left in racks), rules.opening_points)


def _onto_the_table(position: Position, rack: Sequence[Tile], out_of_time: OutOfTime) -> int:
    """The most points of any play, under the house rule that an opening may use the table; by binary search."""
    least, most = 0, sum(tile.number or HIGHEST for tile in rack)
    while least < most:
        asked = (least + most + 1) // 2
        rules = replace(position.rules, opening_points=asked)
        play = best_play(replace(position, rules=rules), rack, out_of_time)
        least, most = (max(asked, play.points), most) if play.played else (least, asked - 1)
    return least


def tiles_that_would_open(position: Position, rack: Sequence[Tile], out_of_time: OutOfTime) -> list[Tile]:
    """The tiles of which one more, not yet on table or rack, would make an opening; as far as time allows."""
    return list(_that_would_open(position, rack, out_of_time))


def _that_would_open(position: Position, rack: Sequence[Tile], out_of_time: OutOfTime) -> Iterator[Tile]:
    seen = Counter((*position.table.tiles(), *rack))
    for tile in ALL_TILES:
        is_left = position.rules.copies_of(tile) > seen[tile]
        if is_left and not out_of_time() and opening_there(position, (*rack, tile), out_of_time).is_there:
            yield tile
