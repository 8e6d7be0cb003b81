"""What pages are told of a table beside its view and its match."""

from referee.messages import Message
from tilewatch.telling.listeners import Listeners


class Notices:
    """What pages are told beside the view and the match. Every change is told to them."""

    def __init__(self, listeners: Listeners) -> None:
        self._listeners = listeners
        self.waiting = 0
        """Number of threads that wait for a fresh reading of the table: it is being read."""
        self.time_is_over = False
        """Whether the turn's time is over and the table only has to be read."""
        self.lost: Message | None = None
        """What could not be read at the start, until a player has seen the notice."""
        self.phones: str | None = None
        """Address at which phones find the page; None: there is none."""

    def count_waiting(self, more: int) -> None:
        """Adds `more` to the number of threads that wait for a fresh reading."""
        with self._listeners.news:
            self.waiting += more
            self._listeners.tell()

    def say_over(self, is_over: bool) -> None:
        """Sets whether the turn's time is over, even if the verdict has to wait."""
        with self._listeners.news:
            if is_over != self.time_is_over:
                self.time_is_over = is_over
                self._listeners.tell()

    def say_lost(self, lost: Message | None) -> None:
        """Sets the data that could not be read at the start; None: a player has seen the notice."""
        with self._listeners.news:
            self.lost = lost
            self._listeners.tell()

    def say_where(self, phones: str | None) -> None:
        """Sets the address at which phones find the page; None: there is none."""
        with self._listeners.news:
            self.phones = phones
            self._listeners.tell()
