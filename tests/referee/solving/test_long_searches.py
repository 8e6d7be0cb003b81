"""What long searches do: they begin anew with prices for places in groups."""

from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest

from referee.judging import Position
from referee.rules import COLOURS, NUMBERS, PRESETS
from referee.solving import best_play
from referee.solving.jokers.joker_accounts import subproblems
from referee.solving.jokers.subproblem import exact_problem, relaxed_problem
from referee.solving.tiling import tiling_search
from referee.solving.tiling.cells import COLOUR_ORDER, Cell
from referee.solving.tiling.colour_bounds import ColourBounds
from referee.solving.tiling.mirrored import mirrored
from referee.solving.tiling.partial_runs import NO_RUNS, Beside
from referee.solving.tiling.price_search import best_prices
from referee.solving.tiling.tiling_problem import INFINITE, NONE, TilingProblem, ToLay
from referee.solving.tiling.tiling_search import SharedWork, TilingSearch
from referee.table import Table, row_from_notation
from referee.tiles import Colour
from tests.referee.positions import position
from tests.referee.solving.made_up import complaint, made_up_case


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every search that looks at more than one state is a long one."""
    monkeypatch.setattr(tiling_search, "STATES_UNTIL_PRICED", 1)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("seed", range(60))
def test_long_searches_find_the_best_play_too(seed: int) -> None:
    case = made_up_case(seed, seed % 3)
    assert complaint(case) is None, case


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("preset", PRESETS)
def test_a_long_search_lays_as_much_as_a_short_one(preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table, rack = position(17, PRESETS[preset], 40, 10)
    long = best_play(Position(PRESETS[preset], True, table), rack)
    monkeypatch.undo()
    short = best_play(Position(PRESETS[preset], True, table), rack)
    assert (long.worth, long.is_optimal) == (short.worth, short.is_optimal) == (short.worth, True)


@pytest.mark.parametrize("seed", range(12))
def test_no_price_makes_a_bound_higher_than_what_the_cheapest_tiling_costs(seed: int) -> None:
    problem = _problem(seed)
    tiling = TilingSearch(problem, lambda: None).cheapest()
    assert tiling is not None
    assert _bound(problem) <= tiling.cost


@pytest.mark.parametrize("seed", range(12))
def test_neither_do_the_prices_of_another_problem_nor_what_is_known_to_be_cheap_enough(seed: int) -> None:
    """A tile that costs as much as a known play may not be left out: that makes bounds dearer, but not wrong."""
    problem, prices = _problem(seed), best_prices(ColourBounds(_problem(seed + 1)), lambda: None)
    tiling = TilingSearch(problem, lambda: None).cheapest()
    assert tiling is not None
    bounds = ColourBounds(problem, prices=ColourBounds(problem).reckoned.prices_for(prices), below=tiling.cost + 1)
    assert bounds.of_all() <= tiling.cost


def test_prices_show_what_colours_alone_do_not() -> None:
    """Red 7 cannot leave its run, so that the sevens of the rack make no group; each colour alone thinks they do."""
    table, rack = Table.from_notation(["r5 r6 r7"]), row_from_notation("b7 k7", "rack")
    account = next(iter(subproblems(PRESETS["original"], table, Counter(rack))))
    problem = relaxed_problem(PRESETS["original"], account)
    assert sum(ColourBounds(problem).least(colour, 1, NO_RUNS, False) for colour in range(COLOURS)) == 0
    assert _bound(problem) == 20_014


def test_two_colours_that_have_the_same_tiles_but_other_prices_have_other_bounds() -> None:
    rules = PRESETS["original"]
    problem = relaxed_problem(rules, next(iter(subproblems(rules, Table.from_notation(["k2 r2 o2"]), Counter()))))
    prices = ColourBounds(problem).reckoned.prices_for(None)
    of_twos = (*prices.places[:2], ((0, 0), (0, 300), (0, 0), (0, 200)), *prices.places[3:])
    bounds = ColourBounds(problem, prices=prices._replace(places=of_twos))
    assert [bounds.least(colour, 1, NO_RUNS, False) for colour in range(COLOURS)] == [0, 300, 0, 200]


def test_two_places_have_a_price_of_their_own() -> None:
    rules = PRESETS["danish-card"]
    problem = relaxed_problem(rules, next(iter(subproblems(rules, Table.from_notation(["k2 k2 o2"]), Counter()))))
    prices = ColourBounds(problem).reckoned.prices_for(None)
    of_twos = (*prices.places[:2], ((0, 300, 100), (0,), (0,), (0, 300)), *prices.places[3:])
    bounds = ColourBounds(problem, prices=prices._replace(places=of_twos))
    assert [bounds.least(colour, 1, NO_RUNS, False) for colour in range(COLOURS)] == [100, 0, 0, 300]


@pytest.mark.parametrize(("rack", "can_lie"), [("r9", False), ("r8", True), ("J", True)])
def test_bounds_know_that_a_forbidden_run_does_not_lie_as_it_is(rack: str, can_lie: bool) -> None:
    rules, red = PRESETS["original"], COLOUR_ORDER.index(Colour.RED)
    table, tiles = Table.from_notation(["r5 r6 r7"]), Counter(row_from_notation(rack, "rack"))
    problem = relaxed_problem(rules, next(iter(subproblems(rules, table, tiles))))
    forbidden = frozenset({tuple(Cell(red, number, False) for number in (5, 6, 7))})
    assert (ColourBounds(replace(problem, forbidden=forbidden)).of_all() < INFINITE) == can_lie


@pytest.mark.parametrize(
    ("rack", "can_lie"), [({7}, False), ({7, 8}, True), ({3, 4}, True), ({4, 7}, False), ({4, 8}, False)]
)
def test_with_prices_bounds_know_that_a_freed_joker_lies_in_a_stretch_of_the_rack(
    rack: set[int], can_lie: bool
) -> None:
    """Red 5 is of the table, and lies in no set without the joker or another; each costs what a joker is reckoned."""
    to_lay = [ToLay((0, int(n == 5), 0, 0), NONE, (0, int(n in rack), 0, 0)) for n in range(NUMBERS + 1)]
    problem = TilingProblem(tuple((one,) for one in to_lay), jokers_must=1, beside=Beside.STRETCH)
    assert (TilingSearch(problem, lambda: None).cheapest() is not None) == can_lie
    for one in (problem, mirrored(problem)):
        bounds = ColourBounds(one, prices=ColourBounds(one).reckoned.prices_for(None))
        assert (bounds.of_all() <= 0) == can_lie


@pytest.mark.parametrize("seed", range(40))
def test_what_one_search_proved_never_makes_a_tiling_of_another_problem_dearer(seed: int) -> None:
    """The accounts of a position share colours, and so their bounds and transitions; asked twice, too."""
    case, shared = made_up_case(seed, seed % 4), SharedWork()
    accounts = list(islice(subproblems(case.rules, case.table, Counter(case.rack)), 12))
    for account in (*accounts, *accounts):
        for problem in (relaxed_problem(case.rules, account), exact_problem(case.rules, account)):
            alone = TilingSearch(problem, lambda: None).cheapest()
            beside = TilingSearch(problem, lambda: None, shared).cheapest()
            assert (alone and alone.cost) == (beside and beside.cost), case


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("seed", range(60))
def test_from_thirteen_to_one_the_cheapest_tiling_costs_the_same(seed: int) -> None:
    case = made_up_case(seed, seed % 4)
    for account in islice(subproblems(case.rules, case.table, Counter(case.rack)), 3):
        for problem in (relaxed_problem(case.rules, account), exact_problem(case.rules, account)):
            if problem.wraps:
                continue
            assert mirrored(mirrored(problem)) == problem
            from_one, from_thirteen = (
                TilingSearch(one, lambda: None).cheapest() for one in (problem, mirrored(problem))
            )
            assert (from_one and from_one.cost) == (from_thirteen and from_thirteen.cost), case


def _problem(seed: int) -> TilingProblem:
    rules = PRESETS["original"]
    table, rack = position(seed, rules, 30, 8)
    return relaxed_problem(rules, next(iter(subproblems(rules, table, Counter(rack)))))


def _bound(problem: TilingProblem) -> int:
    """What a tiling costs at least, by the best prices."""
    return ColourBounds(problem, prices=best_prices(ColourBounds(problem), lambda: None)).of_all()
