"""What the referee says of a turn."""

from dataclasses import dataclass

from referee.judging.faults import Fault
from referee.tiles import Tile


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a turn was: the tiles played, every fault, the tiles to draw.

    `opening_points`: what the opening is worth; None where the player had opened or played nothing.
    """

    played: tuple[Tile, ...]
    faults: tuple[Fault, ...]
    draw: int
    opening_points: int | None = None

    @property
    def legal(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults

    def to_json(self) -> dict[str, object]:
        """The answer of `tilewatch judge`."""
        return {
            "legal": self.legal,
            "played": [str(tile) for tile in self.played],
            "draw": self.draw,
            "opening_points": self.opening_points,
            "faults": [fault.to_json() for fault in self.faults],
        }
