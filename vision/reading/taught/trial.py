"""Whether a set that is known lies on the table: its examples are tried on tiles that were read surely."""

from collections.abc import Sequence

import numpy as np

from vision.reading.taught.appearance import ink_apart, resemblance
from vision.reading.taught.example import Example
from vision.reading.taught.taught_set import TaughtSet, by_colour

ASKED, OF_NUMBER = 12, 4
"""Sure tiles on which a set is tried; of a set that knows one number or two, so many of each. Of 116 made-up faces 97
find their own set by four tiles of their number; of 4,756 tries with another set's tiles 72 take it for theirs."""
MOST_ASKED = 60
"""A set that knows the numbers of fewer among so many sure tiles is not tried further: it does not fit."""
AS_ALIKE, RIGHT = 0.88, 0.9
"""How well figures must correlate with those of their number, and for which share of the tiles, none other coming
nearer. Of one set in two parts of the film, or two photographs, 90 % correlate with 0.91 or more, all nearest to their
own; of different editions half of them with 0.62 to 0.89."""
INKS_RIGHT = 0.8
"""For which share of the tiles the ink must come nearest to its own colour: of one set in one light 0.82 to 0.88."""


class Trial:
    """A set, and how its examples did on the tiles read surely so far.

    `enough`: on how many it is tried; on fewer, where it knows few numbers.
    """

    def __init__(self, taught: TaughtSet) -> None:
        self.taught, self._of_colour = taught, by_colour(taught.examples)
        self._alike: list[float] = []
        self._numbers: list[bool] = []
        self._colours: list[bool] = []
        self._asked = 0
        self.enough = min(ASKED, OF_NUMBER * len(taught.of_number))

    def ask(self, example: Example) -> None:
        """Tries the set on a tile that was read surely; one whose number it does not know says nothing."""
        tile, of_number, of_colour = example.tile, self.taught.of_number, self._of_colour
        self._asked += 1
        if tile.number in of_number:
            alike = {each: resemblance(example.face, known) or -1.0 for each, known in of_number.items()}
            self._alike.append(alike[tile.number])
            self._numbers.append(alike[tile.number] == max(alike.values()) >= AS_ALIKE)
        if tile.colour is not None and tile.colour in of_colour:
            away = {each: ink_apart(example.face, known) or 0.0 for each, known in of_colour.items()}
            self._colours.append(min(away, key=lambda each: away[each]) == tile.colour)

    @property
    def is_over(self) -> bool:
        """Whether enough tiles were tried, or the set knows hardly any of them."""
        return len(self._numbers) >= self.enough or self._asked >= MOST_ASKED

    @property
    def alike(self) -> float:
        """How well the figures correlate with those of their numbers."""
        return float(np.mean(self._alike)) if self._alike else -1.0

    @property
    def numbers_fit(self) -> bool:
        """Whether the figures are those of the set on the table."""
        return len(self._numbers) >= self.enough and _mostly(self._numbers, RIGHT)

    @property
    def colours_fit(self) -> bool:
        """Whether the inks are, in this light."""
        return self.numbers_fit and _mostly(self._colours, INKS_RIGHT)


def _mostly(right: Sequence[bool], share: float) -> bool:
    return bool(right) and sum(right) >= share * len(right)
