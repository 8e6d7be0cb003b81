"""The simplest of the ways to tell a turn that break only what the verdict says."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, islice
from typing import NamedTuple

from referee.judging.broken_rules import BrokenRules, Violation
from referee.judging.faults import FaultCode
from referee.judging.flow import Flow, Told, told, touched
from referee.judging.homes import by_notation
from referee.judging.joker_moves import JokerFate, JokerMoves
from referee.judging.rearrangement import Rearrangement
from referee.judging.violations import best_for_player, broken_by, violations, ways_to_tell, ways_with_taken
from referee.sets import joker_count

MOST_WAYS, MOST_FLOWS = 500, 100
"""Ways of moving the jokers that are compared, and of dealing tiles of the rack to each: far more than turns have."""


class Simplest(NamedTuple):
    """What the jokers did, where every tile went, and which rules that breaks."""

    moves: JokerMoves
    told: Told
    broken: tuple[Violation, ...]


def blamed(turn: Rearrangement) -> tuple[Violation, ...]:
    """The rules that the simplest account breaks, in whichever order the camera lists the sets."""
    if turn.rules.any_rearranging_is_legal or turn.legal_ways:
        return ()
    olds, news = by_notation(turn.before), by_notation(turn.after)
    listed = _listed(turn, olds, news)
    fewest = violations(listed)
    if not fewest:
        return ()
    found = simplest(listed, fewest).broken
    found = found if len(found) == len(fewest) else fewest
    return tuple(replace(one, old=olds[one.old], new=None if one.new is None else news[one.new]) for one in found)


def _listed(turn: Rearrangement, olds: Sequence[int], news: Sequence[int]) -> Rearrangement:
    """The turn with its sets in another order."""
    before, after = [turn.before[old] for old in olds], [turn.after[new] for new in news]
    return Rearrangement(turn.rules, before, after, turn.played, turn.missing)


def simplest(turn: Rearrangement, fewest: tuple[Violation, ...] | None = None) -> Simplest:
    """Of the ways that break fewest rules that in which fewest tiles moved; then by ways gone, then by notation.

    Before that: no set is touched that lies as it lay, and what freed a joker lies in its place, if that can be. A way
    is at most as simple as it is while only the jokers' ways are known; so the ways are asked in that order, until
    none can be simpler. Whether a set was rebuilt too far is the verdict's question: the account tells what it looks
    like, the verdict gives the benefit of the doubt. `fewest`: what the turn breaks at least, if that is known.
    """
    if turn.rules.any_rearranging_is_legal:
        return Simplest((), told(turn, Flow()), ())
    fewest = best_for_player(turn)[1] if fewest is None else fewest
    best: tuple[tuple[int, ...], Simplest] | None = None
    ways = sorted(islice(ways_to_tell(turn, fewest), MOST_WAYS), key=lambda way: touched(turn, way.flow_of_jokers()))
    for least, alike in groupby(ways, key=lambda way: touched(turn, way.flow_of_jokers())):
        if best is not None and best[0][0] <= least:
            break
        for at_least, way in _simple_first(turn, list(alike)):
            if best is not None and at_least >= best[0]:
                break
            broken = broken_by(way)
            if _codes(broken) == _codes(fewest):
                for known in islice(way.known_flows(), MOST_FLOWS):
                    found = told(turn, known, way.freed)
                    if found.touched > at_least[0]:
                        # A rule asks for tiles of a set that lies as it lay: a benefit of the doubt that nobody sees.
                        found = told(turn, way.flow_of_jokers(), way.freed)
                    key = (*found.simplicity, *at_least[-2:])
                    if best is None or key < best[0]:
                        best = key, Simplest(way.moves, found, broken)
    assert best is not None
    return _as_it_looks(turn, best[1]) if best[1].told.touched else best[1]


def _as_it_looks(turn: Rearrangement, doubted: Simplest) -> Simplest:
    """Where jokers went if nobody touched what lies as it lay, though fewer rules break if they changed places unseen.

    Then a joker has moved, and nothing more is told of it; but of a joker that breaks a rule what the verdict tells.
    """
    jokers = sum(map(joker_count, turn.before))
    taken = (way for number in range(1, jokers + 1) for way in ways_with_taken(turn, number))
    first = min(_simple_first(turn, list(islice(taken, MOST_WAYS))), key=lambda one: one[0], default=None)
    if first is None or first[0][0] >= doubted.told.touched:
        return doubted
    way = first[1]
    moves = tuple(replace(one, fate=JokerFate.FREED) if one.fate is JokerFate.TAKEN else one for one in way.moves)
    blamed_sets = {one.old for one in doubted.broken if one.code is not FaultCode.REBUILT_TOO_FAR}
    if any((one in moves) != (one in doubted.moves) for one in (*moves, *doubted.moves) if one.old in blamed_sets):
        return doubted
    return Simplest(moves, told(turn, way.flow_of_jokers(), way.freed), doubted.broken)


def _simple_first(turn: Rearrangement, ways: Sequence[BrokenRules]) -> list[tuple[tuple[int, ...], BrokenRules]]:
    """The ways of the jokers, each with how simple it is at most, then how many jokers did not stay what they were."""
    found = [
        ((*told(turn, way.flow_of_jokers(), way.freed).simplicity, _freed(way.moves), number), way)
        for number, way in enumerate(ways)
    ]
    return sorted(found, key=lambda one: one[0])


def _freed(moves: JokerMoves) -> int:
    return sum(move.fate is not JokerFate.KEPT for move in moves)


def _codes(broken: Sequence[Violation]) -> list[str]:
    """What has to be the same as in the verdict; no account has to say which set was not rebuilt too far."""
    return sorted(one.code.value for one in broken if one.code is not FaultCode.REBUILT_TOO_FAR)
