"""Connected parts: a judgement that falls into such parts is made part by part."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

One = TypeVar("One")


def connected(all_: Iterable[One], beside: Callable[[One], Iterable[One]]) -> Iterator[list[One]]:
    """The parts in which each one is reached from each other; `beside`: what one has to do with.

    >>> list(connected([1, 2, 3], {1: [3], 2: [], 3: [1]}.__getitem__))
    [[1, 3], [2]]
    """
    reached = set[One]()
    for start in all_:
        part, waiting = list[One](), [start]
        while waiting:
            one = waiting.pop()
            if one not in reached:
                reached.add(one)
                part.append(one)
                waiting += beside(one)
        if part:
            yield part
