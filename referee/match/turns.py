"""The turns of a match, one after the other: each longer list shares what the shorter one has."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar, overload

T = TypeVar("T")


class Turns(Sequence[T]):
    """Turns that never change. A turn more costs the same after ten thousand: nothing is copied.

    >>> len(Turns()), tuple(Turns())
    (0, ())
    """

    __slots__ = ("_before", "_count", "_last")

    def __init__(self, before: "Turns[T] | None" = None, last: T | None = None) -> None:
        self._before, self._last = before, last
        self._count: int = 0 if before is None else before._count + 1

    @classmethod
    def of(cls, turns: Iterable[T]) -> "Turns[T]":
        """These turns."""
        made = cls()
        for turn in turns:
            made = made.and_then(turn)
        return made

    def and_then(self, turn: T) -> "Turns[T]":
        """One turn more."""
        return Turns(self, turn)

    def but_last(self, turn: T) -> "Turns[T]":
        """Another turn in the last one's place."""
        assert self._before is not None
        return Turns(self._before, turn)

    def __len__(self) -> int:
        return self._count

    def __reversed__(self) -> Iterator[T]:
        now = self
        while now._before is not None:
            assert now._last is not None
            yield now._last
            now = now._before

    def __iter__(self) -> Iterator[T]:
        return reversed(list(reversed(self)))

    @overload
    def __getitem__(self, place: int) -> T: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[T, ...]: ...

    def __getitem__(self, place: int | slice) -> T | tuple[T, ...]:
        if isinstance(place, slice):
            return tuple(self)[place]
        back = -place if place < 0 else self._count - place
        if not 0 < back <= self._count:
            raise IndexError(place)
        for turn in reversed(self):
            back -= 1
            if not back:
                return turn
        raise IndexError(place)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, tuple):
            return tuple(self) == other
        if not isinstance(other, Turns) or self._count != other._count:
            return False if isinstance(other, Turns) else NotImplemented
        mine, theirs = self, other
        while mine is not theirs and mine._before is not None and theirs._before is not None:
            if mine._last is not theirs._last and mine._last != theirs._last:
                return False
            mine, theirs = mine._before, theirs._before
        return True

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))
