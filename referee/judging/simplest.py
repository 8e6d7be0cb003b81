"""The simplest of the possible histories of a turn that break no more rules than the verdict names."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from referee.judging.broken_rules import BrokenRules
from referee.judging.faults import FaultCode, Violation
from referee.judging.flow import Assignment, Flow, assignment
from referee.judging.homes import ChangedSets, changed_sets
from referee.judging.joker_moves import JokerFate, JokerMoves
from referee.judging.rearrangement import Rearrangement
from referee.judging.violations import broken_by, violations, ways_to_tell

MOST_WAYS = 500
"""Number of joker moves compared: far more than turns have."""
MOST_FLOWS = 100
"""Number of flows compared for each joker move: far more than turns have."""


class Simplest(NamedTuple):
    """The simplest history: the moves of the jokers, and where every tile went."""

    moves: JokerMoves
    assigned: Assignment


class _Found(NamedTuple):
    """A history with the rules that it breaks."""

    moves: JokerMoves
    assigned: Assignment
    broken: tuple[Violation, ...]


def blamed(turn: Rearrangement) -> tuple[Violation, ...]:
    """The rules that the simplest account breaks; independent of the order in which the camera lists the sets."""
    if turn.rules.any_rearranging_is_legal or turn.legal_ways:
        return ()
    changed = changed_sets(turn)
    fewest = violations(changed.whole)
    if not fewest:
        return ()
    least = violations(changed.turn)
    found = _simplest(changed.turn, least).broken
    if len(found) != len(least):
        found = (*_but_rebuilt(found), *(one for one in least if one.code is FaultCode.REBUILT_TOO_FAR))
    olds, news = changed.olds, changed.news
    return tuple(
        replace(one, old=olds[one.old], new=None if one.new is None else news[one.new])
        for one in _no_more_rebuilt(found, fewest)
    )


def _but_rebuilt(broken: Sequence[Violation]) -> list[Violation]:
    """The violations without those of the rule on rebuilding, on which an account may differ from the verdict."""
    return [one for one in broken if one.code is not FaultCode.REBUILT_TOO_FAR]


def _no_more_rebuilt(broken: Sequence[Violation], fewest: Sequence[Violation]) -> Sequence[Violation]:
    """The violations without sets rebuilt too far that are spared when a copy comes from an unchanged set.

    `fewest`: the violations with unchanged sets taken into account; they limit the number of sets rebuilt too far.
    """
    rebuilt = [one for one in broken if one.code is FaultCode.REBUILT_TOO_FAR]
    doubted = rebuilt[sum(one.code is FaultCode.REBUILT_TOO_FAR for one in fewest) :]
    return [one for one in broken if one not in doubted] or broken


def simplest(changed: ChangedSets) -> Simplest:
    """The history that moves fewest tiles among those that break fewest rules.

    Ties are decided by the number of distinct moves, then by notation.

    If the turn is legal only when unchanged sets took part, jokers changed places with jokers of these sets unseen. A
    joker taken in this way is then given as `FREED` by no tile.
    """
    turn = changed.turn
    if turn.rules.any_rearranging_is_legal:
        return Simplest((), assignment(turn, Flow()))
    moves, ways, broken = _simplest(turn, violations(turn))
    if broken and not violations(changed.whole):
        moves = tuple(replace(one, fate=JokerFate.FREED) if one.fate is JokerFate.TAKEN else one for one in moves)
    return Simplest(moves, ways)


def _simplest(turn: Rearrangement, fewest: tuple[Violation, ...]) -> _Found:
    """The simplest history of the changed sets; `fewest`: the violations that no history avoids.

    Histories in which a freeing tile lies in the joker's place come first. The simplicity computed from the joker moves
    alone is a lower bound, so the ways are tried in its order until no further way can be simpler (branch and bound).
    The rule on rebuilding does not exclude a history: the account shows the likeliest flow of tiles, while the verdict
    gives the benefit of the doubt.
    """
    best: tuple[tuple[int, ...], _Found] | None = None
    for at_least, way in _simple_first(turn, list(islice(ways_to_tell(turn, fewest), MOST_WAYS))):
        if best is not None and at_least >= best[0]:
            break
        broken = broken_by(way)
        if _codes(broken) == _codes(fewest):
            for known in islice(way.known_flows(), MOST_FLOWS):
                found = assignment(turn, known, way.freed)
                key = (*found.simplicity, *at_least[-2:])
                if best is None or key < best[0]:
                    best = key, _Found(way.moves, found, broken)
    assert best is not None
    return best[1]


def _simple_first(turn: Rearrangement, ways: Sequence[BrokenRules]) -> list[tuple[tuple[int, ...], BrokenRules]]:
    """The ways of moving the jokers with their sort keys, sorted.

    A key holds the lower bound on the simplicity, the number of jokers that were not kept, and the number of the way.
    """
    found = [
        ((*assignment(turn, way.flow_of_jokers(), way.freed).simplicity, _freed(way.moves), number), way)
        for number, way in enumerate(ways)
    ]
    return sorted(found, key=lambda one: one[0])


def _freed(moves: JokerMoves) -> int:
    return sum(move.fate is not JokerFate.KEPT for move in moves)


def _codes(broken: Sequence[Violation]) -> list[str]:
    return sorted(one.code.value for one in _but_rebuilt(broken))
