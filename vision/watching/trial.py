"""Whether examples of an evening before show the set that is played with now: they are tried on tiles read surely."""

from collections.abc import Mapping, Sequence

from referee.tiles import Colour
from vision.watching.examples import Example, Face, ink_apart, resemblance

ASKED = 12
"""Sure tiles on which remembered examples are tried."""
AS_ALIKE, RIGHT = 0.88, 0.9
"""How well figures must correlate with those of their number, and for which share of the tiles, none other coming
nearer. Of one set in two parts of the film, or two photographs, 90 % correlate with 0.91 or more, all nearest to their
own; of different editions half of them with 0.62 to 0.89."""
INKS_RIGHT = 0.8
"""For which share of the tiles the ink must come nearest to its own colour: of one set in one light 0.82 to 0.88."""

OfNumber = Mapping[int | None, Sequence[Example]]
OfColour = Mapping[Colour | None, Sequence[Example]]


class Trial:
    """Remembered examples, and how they did on the tiles read surely so far."""

    def __init__(self, of_number: OfNumber, of_colour: OfColour) -> None:
        self.of_number, self.of_colour = of_number, of_colour
        self._numbers: list[bool] = []
        self._colours: list[bool] = []

    def ask(self, example: Example) -> None:
        """Tries them on a tile that was read surely; one whose number they do not know says nothing."""
        tile = example.tile
        if tile.number in self.of_number:
            self._numbers.append(self._knows_number(tile.number, example.face))
        if tile.colour is not None and tile.colour in self.of_colour:
            self._colours.append(self._nearest_colour(example.face) == tile.colour)

    @property
    def is_over(self) -> bool:
        """Whether enough tiles were tried."""
        return len(self._numbers) >= ASKED

    @property
    def numbers_fit(self) -> bool:
        """Whether the figures are this set's."""
        return _mostly(self._numbers, RIGHT)

    @property
    def colours_fit(self) -> bool:
        """Whether the inks are this set's, in this light."""
        return self.numbers_fit and _mostly(self._colours, INKS_RIGHT)

    def _knows_number(self, number: int | None, face: Face) -> bool:
        alike = {each: resemblance(face, examples) or -1.0 for each, examples in self.of_number.items()}
        return alike[number] >= AS_ALIKE and alike[number] == max(alike.values())

    def _nearest_colour(self, face: Face) -> Colour | None:
        away = {colour: ink_apart(face, examples) or 0.0 for colour, examples in self.of_colour.items()}
        return min(away, key=lambda colour: away[colour])


def _mostly(right: Sequence[bool], share: float) -> bool:
    return bool(right) and sum(right) >= share * len(right)
