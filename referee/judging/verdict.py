"""What the referee says of a turn."""

from collections.abc import Mapping
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

    @classmethod
    def from_json(cls, answer: Mapping[str, object]) -> "Verdict":
        """The verdict that `to_json` wrote.

        Raises KeyError, TypeError or ValueError: it did not.
        """
        played, wrong = answer["played"], answer["faults"]
        draw, worth = answer["draw"], answer["opening_points"]
        if not isinstance(played, list) or not isinstance(wrong, list) or not isinstance(draw, int):
            raise TypeError("a verdict has lists of tiles played and of faults, and tiles to draw")
        if worth is not None and not isinstance(worth, int):
            raise TypeError("an opening's points are a whole number or null")
        tiles = tuple(Tile.from_notation(word) for word in played)
        return cls(tiles, tuple(Fault.from_json(fault) for fault in wrong), draw, worth)
