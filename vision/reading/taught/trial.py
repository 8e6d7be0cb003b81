"""Whether a known set lies on the table: its examples are tested on tiles that were surely read."""

import numpy as np

from vision.reading.taught import looks
from vision.reading.taught.example import Example
from vision.reading.taught.taught_set import TaughtSet

ASKED = 12
"""Number of sure tiles on which a set is tested."""
OF_NUMBER = 4
"""Number of sure tiles for each number of a set that knows only one or two numbers. If a single face of a made-up set
is known, four tiles of its number recognise the set in 485 of 568 trials; another set's tiles are taken for it in 36 of
23,151.
"""
MOST_ASKED = 60
"""Number of sure tiles after which the test ends; a set that knows too few of their numbers does not fit."""
RIGHT = 0.9
"""Share of the tiles that must resemble their own number's faces most, and enough (looks.ALIKE). Of 199 pictures of 42
made-up sets 163 pass for their own set, and no picture passes for another set, in 19,946 tries.
"""


class Trial:
    """A set, and how well its examples fit the tiles surely read so far.

    `enough`: number of tiles for a decision; fewer where the set knows few numbers.
    """

    def __init__(self, taught: TaughtSet) -> None:
        self.taught = taught
        self._alike: list[float] = []
        self._is_right: list[bool] = []
        self._asked = 0
        self.enough = min(ASKED, OF_NUMBER * len(taught.of_number))

    def ask(self, example: Example) -> None:
        """Tests the set on a surely read tile; a tile whose number the set does not know has no effect."""
        self._asked += 1
        number = example.tile.number
        if number in self.taught.of_number:
            alike = self.taught.alike(example.inked)
            self._alike.append(alike[number])
            self._is_right.append(alike[number] == max(alike.values()) >= looks.ALIKE)

    @property
    def is_over(self) -> bool:
        """Whether enough tiles were tested, or the set knows the numbers of too few of them."""
        return len(self._is_right) >= self.enough or self._asked >= MOST_ASKED

    @property
    def alike(self) -> float:
        """Mean similarity of the tiles to the faces of their numbers; -1: none was tested."""
        return float(np.mean(self._alike)) if self._alike else -1.0

    @property
    def fits(self) -> bool:
        """Whether this is the set on the table."""
        return 0 < self.enough <= len(self._is_right) and sum(self._is_right) >= RIGHT * len(self._is_right)
