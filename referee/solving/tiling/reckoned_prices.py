"""What places in groups and jokers cost in the bounds of one problem, with prices that are known or without."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

from referee.rules import COLOURS, NUMBERS, SMALLEST_SET
from referee.solving.tiling.prices import FIRST_JOKER_PRICE, OfPlaces, Prices, dearest, groups_that_may_lie
from referee.solving.tiling.tiling_problem import IN_GROUPS, INFINITE, JOKER_PRICE, TilingProblem, ToLay, most_alike


@dataclass(frozen=True)
class ReckonedPrices:
    """The prices of one problem; `known`: None: a place in a group costs what the jokers cost that the group needs."""

    problem: TilingProblem
    known: Prices | None

    @cached_property
    def places(self) -> tuple[tuple[tuple[OfPlaces, ...], ...], ...]:
        """What places in groups cost: at least their part of the jokers that the group needs, if no price is known.

        By colour, with jokers or without, and number (place 0 is not used).
        """
        with_or_without = [
            [((),) * COLOURS, *(self._of_number(number, jokers) for number in range(1, NUMBERS + 1))]
            for jokers in (0, self.problem.jokers)
        ]
        return tuple(tuple(tuple(of[colour] for of in one) for one in with_or_without) for colour in range(COLOURS))

    def _of_number(self, number: int, jokers: int) -> tuple[OfPlaces, ...]:
        least = self._least_for_grouping(number, jokers)
        if self.known is not None and least < INFINITE:
            return self.known.places[number]
        return _at_price(least, self.problem.to_lay[number])

    @cached_property
    def jokers(self) -> list[int]:
        """What a joker costs, by number."""
        of_all = range(NUMBERS + 1)
        return [JOKER_PRICE if self.known is None else self.known.of_joker(self.problem, number) for number in of_all]

    def saved(self, number: int, jokers: int) -> int:
        """What is to be taken off the bounds of all colours from a number on, so many jokers being left."""
        if self.known is None:
            return JOKER_PRICE * jokers
        return self.known.joker * jokers + self._earned[jokers > 0][number]

    def prices_for(self, known: Prices | None) -> Prices:
        """The prices to begin with: those known of a problem that is alike, or none for places in groups."""
        own = [tuple(self._first(number, colour) for colour in range(COLOURS)) for number in range(1, NUMBERS + 1)]
        prices = Prices(((), *own), FIRST_JOKER_PRICE)
        return prices if known is None else known.for_another(prices)

    def _first(self, number: int, colour: int) -> OfPlaces:
        may_lie = self._least_for_grouping(number, self.problem.jokers) < INFINITE
        return (0, *[0 if may_lie else INFINITE] * most_alike(self.problem.to_lay[number])[colour])

    @cached_property
    def _earned(self) -> tuple[list[int], list[int]]:
        """By number: what the groups of it and of those after it earn at most: without jokers, and with them."""
        return self._earned_with(0), self._earned_with(self.problem.jokers)

    def _earned_with(self, jokers: int) -> list[int]:
        assert self.known is not None
        groups, earned = groups_that_may_lie(self.problem, jokers), [0] * (NUMBERS + 3)
        for number in range(NUMBERS, 0, -1):
            most, _ = dearest(groups[number], self.known.places[number], self.jokers[number])
            earned[number] = earned[number + 1] + most
        return earned

    def _least_for_grouping(self, number: int, jokers: int) -> int:
        if self.problem.fixed_groups_of[number] or not self.problem.colours_differ:
            return 0
        colours = _colours_there(self.problem.to_lay[number])
        lacking = max(0, SMALLEST_SET - colours)
        if lacking > (jokers if self.problem.joker_fits(IN_GROUPS, number) else 0):
            return INFINITE
        price: int = JOKER_PRICE * lacking // max(1, colours)
        return price


@lru_cache(maxsize=10_000)
def _at_price(price: int, ways: tuple[ToLay, ...]) -> tuple[OfPlaces, ...]:
    """What places in groups of one number cost if each costs the same, by colour."""
    return tuple(tuple(price * count for count in range(copies + 1)) for copies in most_alike(ways))


@lru_cache(maxsize=10_000)
def _colours_there(ways: tuple[ToLay, ...]) -> int:
    """Of how many colours there are tiles of one number."""
    there = [map(sum, zip(*one, strict=True)) for one in ways]
    return sum(any(counts) for counts in zip(*there, strict=True))
