"""The base class of the events of a match and the changes of a tournament: a frozen record with a name and a time."""

import re
from dataclasses import dataclass
from typing import Any, ClassVar


@dataclass(frozen=True, kw_only=True, slots=True)
class Recorded:
    """Something that happened. Each direct subclass is a family; the subclasses of a family are its kinds."""

    name: ClassVar[str]
    """The name of this kind in every record: the class name in small letters with hyphens (`TurnGiven`: turn-given)."""
    kinds: ClassVar[dict[str, Any]]
    """Every kind of the family, by name."""
    at: float
    """Seconds on the caller's clock."""

    def __init_subclass__(cls) -> None:
        cls.name = re.sub("(?<!^)(?=[A-Z])", "-", cls.__name__).lower()
        if Recorded in cls.__bases__:
            cls.kinds = {}
        else:
            cls.kinds[cls.name] = cls


@dataclass(frozen=True, kw_only=True, slots=True)
class Event(Recorded):
    """Something that happened in a match.

    `by`: the person whose device did it, else the device's kind; "": nobody did, or the record lacks the field.
    """

    by: str = ""
