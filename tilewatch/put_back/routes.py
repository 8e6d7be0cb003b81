"""Where each move back begins and ends in the picture, so that the next one can be shown large."""

from collections.abc import Iterable, Iterator

from tilewatch.put_back.ghosts import ASTRAY, MISSING, STRANGE, Ghost
from tilewatch.put_back.moves_back import Move

Route = tuple[Ghost | None, Ghost | None]
"""Where the tile lies (None: not on the table) and where it belongs (None: on the rack, or nobody knows)."""


def routes(moves: Iterable[tuple[Move, bool]], ghosts: Iterable[Ghost]) -> Iterator[Route]:
    """For each move, done or not, its route; one that is done needs none."""
    left = list(ghosts)
    for move, is_done in moves:
        yield (None, None) if is_done else (_from(move, left), _to(move, left))


def _from(move: Move, left: list[Ghost]) -> Ghost | None:
    how = STRANGE if move.set is None else ASTRAY
    return _taken(left, [one for one in left if (one.tile, one.set, one.how) == (move.tile, None, how)])


def _to(move: Move, left: list[Ghost]) -> Ghost | None:
    if move.set is None:
        return None
    waits = (MISSING, ASTRAY)
    return _taken(left, [one for one in left if (one.tile, one.set) == (move.tile, move.set) and one.how in waits])


def _taken(left: list[Ghost], found: list[Ghost]) -> Ghost | None:
    """The first of those found, taken out of what is left."""
    if not found:
        return None
    left[:] = [one for one in left if one is not found[0]]
    return found[0]
