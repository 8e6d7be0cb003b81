"""A play, which is the tiles to lay and the table after them; and the time limit of a search for it."""

from collections.abc import Callable
from dataclasses import dataclass, field

from referee.table import Table
from referee.tiles import Tile

OutOfTime = Callable[[], bool]
"""Returns whether the time of a search is over; called now and then."""


@dataclass(frozen=True, slots=True)
class Play:
    """The tiles to lay from the rack, and the table after them.

    `points`: the points of the tiles laid; a joker counts as the tile that it stands for on `table` (worth.py).
    `is_optimal`: whether the play is proved to be the best; False if the time was over first. `at_most`: proved upper
    bound of the number of tiles that any play lays.
    """

    played: tuple[Tile, ...]
    table: Table
    points: int
    is_optimal: bool = True
    at_most: int = field(default=0, compare=False)

    @property
    def worth(self) -> tuple[int, int]:
        """The sort key of plays: number of tiles, then points."""
        return len(self.played), self.points

    def to_json(self) -> dict[str, object]:
        """The JSON object of the play: {"play", "table", "points", "optimal"}."""
        tiles = [str(tile) for tile in self.played]
        return {"play": tiles, "table": self.table.to_notation(), "points": self.points, "optimal": self.is_optimal}


class TimeIsOver(Exception):
    """The time limit was reached before the search was finished."""


@dataclass(frozen=True)
class TimeLimit:
    """The time limit of a search."""

    out_of_time: OutOfTime

    def check(self) -> None:
        """Raises TimeIsOver if the time is over."""
        if self.out_of_time():
            raise TimeIsOver
