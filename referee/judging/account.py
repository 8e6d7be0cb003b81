"""The account behind a verdict: what moved where, and which tile freed which joker, as the referee understands it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from referee.judging.joker_moves import JokerFate, JokerMove, JokerMoves
from referee.judging.rearrangement import Rearrangement, rearrangement
from referee.judging.violations import best_for_player
from referee.rules import Rules
from referee.sets import readings
from referee.table import Table
from referee.tiles import JOKER, Tile, in_order

Flow = Counter[tuple[int | None, int | None, Tile]]
"""How many of a tile went from an old set (None: the rack) to a new one (None: not to be seen)."""


@dataclass(frozen=True, slots=True)
class MovedTile:
    """A tile that came from the rack or changed its set; `old` None: the rack, `new` None: not to be seen now."""

    tile: Tile
    old: int | None
    new: int | None

    def to_json(self) -> dict[str, object]:
        """As programs read it: places of sets before and after the turn."""
        return {"tile": str(self.tile), "from": self.old, "to": self.new}


@dataclass(frozen=True, slots=True)
class JokerAccount:
    """What a joker that lay on the table did.

    `stands`: the tile it goes on standing for; `freed_by`: the tiles that took its place, from the old set
    `freed_from` or the rack (None); `laid_with`: the tiles of its new set that came from the rack.
    """

    old: int
    new: int | None
    fate: JokerFate
    stands: Tile | None
    freed_by: tuple[Tile, ...]
    freed_from: int | None
    laid_with: tuple[Tile, ...]

    def to_json(self) -> dict[str, object]:
        """As programs read it; `what` is one of kept, freed, taken, hidden."""
        return {
            "from": self.old,
            "to": self.new,
            "what": self.fate.name.lower(),
            "stands_for": str(self.stands) if self.stands else None,
            "freed_by": list(map(str, self.freed_by)),
            "freed_from": self.freed_from,
            "laid_with": list(map(str, self.laid_with)),
        }


@dataclass(frozen=True, slots=True)
class Account:
    """What happened in a turn: every joker that lay on the table, and every tile that moved.

    `before`, `after`: the tables whose sets it names by their places.
    """

    before: Table
    after: Table
    jokers: tuple[JokerAccount, ...]
    tiles: tuple[MovedTile, ...]


@lru_cache(maxsize=256)
def account_of(rules: Rules, before: Table, after: Table) -> Account | None:
    """The account that breaks fewest rules; None: no box holds these tiles, so nothing can be told.

    >>> before, after = Table.from_notation("r3 J r5"), Table.from_notation("r3 r4 r5\\nJ k9 b9")
    >>> account = account_of(Rules(), before, after)
    >>> account.jokers[0].to_json()["laid_with"], [str(moved.tile) for moved in account.tiles]
    (['k9', 'b9'], ['r4', 'k9', 'b9', 'J'])
    """
    turn = rearrangement(rules, before, after)
    if not turn.is_possible:
        return None
    moves = best_for_player(turn)[0]
    flow = _flow(turn, moves)
    jokers = tuple(_joker(turn, move, flow) for move in moves)
    return Account(before, after, jokers, tuple(_moved(turn, flow)))


def _joker(turn: Rearrangement, move: JokerMove, flow: Flow) -> JokerAccount:
    if turn.rules.jokers_move_freely:
        move = _as_it_looks(turn, move, flow)
    new = move.to.new if move.to else None
    beside = Counter({tile: count for (old, to, tile), count in flow.items() if old is None and to == new})
    is_new = move.fate in (JokerFate.FREED, JokerFate.TAKEN)
    laid_with = in_order(beside.elements()) if is_new and new is not None else ()
    return JokerAccount(move.old, new, move.fate, move.stands, move.freed_by, move.freed_from, laid_with)


def _as_it_looks(turn: Rearrangement, move: JokerMove, flow: Flow) -> JokerMove:
    """A joker that may go anywhere, with the tile that lies in its place now, if there is one."""
    stayed = _where_most_lie(move.old, flow)
    if move.to is None or move.to.new == stayed or move.freed_by:
        return move
    stood = {tile for reading in readings(turn.before[move.old], turn.rules) for tile in reading.stands}
    came = [(tile, old) for (old, new, tile), _ in flow.items() if new == stayed and old != move.old and tile in stood]
    if not came:
        return move
    tile, giver = min(came, key=lambda way: (way[1] is not None, str(way)))
    return replace(move, fate=JokerFate.FREED, stands=None, freed_by=(tile,), freed_from=giver)


def _flow(turn: Rearrangement, moves: JokerMoves) -> Flow:
    """Where each tile went: jokers as told, others so that most tiles of a set stay together."""
    flow: Flow = Counter((move.old, move.to.new if move.to else None, JOKER) for move in moves)
    old_sets, new_sets = list(turn.old_numbered), list(turn.new_numbered)
    for old, new in _likeliest_first(turn, flow):
        for tile, count in (old_sets[old] & new_sets[new]).items():
            flow[old, new, tile] += count
        old_sets[old], new_sets[new] = old_sets[old] - new_sets[new], new_sets[new] - old_sets[old]
    flow.update({(old, None, tile): count for old, rest in enumerate(old_sets) for tile, count in rest.items()})
    flow.update({(None, new, tile): count for new, rest in enumerate(new_sets) for tile, count in rest.items()})
    for new, tiles in enumerate(turn.new_sets):
        known = sum(count for (_, to, tile), count in flow.items() if to == new and tile.is_joker)
        flow[None, new, JOKER] += tiles[JOKER] - known
    return +flow


def _likeliest_first(turn: Rearrangement, jokers: Flow) -> list[tuple[int, int]]:
    """Old sets with the new ones that hold some of their tiles: those that were not touched, then by how many."""
    pairs = {
        (old, new) for old, tiles in enumerate(turn.old_sets) for tile in tiles for new in turn.new_sets_with(tile)
    }

    def together(pair: tuple[int, int]) -> tuple[bool, int, tuple[int, int]]:
        old, new = pair
        shared = (turn.old_numbered[old] & turn.new_sets[new]).total() + jokers[old, new, JOKER]
        return pair not in turn.unmoved, -shared, pair

    return sorted(pairs, key=together)


def _moved(turn: Rearrangement, flow: Flow) -> Iterator[MovedTile]:
    """The tiles that do not lie where most of their old set lies: first those from the rack, then set by set."""
    stayed = {(old, _where_most_lie(old, flow)) for old in range(len(turn.before))}
    moved = [way for way in flow.elements() if way[:2] not in stayed]
    order = {tile: place for place, tile in enumerate(in_order({tile for _, _, tile in moved}))}
    last = len(turn.after)
    moved.sort(key=lambda way: (way[0] is not None, last if way[1] is None else way[1], way[0] or 0, order[way[2]]))
    return (MovedTile(tile, old, new) for old, new, tile in moved)


def _where_most_lie(old: int, flow: Flow) -> int | None:
    """The new set in which most tiles of an old one lie, the first of several."""
    there: Counter[int] = Counter()
    for (start, new, _), count in flow.items():
        if start == old and new is not None:
            there[new] += count
    return min(there, key=lambda new: (-there[new], new), default=None)
