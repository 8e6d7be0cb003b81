"""Whether a set that is known lies on the table: its examples are tried on tiles that were read surely."""

import numpy as np

from vision.reading.taught import looks
from vision.reading.taught.example import Example
from vision.reading.taught.taught_set import TaughtSet

ASKED, OF_NUMBER = 12, 4
"""Sure tiles on which a set is tried; of a set that knows one number or two, so many of each. Where one face is all
that is known of a made-up set, four tiles of its number find it 485 of 568 times; of 23,151 times with another set's
tiles 36 are taken for its own."""
MOST_ASKED = 60
"""A set that knows the numbers of fewer among so many sure tiles is not tried further: it does not fit."""
RIGHT = 0.9
"""For which share of the tiles their own number's faces must be the likest, and like enough (looks.ALIKE). Of 199
pictures of 42 made-up sets 163 show their set so, and no other among all of them: 19,946 tries."""


class Trial:
    """A set, and how its examples did on the tiles read surely so far.

    `enough`: on how many it is tried; on fewer, where it knows few numbers.
    """

    def __init__(self, taught: TaughtSet) -> None:
        self.taught = taught
        self._alike: list[float] = []
        self._is_right: list[bool] = []
        self._asked = 0
        self.enough = min(ASKED, OF_NUMBER * len(taught.of_number))

    def ask(self, example: Example) -> None:
        """Tries the set on a tile that was read surely; one whose number it does not know says nothing."""
        self._asked += 1
        number = example.tile.number
        if number in self.taught.of_number:
            alike = self.taught.alike(example.inked)
            self._alike.append(alike[number])
            self._is_right.append(alike[number] == max(alike.values()) >= looks.ALIKE)

    @property
    def is_over(self) -> bool:
        """Whether enough tiles were tried, or the set knows hardly any of them."""
        return len(self._is_right) >= self.enough or self._asked >= MOST_ASKED

    @property
    def alike(self) -> float:
        """How like the faces of their numbers the tiles are."""
        return float(np.mean(self._alike)) if self._alike else -1.0

    @property
    def fits(self) -> bool:
        """Whether it is the set on the table."""
        return 0 < self.enough <= len(self._is_right) and sum(self._is_right) >= RIGHT * len(self._is_right)
