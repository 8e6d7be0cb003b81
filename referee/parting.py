"""Rows that nearly touch: told apart or joined in whichever way makes most tiles lie in sets.

Which rows are near is geometry and comes from outside; which of them belong together only the rules
can say. Where they leave it open, what geometry believed stays.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from referee.rules import Rules
from referee.sets import is_set
from referee.table import Row

Link = tuple[int, int]
"""Two pieces that nearly touch: the first ends where the second begins, in reading order."""


MOST_FORKS = 10
"""Links between pieces with several neighbours on one side that are tried in every combination; where
there are more, the table is a heap and geometry decides."""


@dataclass(frozen=True, slots=True, order=True)
class _Cost:
    """Tiles in no set, then links decided otherwise than geometry believed."""

    stray: int = 0
    changed: int = 0

    def __add__(self, other: "_Cost") -> "_Cost":
        return _Cost(self.stray + other.stray, self.changed + other.changed)


def parted(
    rules: Rules, pieces: Sequence[Row], near: Collection[Link], joined: Collection[Link] = ()
) -> tuple[tuple[int, ...], ...]:
    """The pieces of each set, in reading order.

    `near`: links that may join two pieces or part them; `joined`: those geometry believes to join. A
    piece that is certainly one row is never parted; give single tiles where any gap may be a border.

    >>> from referee.table import Table
    >>> pieces = Table.from_notation(["r3 r4 r5", "k5 b5 o5", "r9", "r10 r11"]).sets
    >>> parted(Rules(), pieces, near=[(0, 1), (2, 3)], joined=[(0, 1)])
    ((0,), (1,), (2, 3))
    """
    believed = set(joined)
    ways = (_follow(links, len(pieces)) for links in _unforked(near, believed))
    solved = [_solve(rules, pieces, chains, believed) for chains in ways]
    return min(solved, key=lambda one: one[0])[1]


def _unforked(near: Collection[Link], believed: set[Link]) -> Iterator[list[Link]]:
    """Every choice of links in which no piece has two neighbours on one side."""
    links = list(dict.fromkeys(near))
    forks = [link for link in links if _is_forked(link, links)]
    if len(forks) > MOST_FORKS:
        links = [link for link in links if link not in forks or link in believed]
        forks = []
    plain = [link for link in links if link not in forks]
    for chosen in product((True, False), repeat=len(forks)):
        kept = [link for link, keep in zip(forks, chosen, strict=True) if keep]
        if not any(_is_forked(link, kept) for link in kept):
            yield plain + kept


def _is_forked(link: Link, links: Collection[Link]) -> bool:
    return any(other != link and (other[0] == link[0] or other[1] == link[1]) for other in links)


def _follow(links: Sequence[Link], count: int) -> list[list[int]]:
    """The chains that links make of the pieces; a circle, which no table has, is cut open."""
    after = dict(links)
    starts = [piece for piece in range(count) if piece not in after.values()]
    chains: list[list[int]] = []
    seen: set[int] = set()
    for start in (*starts, *range(count)):
        chain = []
        piece: int | None = start
        while piece is not None and piece not in seen:
            seen.add(piece)
            chain.append(piece)
            piece = after.get(piece)
        if chain:
            chains.append(chain)
    return chains


def _solve(
    rules: Rules, pieces: Sequence[Row], chains: Sequence[Sequence[int]], believed: set[Link]
) -> tuple[_Cost, tuple[tuple[int, ...], ...]]:
    cost, sets = _Cost(), []
    for chain in chains:
        more, parts = _cut(rules, pieces, chain, believed)
        cost += more
        sets += parts
    possible = {link for chain in chains for link in pairwise(chain)}
    return cost + _Cost(changed=len(believed - possible)), tuple(sorted(sets))


def _cut(
    rules: Rules, pieces: Sequence[Row], chain: Sequence[int], believed: set[Link]
) -> tuple[_Cost, list[tuple[int, ...]]]:
    """The best cuts of one chain, found from its beginning on."""
    best: list[tuple[_Cost, list[tuple[int, ...]]]] = [(_Cost(), [])]
    for end in range(1, len(chain) + 1):
        options = []
        for start in range(end):
            cost, parts = best[start]
            part = tuple(chain[start:end])
            cut = chain[start - 1 : start + 1] if start else ()
            options.append((cost + _price(rules, pieces, part, believed, tuple(cut)), [*parts, part]))
        best.append(min(options))
    return best[-1]


def _price(
    rules: Rules, pieces: Sequence[Row], part: tuple[int, ...], believed: set[Link], cut: tuple[int, ...]
) -> _Cost:
    row = tuple(tile for piece in part for tile in pieces[piece])
    against = sum(link not in believed for link in pairwise(part))
    return _Cost(0 if is_set(row, rules) else len(row), against + (cut in believed))
