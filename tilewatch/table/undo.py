"""The last act, told to every page with the person who did it; one tap undoes it for ten seconds."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from referee.match import SETTLES, Event, Match, Standing, undoing
from referee.messages import Message
from tilewatch.telling.listeners import Listeners
from web.contract import Act, Conflict, NotWritten
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


class SignedAct:
    """Wraps an act to sign and remember what it did: `event` is the last event that the act added, None: it changed
    nothing; `before`: the match's state before it."""

    def __init__(self, act: Act, by: str) -> None:
        self._act, self.by = act, by
        self.event: Event | None = None
        self.before: Standing

    def __call__(self, match: Match, moment: float) -> Match:
        after = self._act(match, moment).signed(match, self.by)
        self.before = match.now
        self.event = after.events[-1] if len(after.events) > len(match.events) else None
        return after


class Undoing:
    """The last act that is told. `clock`: monotonic seconds."""

    def __init__(self, listeners: Listeners, clock: Callable[[], float]) -> None:
        self._listeners, self._clock, self._count = listeners, clock, 0
        self._offer: Offer | None = None

    def say(self, message: Message, back: Back | None, by: str = "", of_turn: bool = False) -> None:
        """Tells an act that a person just did, and offers to undo it; the parameters: as in Offer."""
        with self._listeners.news:
            self._count += 1
            self._offer = Offer(self._count, message, self._clock(), back, by, of_turn)
            self._listeners.tell()

    def say_act(self, done: SignedAct, act: Callable[[Act, str], object]) -> None:
        """Tells an act just done to a match, if it can be told, and offers to undo it. `act`: does the undoing act to
        that match, signed by a person."""
        undone = None if done.event is None else undoing(done.event, done.before)
        if undone is not None:
            again = undone.back
            back = None if again is None else lambda by: act(again, by)
            self.say(undone.message, back, done.by, undone.of_turn)
        elif isinstance(done.event, SETTLES):
            self._offer = None  # the match went on

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

    def undo(self, number: int, by: str = "") -> None:
        """Undoes the last act, given by its number in the state; `by`: the person whose device does. Raises
        Refused."""
        with self._listeners.news:
            offer, back = self._take(number)
        try:
            back(by)  # it may wait for the camera's lock, which must not be waited for while this lock is held
        except NotWritten:
            self._put(offer, offer)  # it may be tried again
            raise
        self._put(offer, None)

    def _take(self, number: int) -> tuple[Offer, Back]:
        """Returns the act of that number, and the function that undoes it, which is then offered to nobody else. Raises
        Conflict: its time is over, or another act followed."""
        offer = self._offer
        if offer is None or offer.back is None or offer.number != number or self.told() is None:
            raise Conflict("nothing-to-undo")
        self._offer = replace(offer, back=None)
        return offer, offer.back

    def _put(self, offer: Offer, instead: Offer | None) -> None:
        """Tells something else in place of an act, unless another act followed meanwhile."""
        with self._listeners.news:
            if self._offer is not None and self._offer.number == offer.number:
                self._offer = instead
            self._listeners.tell()
