"""The standings: ordered by points, then rounds won, then head to head, then the fewest tiles left.

Players of a final come first, table by table, ordered by the points of the final. Head to head decides only if all
players who are equal have met: each is compared with each other by the meetings won and lost against that player.
Tiles left decide only if they are known for all players who are equal.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, groupby

from referee.tournament.standing import Tournament

TIE_BREAKS = ("tie.points", "tie.won", "tie.met", "tie.tiles")
"""The message codes of the criteria of the standings, first to last, for the list of the agreed rules."""


@dataclass(frozen=True, slots=True)
class Record:
    """The results of a player so far."""

    player: str
    is_in: bool
    points: Fraction
    played: int
    """Number of rounds played, including finals."""
    won: int
    """Number of rounds won, including shared wins, without finals."""
    tiles: int | None
    """Number of tiles left on the racks of all rounds; None if they are not known for every round."""
    final: tuple[int, Fraction] | None = None
    """The table in the final, and the points there (0 while it is played)."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the standings; players whom no criterion separates share a place."""

    place: int
    record: Record
    by: str | None
    """The criterion that separates the player from the player before, a code of TIE_BREAKS; None: points."""


Measure = Callable[[Record, Sequence[Record]], tuple[Fraction | int, ...]]
"""Returns a sort key of a record, larger is better; the second argument holds all records that are equal so far."""


def standings(tournament: Tournament) -> tuple[Place, ...]:
    """The places of all players, including those who have left."""
    records = [_record(tournament, entrant.name, entrant.is_in) for entrant in tournament.entrants]
    measures: list[tuple[str, Measure]] = [
        ("tie.final", lambda record, _: _in_final(record)),
        ("tie.points", lambda record, _: (record.points,)),
        ("tie.won", lambda record, _: (record.won,)),
        ("tie.met", _head_to_head(tournament)),
        ("tie.tiles", _fewest_tiles),
    ]
    places, at = [], 1
    for group, by in _ordered(records, measures, None):
        for record in group:
            places.append(Place(at, record, None if by in ("tie.points", "tie.final") else by))
        at += len(group)
    return tuple(places)


def _ordered(
    group: Sequence[Record], measures: Sequence[tuple[str, Measure]], by: str | None
) -> Iterable[tuple[list[Record], str | None]]:
    """The records in groups of equals, best first; each with the criterion that separates it from the group before."""
    if len(group) < 2 or not measures:
        yield list(group), by
        return
    (code, measure), *others = measures
    measured = sorted(((measure(record, group), record) for record in group), key=lambda one: one[0], reverse=True)
    for number, (_, equals) in enumerate(groupby(measured, key=lambda one: one[0])):
        yield from _ordered([record for _, record in equals], others, code if number else by)


def _record(tournament: Tournament, player: str, is_in: bool) -> Record:
    played = won = 0
    points, tiles, final = Fraction(0), 0, None
    known = True
    for round_ in tournament.rounds:
        for table in round_.tables:
            if player not in table.players:
                continue
            result = table.result
            if round_.final:
                final = (table.number, Fraction(0) if result is None else result.points[player])
            if result is None:
                continue
            played += 1
            if not round_.final:
                points += result.points[player]
                won += player in result.winners
                left = result.tiles[player]
                known, tiles = known and left is not None, tiles + (left or 0)
    return Record(player, is_in, points, played, won, tiles if known else None, final)


def _in_final(record: Record) -> tuple[Fraction | int, ...]:
    return (0, 0, 0) if record.final is None else (1, -record.final[0], record.final[1])


def _fewest_tiles(record: Record, equals: Sequence[Record]) -> tuple[int, ...]:
    if record.tiles is None or any(other.tiles is None for other in equals):
        return (0,)
    return (-record.tiles,)


def _head_to_head(tournament: Tournament) -> Measure:
    """A measure of equals: how many of them a player beat in most meetings, less those that beat the player.

    It is 0 for all if two of them never met.
    """
    results = [
        table.result.points
        for round_ in tournament.rounds
        for table in round_.tables
        if table.result is not None and not round_.final
    ]

    def better(one: str, other: str) -> int | None:
        met = [points for points in results if one in points and other in points]
        return sum((p[one] > p[other]) - (p[one] < p[other]) for p in met) if met else None

    def measure(record: Record, equals: Sequence[Record]) -> tuple[int, ...]:
        names = [other.player for other in equals]
        if any(better(one, other) is None for one, other in combinations(names, 2)):
            return (0,)
        against = [better(record.player, name) or 0 for name in names if name != record.player]
        return (sum((balance > 0) - (balance < 0) for balance in against),)

    return measure
