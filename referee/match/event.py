"""What every event of a match has: its name, and its moment."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, kw_only=True, slots=True)
class Event:
    """Something that happened in a match."""

    name: ClassVar[str]
    """What this kind of event is called wherever it is written."""
    at: float
    """The moment, in seconds on the caller's watch."""
