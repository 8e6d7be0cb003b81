"""Checks whether the racks counted at the end of a round add up; each doubt names the rack or the tile.

Also reconstructs the racks that players held before their turns. The camera never sees a rack, but the rack counted at
the end of a round plus the tiles laid since a turn give the rack of that turn. Each tile drawn since makes it less
certain: after one draw, one tile of the rack came later; after two or more draws nothing is inferred.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.judging import Position
from referee.match.scores import Round, rack_of
from referee.match.standing import MatchError, Phase, Standing, Turn
from referee.messages import Message, Refusal, listed
from referee.rules import Rules
from referee.table import Row, Table, row_text
from referee.tiles import Tile, in_order

NO_RACK = ("", "0")
"""Notations of an empty rack; they are accepted for players who no longer play as well."""
MOST_POINTS = 10_000
"""Upper limit for the points of a rack; no box holds so many."""


@dataclass(frozen=True, slots=True)
class Held:
    """The reconstructed rack of a turn.

    `opened`: whether the player had opened before; `rack`: the tiles on the rack when the turn began; `unknown`: how
    many of these tiles were only drawn later.
    """

    turn: Turn
    opened: bool
    rack: Row
    unknown: int

    @property
    def position(self) -> Position:
        """The position in which the turn began."""
        return self.turn.position(self.opened)


def known_racks(names: Sequence[str], turns: Iterable[Turn], rounds: Iterable[Round]) -> Iterator[Held]:
    """The racks of the turns that the counted racks of these rounds prove; for each player, last turn first.

    `names`: the players in the order of the rounds' racks.
    """
    played = tuple(turns)
    opened, own, dealt = openers(played), dict[tuple[int, str], list[Turn]](), dict[int, int]()
    for turn in played:
        dealt.setdefault(turn.round, turn.rules.dealt)
        own.setdefault((turn.round, turn.player), []).append(turn)
    for counted in rounds:
        for name, notation in zip(counted.names or names, counted.racks, strict=True):
            theirs, rack = own.get((counted.number, name), []), rack_of(notation, "rack")
            if isinstance(rack, int) or any(turn.by_hand for turn in theirs):
                continue
            if theirs and len(rack) == dealt[counted.number] + sum(turn.drawn - turn.played for turn in theirs):
                yield from _walked_back(theirs, rack, opened)


def openers(turns: Iterable[Turn]) -> frozenset[int]:
    """The numbers of the turns whose player had laid a tile earlier in the same round."""
    opened: set[tuple[int, str]] = set()
    found = set()
    for turn in turns:
        if (turn.round, turn.player) in opened:
            found.add(turn.number)
        if turn.played:
            opened.add((turn.round, turn.player))
    return frozenset(found)


def _walked_back(own: Sequence[Turn], rack: Row, opened: frozenset[int]) -> Iterator[Held]:
    """The reconstructed racks of one player's turns, last turn first, as long as at most one tile is uncertain."""
    unknown = 0
    for turn in reversed(own):
        unknown += turn.drawn
        laid = _laid(turn) if turn.legal else ()
        if unknown > 1 or len(laid) != turn.played:  # after a failed turn some tiles may have stayed, unknown which
            return
        rack = in_order((*rack, *laid))
        yield Held(turn, turn.number in opened, rack, unknown)


def _laid(turn: Turn) -> Row:
    """The tiles that the turn brought onto the table."""
    return tuple((turn.after.multiset() - turn.before.multiset()).elements())


@dataclass(frozen=True, slots=True)
class Doubt:
    """A contradiction in a count, about one player's rack or about one tile."""

    message: Message
    player: str | None = None
    tile: Tile | None = None


class DoesNotAddUp(Refusal, ValueError):
    """Racks or tables that are impossible; `doubts` names each rack and tile to check again."""

    def __init__(self, doubts: tuple[Doubt, ...]) -> None:
        super().__init__("does-not-add-up", doubts=tuple(doubt.message for doubt in doubts))
        self.doubts = doubts


def racks_from_notation(racks: Mapping[str, str], now: Standing) -> dict[str, str]:
    """The racks of all players who are counted, in notation; a rack known to be empty may be left out.

    While the round is played, or if no camera watches it, one player who has not left may be left out; this player has
    an empty rack. Raises ValueError for an unknown or missing player, an unreadable tile, or too many points.
    """
    for name, rack in racks.items():
        if name not in now.names_counted and (name not in now.names or rack.strip() not in NO_RACK):
            raise MatchError("nobody-called", name=name, players=", ".join(now.names_counted))
    missing = [one for one in now.players if one.is_counted and one.rack and one.name not in racks]
    somebody_may_be_out = now.by_hand or now.phase in (Phase.PLAYING, Phase.PAUSED)
    if len(missing) > (somebody_may_be_out and all(one.plays for one in missing)):
        raise MatchError("racks-missing", players=listed("and", tuple(one.name for one in missing)))
    return {name: rack_text(racks.get(name, ""), f"racks, {name}") for name in now.names_counted}


def rack_text(written: str, where: str) -> str:
    """A rack as it is stored: notation, or points as a whole number; 0 points become "". Raises ValueError."""
    rack = rack_of(written.strip(), where)
    if not isinstance(rack, int):
        return row_text(rack)
    if rack > MOST_POINTS:
        raise MatchError("points-impossible", points=rack, most=MOST_POINTS)
    return str(rack) if rack else ""


def doubts_of_racks(racks: Mapping[str, str], now: Standing, knows_counts: bool = True) -> tuple[Doubt, ...]:
    """The doubts about these racks; empty if they add up. `knows_counts`: also check their numbers of tiles."""
    of_racks = (*doubts_of_empty(racks), *doubts_of_tiles(racks, now.rules, now.table))
    return of_racks if now.by_hand or not knows_counts else (*_wrong_counts(_in_notation(racks), now), *of_racks)


def _in_notation(racks: Mapping[str, str]) -> dict[str, Row]:
    """The racks that are known by their tiles, not by their points alone."""
    return {name: row for name, rack in racks.items() if not isinstance(row := rack_of(rack, name), int)}


def too_many(tiles: Counter[Tile], rules: Rules) -> Counter[Tile]:
    """The tiles that occur more often than in the box, each with the excess."""
    return Counter({tile: more for tile, n in tiles.items() if (more := n - rules.copies_of(tile)) > 0})


def _wrong_counts(racks: Mapping[str, Row], now: Standing) -> Iterator[Doubt]:
    for player in now.players:
        if player.name not in racks:
            continue
        counted = len(racks[player.name])
        if counted != player.rack:
            held = Message.of("doubt.rack-count", player=player.name, counted=counted, known=player.rack)
            yield Doubt(held, player=player.name)


def doubts_of_empty(racks: Mapping[str, str]) -> tuple[Doubt, ...]:
    """A doubt if several racks are empty: a round ends with the first empty rack, so a second is impossible."""
    empty = tuple(name for name, rack in racks.items() if not rack)
    if len(empty) < 2:
        return ()
    return (Doubt(Message.of("doubt.several-empty", players=listed("and", empty))),)


def doubts_of_tiles(racks: Mapping[str, str], rules: Rules, table: Table) -> Iterator[Doubt]:
    """A doubt for each tile that racks and table hold more often than the box."""
    read, all_ = _in_notation(racks), table.multiset()
    for rack in read.values():
        all_.update(rack)
    for tile in sorted(too_many(all_, rules), key=str):
        where = ", ".join(name for name, rack in read.items() if tile in rack) or Message("the-table")
        there = rules.copies_of(tile)
        code = "doubt.too-often" if there else "doubt.too-often.no-jokers"
        counted = Message.of(code, count=all_[tile], tile=(tile,), where=where, there=there)
        yield Doubt(counted, tile=tile)
