"""The prices with which the colours' bounds come near the truth: dearer, step by step, where more is asked for than is.

Each step costs no more than the bounds of all colours, as what may become of their tiles is found once for all steps.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, chain, pairwise, product

from referee.rules import COLOURS, NUMBERS
from referee.solving.tiling.colour_bounds import ColourBounds
from referee.solving.tiling.prices import Groups, OfPlaces, Prices, dearest, groups_that_may_lie
from referee.solving.tiling.run_lengths import NO_LENGTHS, RunLengths
from referee.solving.tiling.tiling_problem import INFINITE, TILE_COST

MOST_STEPS = 50
"""More of them raise the bound too little (measured)."""
MOST_JOKERS = 1
"""In the runs of a colour at one number, as far as prices are looked for: two hardly ever lie there, and cost most of
the time. (The bounds then count all of them, so that no price makes them wrong.)"""
TILES_AIMED_AT = 4
"""So many tiles above the best bound is what a step aims at, if not less is asked about (measured)."""
KEPT_OF_LAST_STEP = 0.7
"""How much of its direction a step keeps of the last, so that it does not go to and fro (measured)."""
STEPS_IN_VAIN = 5
"""Steps that do not raise the bound before they become half as long."""
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
    _direction: list[float] = field(init=False)
    bound: int = field(default=-INFINITE, init=False)
    _ends: list[int] = field(init=False)
    """Where the prices of each number and colour begin in the list, and where the last ones end."""
    _length: float = field(default=1.0, init=False)
    _in_vain: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.best = self._bounds.reckoned.prices_for(self.begin)
        known = [
            self.best.places[number][colour][1:] for number, colour in product(range(1, NUMBERS + 1), range(COLOURS))
        ]
        self._ends = [0, *accumulate(map(len, known))]
        self._prices = [*map(float, chain.from_iterable(known)), float(self.best.joker)]
        self._direction = [0.0] * len(self._prices)

    def is_done(self) -> bool:
        """Tries the prices and makes better ones; whether none are needed."""
        tried = self._rounded()
        bound, excess = self._tried(tried)
        if bound > self.bound:
            self.bound, self.best, self._in_vain = bound, tried, 0
        else:
            self._in_vain += 1
            if not self._in_vain % STEPS_IN_VAIN:
                self._length /= 2
        if bound >= self._bounds.below or not any(excess):
            return True
        self._step(bound, excess)
        return False

    def _rounded(self) -> Prices:
        rounded = list(map(round, self._prices))
        places = [(0, *rounded[first:end]) for first, end in pairwise(self._ends)]
        of_numbers = (tuple(places[first : first + COLOURS]) for first in range(0, len(places), COLOURS))
        return Prices(((), *of_numbers), rounded[-1])

    def _step(self, bound: int, excess: list[int]) -> None:
        """Changes the prices by how much more was asked for than there is."""
        kept = [KEPT_OF_LAST_STEP * one for one in self._direction]
        self._direction = [more + one for more, one in zip(excess, kept, strict=True)]
        lacking = max(TILE_COST, min(self._bounds.below, self.bound + TILES_AIMED_AT * TILE_COST) - bound)
        length = self._length * lacking / sum(one * one for one in self._direction)
        self._prices = [price + length * one for price, one in zip(self._prices, self._direction, strict=True)]
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


def _layers_of(bounds: ColourBounds, colour: int) -> Iterator[Layer]:
    """By number: what may become of a colour's tiles, whatever runs there are."""
    most_jokers = min(MOST_JOKERS, bounds.problem.jokers)
    before: dict[RunLengths, int] = {NO_LENGTHS: 0}
    for number in range(1, NUMBERS + 1):
        after: dict[RunLengths, int] = {}
        layer, left_cost = [], bounds.left_cost(number)
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
