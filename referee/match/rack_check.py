"""Do the racks at the end of a round add up? What does not is asked about, naming the rack or the tile."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from referee.match.standing import MatchError, Standing
from referee.messages import Message, listed
from referee.rules import Rules
from referee.table import Row, row_from_notation
from referee.tiles import Tile


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something in a count that does not add up: about one player's rack, or about one tile."""

    message: Message
    player: str | None = None
    tile: Tile | None = None


def racks_from_notation(racks: Mapping[str, str], now: Standing) -> dict[str, Row]:
    """Every player's rack; one known to be empty may be left out.

    Raises ValueError: an unknown or a missing player, no tile.
    """
    for name in racks:
        now.place(name)
    missing = [player.name for player in now.players if player.rack and player.name not in racks]
    if missing:
        raise MatchError("racks-missing", players=listed("and", tuple(missing)))
    return {name: row_from_notation(racks.get(name, ""), f"racks, {name}") for name in now.names}


def doubts_of_racks(racks: Mapping[str, Row], now: Standing) -> tuple[Doubt, ...]:
    """What does not add up in these racks; nothing where all is well."""
    return (*_wrong_counts(racks, now), *_several_empty(racks), *_too_often(racks, now))


def too_many(tiles: Counter[Tile], rules: Rules) -> Counter[Tile]:
    """The tiles of which there are more than the box holds, and how many more."""
    return Counter({tile: more for tile, n in tiles.items() if (more := n - rules.copies_of(tile)) > 0})


def _wrong_counts(racks: Mapping[str, Row], now: Standing) -> Iterator[Doubt]:
    for player in now.players:
        counted = len(racks[player.name])
        if counted != player.rack:
            held = Message.of("doubt.rack-count", player=player.name, counted=counted, known=player.rack)
            yield Doubt(held, player=player.name)


def _several_empty(racks: Mapping[str, Row]) -> Iterator[Doubt]:
    """A round ends with the first empty rack: there can be no second one."""
    empty = tuple(name for name, rack in racks.items() if not rack)
    if len(empty) > 1:
        yield Doubt(Message.of("doubt.several-empty", players=listed("and", empty)))


def _too_often(racks: Mapping[str, Row], now: Standing) -> Iterator[Doubt]:
    seen = now.table.multiset()
    for rack in racks.values():
        seen.update(rack)
    for tile in sorted(too_many(seen, now.rules), key=str):
        where = ", ".join(name for name, rack in racks.items() if tile in rack) or Message("the-table")
        there = now.rules.copies_of(tile)
        code = "doubt.too-often" if there else "doubt.too-often.no-jokers"
        counted = Message.of(code, count=seen[tile], tile=(tile,), where=where, there=there)
        yield Doubt(counted, tile=tile)
