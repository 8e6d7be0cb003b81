"""A play: the tiles to lay, and the table then; and the time there is to find it."""

from collections.abc import Callable
from dataclasses import dataclass, field

from referee.table import Table
from referee.tiles import Tile

OutOfTime = Callable[[], bool]
"""Whether the time is over: asked now and then."""


@dataclass(frozen=True, slots=True)
class Play:
    """The tiles to lay, the table then, and their points (worth.py).

    A joker of the rack counts as the tile that it stands for where it lies on that table.

    `is_optimal`: proved to be the best; not, where the time was over first. `at_most`: no play lays more tiles than
    that, as far as it is proved.
    """

    played: tuple[Tile, ...]
    table: Table
    points: int
    is_optimal: bool = True
    at_most: int = field(default=0, compare=False)

    @property
    def worth(self) -> tuple[int, int]:
        """What plays are compared by: tiles, then points."""
        return len(self.played), self.points

    def to_json(self) -> dict[str, object]:
        """As programs get it: {"play", "table", "points", "optimal"}."""
        tiles = [str(tile) for tile in self.played]
        return {"play": tiles, "table": self.table.to_notation(), "points": self.points, "optimal": self.is_optimal}


class TimeIsOver(Exception):
    """The time was over before the answer was certain."""


@dataclass(frozen=True)
class TimeLimit:
    """The time there is for a search."""

    out_of_time: OutOfTime

    def check(self) -> None:
        """Raises TimeIsOver."""
        if self.out_of_time():
            raise TimeIsOver
