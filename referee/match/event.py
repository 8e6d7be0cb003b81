"""What every event of a match and every change of a tournament is: a frozen record with a name and its moment."""

import re
from dataclasses import dataclass
from typing import Any, ClassVar


@dataclass(frozen=True, kw_only=True, slots=True)
class Recorded:
    """Something that happened. A class right below it is a family, and those below that are its kinds."""

    name: ClassVar[str]
    """What this kind is called wherever it is written: its class's name in small letters, `TurnGiven` turn-given."""
    kinds: ClassVar[dict[str, Any]]
    """Every kind of its family by its name."""
    at: float
    """The moment, in seconds on the caller's watch."""

    def __init_subclass__(cls) -> None:
        cls.name = re.sub("(?<!^)(?=[A-Z])", "-", cls.__name__).lower()
        if Recorded in cls.__bases__:
            cls.kinds = {}
        else:
            cls.kinds[cls.name] = cls


@dataclass(frozen=True, kw_only=True, slots=True)
class Event(Recorded):
    """Something that happened in a match."""
