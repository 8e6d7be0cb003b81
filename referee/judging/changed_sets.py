"""A turn without the sets that lie as they lay: where rules are broken, the others alone are told of."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from referee.judging.flow import Flow, Place, Told
from referee.judging.joker_moves import JokerFate, JokerMove, JokerMoves, JokerPlace
from referee.judging.rearrangement import Rearrangement
from referee.judging.violation import Violation
from referee.sets import jokers_stand_alike, readings
from referee.table import same_sets


@dataclass(frozen=True)
class ChangedSets:
    """The turn of the sets that changed, and where these lie on the whole tables.

    `whole`: the whole turn; `alone`: old sets that lie as they lay, each with its place now; `olds`, `news`: the places
    of the others.
    """

    whole: Rearrangement
    turn: Rearrangement
    alone: Mapping[int, int]
    olds: Sequence[int]
    news: Sequence[int]

    def in_full(self, broken: Sequence[Violation]) -> tuple[Violation, ...]:
        """The same rules broken, with the places of the whole tables."""
        return tuple(replace(one, old=self.olds[one.old], new=self._new(one.new)) for one in broken)

    def moves_in_full(self, moves: JokerMoves) -> JokerMoves:
        """What every joker did: those of sets that lie as they lay are kept."""
        return (*map(self._move, moves), *self._kept())

    def told_in_full(self, told: Told) -> Told:
        """Where every tile went: those of sets that lie as they lay stayed."""
        stayed = Flow((old, new, tile) for old, new in self.alone.items() for tile in self.whole.before[old])
        went = Counter({(self._old(old), self._new(new), tile): n for (old, new, tile), n in told.flow.items()})
        homes = {self.olds[old]: self.news[new] for old, new in told.homes.items()}
        return replace(told, flow=stayed + went, homes={**homes, **self.alone})

    def _old(self, place: Place) -> Place:
        return None if place is None else self.olds[place]

    def _new(self, place: Place) -> Place:
        return None if place is None else self.news[place]

    def _move(self, move: JokerMove) -> JokerMove:
        to = None if move.to is None else JokerPlace(self.news[move.to.new], move.to.which)
        return replace(move, old=self.olds[move.old], to=to, freed_from=self._old(move.freed_from))

    def _kept(self) -> Iterator[JokerMove]:
        for old, new in self.alone.items():
            for reading in list(readings(self.whole.before[old], self.whole.rules))[:1]:
                for which, tile in enumerate(reading.stands):
                    yield JokerMove(old, JokerFate.KEPT, JokerPlace(new, which), tile)


def changed_sets(turn: Rearrangement) -> ChangedSets:
    """What is left of a turn without the sets that lie as they lay."""
    alone = dict(same_sets(turn.before, turn.after, lambda old, new: jokers_stand_alike(old, new, turn.rules)))
    olds = [old for old in range(len(turn.before)) if old not in alone]
    news = sorted(set(range(len(turn.after))) - set(alone.values()))
    before, after = [turn.before[old] for old in olds], [turn.after[new] for new in news]
    return ChangedSets(turn, Rearrangement(turn.rules, before, after, turn.played, turn.missing), alone, olds, news)
