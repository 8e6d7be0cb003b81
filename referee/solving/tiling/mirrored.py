"""A problem with its numbers the other way round: 13 where 1 was, and 1 where 13 was.

What is cheapest of the one is so of the other. But a search that begins at the other end has other states, and often
far fewer of them: where many ways to lay a few numbers cost the same, it matters what is known when it comes there.
"""

from dataclasses import replace

from referee.rules import NUMBERS
from referee.solving.tiling.cells import Cell, Cells
from referee.solving.tiling.prices import Prices
from referee.solving.tiling.tiling_problem import TilingProblem


def mirrored(problem: TilingProblem) -> TilingProblem:
    """The problem from the other end; not for runs in which a 1 lies after a 13."""
    places = problem.joker_places
    return replace(
        problem,
        to_lay=(problem.to_lay[0], *problem.to_lay[:0:-1]),
        fixed_runs=tuple(map(mirrored_cells, problem.fixed_runs)),
        fixed_groups=tuple(map(mirrored_cells, problem.fixed_groups)),
        forbidden=frozenset(map(mirrored_cells, problem.forbidden)),
        joker_places=None if places is None else frozenset((colour, _mirrored(number)) for colour, number in places),
        is_mirrored=not problem.is_mirrored,
    )


def mirrored_cells(cells: Cells) -> Cells:
    """A set from the other end: a run still from its lowest cell to its highest."""
    found = [Cell(colour, _mirrored(number), joker) for colour, number, joker in cells]
    return tuple(found if found[0].number == found[-1].number else reversed(found))


def mirrored_prices(prices: Prices) -> Prices:
    """The prices of a problem for its mirror image."""
    return prices._replace(places=(prices.places[0], *prices.places[:0:-1]))


def _mirrored(number: int) -> int:
    return NUMBERS + 1 - number
