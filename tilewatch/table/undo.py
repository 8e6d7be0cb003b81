"""The last act, told to every page with the person who did it; one tap undoes it for ten seconds."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from referee.messages import Message
from web.contract import Conflict
from web.records.said import told_of
from web.records.state import Undo

OFFERED = 10.0
"""Seconds in which an act is told and can be undone with one tap."""
Back = Callable[[str], object]
"""A function that undoes an act, signed by the person whose device undoes it."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An act that was just done: its number, its message, its moment in seconds, and the person who did it.

    `back`: undoes it; None: it cannot be undone. `of_turn`: whether it can be undone in the same turn only.
    """

    number: int
    message: Message
    moment: float
    back: Back | None
    by: str
    of_turn: bool


class Undoing:
    """The last act that is told. `clock`: monotonic seconds. Callers hold the table's lock."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._count = clock, 0
        self._offer: Offer | None = None

    def offer(self, message: Message, back: Back | None, by: str = "", of_turn: bool = False) -> None:
        """Tells an act that a person just did, and offers to undo it; the parameters: as in Offer."""
        self._count += 1
        self._offer = Offer(self._count, message, self._clock(), back, by, of_turn)

    def withdraw(self) -> None:
        """Withdraws the offer: the act is undone, or the match went on."""
        self._offer = None

    def end_turn(self) -> None:
        """An act on the turn that ended is still told, but cannot be undone."""
        if self._offer is not None and self._offer.of_turn:
            self._offer = replace(self._offer, back=None)

    def told(self) -> Undo | None:
        """The act that was just done, and the seconds left; None: there is none."""
        offer = self._offer
        left = 0.0 if offer is None else offer.moment + OFFERED - self._clock()
        if offer is None or left <= 0:
            return None
        about: Undo = {
            **told_of(offer.message),
            "number": offer.number,
            "left": round(left, 1),
            "by": offer.by,
            "possible": offer.back is not None,
        }
        return about

    def take(self, number: int) -> Back:
        """Returns the function that undoes the act of that number, which is then offered to nobody else. Raises
        Conflict: its time is over, or another act followed."""
        offer = self._offer
        if offer is None or offer.back is None or offer.number != number or self.told() is None:
            raise Conflict("nothing-to-undo")
        self._offer = replace(offer, back=None)
        return offer.back
