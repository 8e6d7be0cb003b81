"""What a place in a group and a joker are reckoned to cost, so that the colours' bounds together come near the truth.

A group takes a colour's tile only with those of others. Bounds that look at each colour alone forget it, unless a place
in a group has its price (a Lagrangian bound): what the colours pay for the places, the groups earn. Two places have a
price of their own, which need not be that of one twice: else one in each of two ways to lay a colour, and none and two
in two others, were the same, and nearly every bound some tiles too low.
"""

from typing import NamedTuple

from referee.rules import NUMBERS
from referee.solving.tiling.group_choices import GroupChoices
from referee.solving.tiling.tiling_problem import INFINITE, TilingProblem

Groups = tuple[int, ...]
"""Places in groups of one number, by colour, and the jokers in them."""


FIRST_JOKER_PRICE = 8_000
"""The price of a joker that is tried first: near what most come to (measured)."""

OfPlaces = tuple[int, ...]
"""What no place in groups costs (nothing), one, two ..."""


class Prices(NamedTuple):
    """What places in groups cost, by number (place 0 is not used) and colour; and a joker, beside its points."""

    places: tuple[tuple[OfPlaces, ...], ...]
    joker: int

    def of_joker(self, problem: TilingProblem, number: int) -> int:
        """What a joker costs at a number; more at a low one where all jokers are worth points."""
        return self.joker + (problem.short(number) if problem.all_are_counted else 0)

    def for_another(self, own: "Prices") -> "Prices":
        """The prices for another problem; its own where no group could lie here, or can there."""
        places = zip(self.places, own.places, strict=True)
        return self._replace(places=tuple(tuple(map(_known_or_own, *of_number)) for of_number in places))


def _known_or_own(known: OfPlaces, own: OfPlaces) -> OfPlaces:
    return own if max(*known, *own) >= INFINITE else (*known[: len(own)], *own[len(known) :])


def groups_that_may_lie(problem: TilingProblem, jokers: int) -> list[tuple[Groups, ...]]:
    """By number (place 0 is not used): every way to fill groups, with so many jokers at most."""
    choices = GroupChoices(problem)
    return [(), *(_of_number(problem, choices, number, jokers) for number in range(1, NUMBERS + 1))]


def _of_number(problem: TilingProblem, choices: GroupChoices, number: int, jokers: int) -> tuple[Groups, ...]:
    ways = {
        (*map(sum, way.tiles), count)
        for to_lay in problem.to_lay[number]
        for count in range(jokers + 1)
        for way in choices.of(number, to_lay, count)
    }
    return tuple(ways)


def dearest(groups: tuple[Groups, ...], places: tuple[OfPlaces, ...], joker: int) -> tuple[int, Groups]:
    """What groups of a number earn at most, less what their jokers cost, and which."""
    black, red, blue, orange = places
    earned = [black[k] + red[r] + blue[b] + orange[o] - joker * jokers for k, r, b, o, jokers in groups]
    most = max(earned)
    return most, groups[earned.index(most)]
