"""How many tiles a play can lay at most: a bound that needs no search, for where the time is over first."""

from collections import Counter

from referee.rules import Rules
from referee.sets import joker_count
from referee.solving.jokers.subproblem import Subproblem, relaxed_problem
from referee.solving.tiling.colour_bounds import ColourBounds
from referee.solving.tiling.tiling_problem import TILE_COST
from referee.table import Table
from referee.tiles import Tile


def tiles_at_most(rules: Rules, table: Table, rack: Counter[Tile]) -> int:
    """No legal play lays more tiles than that.

    Every joker of the table may stand for anything, and groups take what tiles they like: what each colour alone has
    to leave out then, no play of the real rules can lay. It is the bound with which the search itself begins.
    """
    jokers = sum(map(joker_count, table.sets))
    numbered = Counter(tile for tile in table.tiles() if not tile.is_joker)
    problem = relaxed_problem(rules, Subproblem(numbered, rack, freed_jokers=jokers))
    left_out: int = max(0, ColourBounds(problem).of_all()) // TILE_COST
    return max(0, rack.total() - left_out)
