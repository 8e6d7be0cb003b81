"""Do the racks at the end of a round add up? What does not is asked about, naming the rack or the tile.

And what players held before their turns, as far as counted racks prove it. The camera never sees a rack; but at a
round's end it is counted, and with what was laid since it tells what the rack held before. Each tile drawn since makes
that less certain: with one, one tile of the rack came later; with two or more nothing is told.
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
"""How it is written that nothing is left; who plays no longer may be said to have that."""
MOST_POINTS = 10_000
"""Points of a rack at most: no box holds so many."""


@dataclass(frozen=True, slots=True)
class Held:
    """A turn, whether its player had opened, the tiles that the rack held, and how many of them came only later."""

    turn: Turn
    opened: bool
    rack: Row
    unknown: int

    @property
    def position(self) -> Position:
        """What the turn began with."""
        return self.turn.position(self.opened)


def known_racks(names: Sequence[str], turns: Iterable[Turn], rounds: Iterable[Round]) -> Iterator[Held]:
    """What each player held in the turns of which the counted racks of these rounds tell it, the last turns first.

    `names`: the players in the rounds' order.
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
    """The numbers of the turns whose player had laid something in that round before."""
    opened: set[tuple[int, str]] = set()
    found = set()
    for turn in turns:
        if (turn.round, turn.player) in opened:
            found.add(turn.number)
        if turn.played:
            opened.add((turn.round, turn.player))
    return frozenset(found)


def _walked_back(own: Sequence[Turn], rack: Row, opened: frozenset[int]) -> Iterator[Held]:
    """One player's turns, the last first, as long as at most one tile is not certain."""
    unknown = 0
    for turn in reversed(own):
        unknown += turn.drawn
        laid = _laid(turn) if turn.legal else ()
        if unknown > 1 or len(laid) != turn.played:  # of a failed turn some tiles may have stayed: nobody says which
            return
        rack = in_order((*rack, *laid))
        yield Held(turn, turn.number in opened, rack, unknown)


def _laid(turn: Turn) -> Row:
    """The tiles that the turn brought onto the table."""
    return tuple((turn.after.multiset() - turn.before.multiset()).elements())


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something in a count that does not add up: about one player's rack, or about one tile."""

    message: Message
    player: str | None = None
    tile: Tile | None = None


class DoesNotAddUp(Refusal, ValueError):
    """Racks or tables that cannot be; `doubts` names each rack and tile to look at again."""

    def __init__(self, doubts: tuple[Doubt, ...]) -> None:
        super().__init__("does-not-add-up", doubts=tuple(doubt.message for doubt in doubts))
        self.doubts = doubts


def racks_from_notation(racks: Mapping[str, str], now: Standing) -> dict[str, str]:
    """The rack of everybody who is counted, as it is written down; one known to be empty may be left out.

    While the round is played, or nobody watches it, the one who is left out is said to be out: not who has left.
    Raises ValueError: an unknown or a missing player, no tile, or more points than the box has.
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
    """A rack as it is kept: notation, or points as a whole number; no points are an empty rack. Raises ValueError."""
    rack = rack_of(written.strip(), where)
    if not isinstance(rack, int):
        return row_text(rack)
    if rack > MOST_POINTS:
        raise MatchError("points-impossible", points=rack, most=MOST_POINTS)
    return str(rack) if rack else ""


def doubts_of_racks(racks: Mapping[str, str], now: Standing, knows_counts: bool = True) -> tuple[Doubt, ...]:
    """What does not add up in these racks; nothing where all is well. `knows_counts`: in their numbers, too."""
    of_racks = (*doubts_of_empty(racks), *doubts_of_tiles(racks, now.rules, now.table))
    return of_racks if now.by_hand or not knows_counts else (*_wrong_counts(_in_notation(racks), now), *of_racks)


def _in_notation(racks: Mapping[str, str]) -> dict[str, Row]:
    """The racks of which the tiles are known, not the points alone."""
    return {name: row for name, rack in racks.items() if not isinstance(row := rack_of(rack, name), int)}


def too_many(tiles: Counter[Tile], rules: Rules) -> Counter[Tile]:
    """The tiles of which there are more than the box holds, and how many more."""
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
    """A round ends with the first empty rack: there can be no second one."""
    empty = tuple(name for name, rack in racks.items() if not rack)
    if len(empty) < 2:
        return ()
    return (Doubt(Message.of("doubt.several-empty", players=listed("and", empty))),)


def doubts_of_tiles(racks: Mapping[str, str], rules: Rules, table: Table) -> Iterator[Doubt]:
    """The tiles of which racks and table hold more than the box."""
    read, all_ = _in_notation(racks), table.multiset()
    for rack in read.values():
        all_.update(rack)
    for tile in sorted(too_many(all_, rules), key=str):
        where = ", ".join(name for name, rack in read.items() if tile in rack) or Message("the-table")
        there = rules.copies_of(tile)
        code = "doubt.too-often" if there else "doubt.too-often.no-jokers"
        counted = Message.of(code, count=all_[tile], tile=(tile,), where=where, there=there)
        yield Doubt(counted, tile=tile)
