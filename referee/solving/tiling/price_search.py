"""The prices with which the colours' bounds come near the truth: dearer, step by step, where more is asked for than is.

Each step costs no more than the bounds of all colours, as what may become of their tiles is found once for all steps.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, chain, pairwise, product
from math import sqrt

from referee.rules import COLOURS, NUMBERS
from referee.solving.tiling.colour_bounds import ColourBounds
from referee.solving.tiling.prices import Groups, OfPlaces, Prices, dearest, groups_that_may_lie
from referee.solving.tiling.run_lengths import NO_LENGTHS, RunLengths
from referee.solving.tiling.tiling_problem import INFINITE

MOST_STEPS = 50
"""More of them raise the bound too little (measured)."""
MOST_JOKERS = 1
"""In the runs of a colour at one number, as far as prices are looked for: two hardly ever lie there, and cost most of
the time. (The bounds then count all of them, so that no price makes them wrong.)"""
FIRST_STEP = 4_000
"""How far a price that is asked for more often than not, or less, goes at the first step (measured)."""
SHORTER = 0.94
"""Each step is so much shorter than the last (measured)."""
KEPT_OF_EXCESS = 0.75
"""How much of the excess of the last steps counts at the next, so that it does not go to and fro (measured)."""
KEPT_OF_SQUARE = 0.94
"""The same for the square of the excess, by whose root a price's steps are divided (measured)."""
LEAST_ROOT = 0.02
"""Added to that root, so that a price of what was never asked for stays."""
Edge = tuple[int, int, int, int]
"""What may become of some runs: tiles that lie in groups, what those left out cost, jokers, which runs then."""
Layer = list[list[Edge]]
"""What may become of each of the runs that may lie before a number."""


def best_prices(bounds: ColourBounds, check_time: Callable[[], None], begin: Prices | None = None) -> Prices:
    """Prices that show, if they can, that no tiling costs less than what the bounds ask about; else such as come near.

    `begin`: those of a problem that is alike.
    """
    search = _PriceSearch(bounds, begin)
    for _ in range(MOST_STEPS):
        check_time()
        if search.is_done():
            break
    return search.best


@dataclass
class _PriceSearch:
    """The prices that are tried, and the best so far.

    They stand in one list, that of one place and of each more by number and colour; the joker's price comes last.
    """

    _bounds: ColourBounds
    begin: Prices | None = None
    best: Prices = field(init=False)
    _prices: list[float] = field(init=False)
    _excess: list[float] = field(init=False)
    """How much more was asked for than there is in the last steps."""
    _squares: list[float] = field(init=False)
    bound: int = field(default=-INFINITE, init=False)
    _ends: list[int] = field(init=False)
    """Where the prices of each number and colour begin in the list, and where the last ones end."""
    _length: float = field(default=FIRST_STEP, init=False)

    def __post_init__(self) -> None:
        self.best = self._bounds.reckoned.prices_for(self.begin)
        known = [
            self.best.places[number][colour][1:] for number, colour in product(range(1, NUMBERS + 1), range(COLOURS))
        ]
        self._ends = [0, *accumulate(map(len, known))]
        self._prices = [*map(float, chain.from_iterable(known)), float(self.best.joker)]
        self._excess = [0.0] * len(self._prices)
        self._squares = [0.0] * len(self._prices)

    def is_done(self) -> bool:
        """Tries the prices and makes better ones; whether none are needed."""
        prices = self._rounded()
        bound, excess = self._tried(prices)
        if bound > self.bound:
            self.bound, self.best = bound, prices
        if bound >= self._bounds.below or not any(excess):
            return True
        self._step(excess)
        return False

    def _rounded(self) -> Prices:
        rounded = list(map(round, self._prices))
        places = [(0, *rounded[first:end]) for first, end in pairwise(self._ends)]
        of_numbers = (tuple(places[first : first + COLOURS]) for first in range(0, len(places), COLOURS))
        return Prices(((), *of_numbers), rounded[-1])

    def _step(self, excess: list[int]) -> None:
        """Changes the prices by how much more was asked for than there is.

        By whether that was so again and again, more than by how much: what is seldom asked for goes as far as what is
        asked for in every way to lay a colour.
        """
        self._excess = _running(KEPT_OF_EXCESS, self._excess, excess)
        self._squares = _running(KEPT_OF_SQUARE, self._squares, [more * more for more in excess])
        self._length *= SHORTER
        of_all = zip(self._prices, self._excess, self._squares, strict=True)
        self._prices = [price + self._length * more / (sqrt(square) + LEAST_ROOT) for price, more, square in of_all]
        self._prices[-1] = max(0.0, self._prices[-1])

    def _tried(self, prices: Prices) -> tuple[int, list[int]]:
        """The bound that prices give, and how much more of each place, and jokers, is asked for than there is."""
        jokers = [prices.of_joker(self._bounds.problem, number) for number in range(NUMBERS + 1)]
        bound, excess = -prices.joker * self._bounds.problem.jokers, [0] * len(self._prices)
        excess[-1] = -self._bounds.problem.jokers
        for colour, layers in enumerate(self._layers):
            least, edges = _cheapest(layers, [of[colour] for of in prices.places[1:]], jokers)
            bound += least
            for first, (grouped, _, laid, _) in zip(self._ends[colour::COLOURS], edges, strict=False):
                if grouped:
                    excess[first + grouped - 1] += 1
                excess[-1] += laid
        for number in range(1, NUMBERS + 1):
            earned, groups = dearest(self._groups[number], prices.places[number], jokers[number])
            bound -= earned
            for first, grouped in zip(self._ends[COLOURS * (number - 1) :], groups[:-1], strict=False):
                if grouped:
                    excess[first + grouped - 1] -= 1
            excess[-1] += groups[-1]
        return bound, excess

    @cached_property
    def _groups(self) -> list[tuple[Groups, ...]]:
        return groups_that_may_lie(self._bounds.problem, self._bounds.problem.jokers)

    @cached_property
    def _layers(self) -> list[list[Layer]]:
        return [list(_layers_of(self._bounds, colour)) for colour in range(COLOURS)]


def _running(kept: float, so_far: list[float], then: list[int]) -> list[float]:
    """A mean that forgets."""
    return [kept * old + (1 - kept) * new for old, new in zip(so_far, then, strict=True)]


def _layers_of(bounds: ColourBounds, colour: int) -> Iterator[Layer]:
    """By number: what may become of a colour's tiles, whatever runs there are; of companions prices know nothing.

    They were as good without, and took half as long (measured).
    """
    most_jokers = min(MOST_JOKERS, bounds.problem.jokers)
    before: dict[RunLengths, int] = {NO_LENGTHS: 0}
    for number in range(1, NUMBERS + 1):
        after: dict[RunLengths, int] = {}
        layer, left_cost = [], bounds.left_costs[number]
        for runs in before:
            edges = [
                (in_groups, left_out * left_cost, jokers, after.setdefault(then, len(after)))
                for in_groups, left_out, jokers, then in bounds.steps(colour, number, runs, most_jokers)
            ]
            layer.append(edges or [(0, INFINITE, 0, after.setdefault(NO_LENGTHS, len(after)))])  # no way to go on
        yield layer
        before = after


def _cheapest(layers: list[Layer], places: list[OfPlaces], jokers: list[int]) -> tuple[int, list[Edge]]:
    """What one colour costs at least with some prices, and how."""
    least, best = [0] * sum(map(len, layers[-1])), list[list[Edge]]()
    for number in range(NUMBERS, 0, -1):
        place, joker, then = places[number - 1], jokers[number], least
        least, found = [], []
        for edges in layers[number - 1]:
            costs = [left_out + place[grouped] + laid * joker + then[runs] for grouped, left_out, laid, runs in edges]
            least.append(min(costs))
            found.append(edges[costs.index(least[-1])])
        best.append(found)
    node, way = 0, []
    for found in reversed(best):
        way.append(found[node])
        node = way[-1][3]
    return least[0], way
