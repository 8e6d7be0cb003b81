"""A turn may have several pasts: of those that break only the rules which the verdict names, the simplest."""

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

MOST_WAYS, MOST_FLOWS = 500, 100
"""Ways of moving the jokers that are compared, and of dealing tiles of the rack to each: far more than turns have."""


class Simplest(NamedTuple):
    """What the jokers did, and where every tile went."""

    moves: JokerMoves
    assigned: Assignment


class _Found(NamedTuple):
    """The same, and which rules that breaks."""

    moves: JokerMoves
    assigned: Assignment
    broken: tuple[Violation, ...]


def blamed(turn: Rearrangement) -> tuple[Violation, ...]:
    """The rules that the simplest account breaks, in whichever order the camera lists the sets."""
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
    """What an account has to break as the verdict does; no account has to say which set was not rebuilt too far."""
    return [one for one in broken if one.code is not FaultCode.REBUILT_TOO_FAR]


def _no_more_rebuilt(broken: Sequence[Violation], fewest: Sequence[Violation]) -> Sequence[Violation]:
    """Less those sets rebuilt too far that would not be if a twin came from a set that lies as it lay."""
    rebuilt = [one for one in broken if one.code is FaultCode.REBUILT_TOO_FAR]
    doubted = rebuilt[sum(one.code is FaultCode.REBUILT_TOO_FAR for one in fewest) :]
    return [one for one in broken if one not in doubted] or broken


def simplest(changed: ChangedSets) -> Simplest:
    """Of the ways that break fewest rules that in which fewest tiles moved; then by ways gone, then by notation.

    Where the turn is legal only if sets that lie as they lay were touched, jokers changed places with theirs unseen:
    then a joker has moved, and nothing more is told of it.
    """
    turn = changed.turn
    if turn.rules.any_rearranging_is_legal:
        return Simplest((), assignment(turn, Flow()))
    moves, ways, broken = _simplest(turn, violations(turn))
    if broken and not violations(changed.whole):
        moves = tuple(replace(one, fate=JokerFate.FREED) if one.fate is JokerFate.TAKEN else one for one in moves)
    return Simplest(moves, ways)


def _simplest(turn: Rearrangement, fewest: tuple[Violation, ...]) -> _Found:
    """The same of sets that changed; `fewest`: what the turn breaks at least.

    Before that: what freed a joker lies in its place, if that can be. A way is at most as simple as it is while only
    the jokers' ways are known; so the ways are asked in that order, until none can be simpler. Whether a set was
    rebuilt too far is the verdict's question: the account tells what it looks like, the verdict gives the benefit of
    the doubt.
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
    """The ways of the jokers, each with how simple it is at most, then how many jokers did not stay what they were."""
    found = [
        ((*assignment(turn, way.flow_of_jokers(), way.freed).simplicity, _freed(way.moves), number), way)
        for number, way in enumerate(ways)
    ]
    return sorted(found, key=lambda one: one[0])


def _freed(moves: JokerMoves) -> int:
    return sum(move.fate is not JokerFate.KEPT for move in moves)


def _codes(broken: Sequence[Violation]) -> list[str]:
    return sorted(one.code.value for one in _but_rebuilt(broken))
