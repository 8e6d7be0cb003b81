"""What the camera sees of the table at a moment."""

from dataclasses import dataclass, field

from vision.camera import Picture
from vision.watching.settle import SettledTable
from vision.watching.tracks import SettledTile


@dataclass(frozen=True)
class Sight:
    """What the camera sees. `table`: what lay there when it was steady last, and the `picture` of it.

    `steady`: nothing moves, no hand is there, and `table` is what lies there. `covered`: by a hand, say, or blinded;
    `dark`: there is no light to see by (then it counts as covered, too).
    """

    steady: bool = False
    covered: bool = False
    dark: bool = False
    table: SettledTable = field(default_factory=lambda: SettledTable(0, 0))
    picture: Picture | None = None
    absent: tuple[SettledTile, ...] = ()
    """Where a person said that no tile lies, though one is read there, or seen and not read."""
    number: int = 0
    """Counts the times that the table settled."""
