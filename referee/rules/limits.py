"""What an option may be: a number within its limits, or one of a few values."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from `least` to `most`; or none, where `may_be_none`.

    >>> str(Number(1, 20, True)), Number(1, 20).fits(None), Number(1, 20).fits(True)
    ('a whole number from 1 to 20, or null', False, False)
    """

    least: int
    most: int
    may_be_none: bool = False

    def fits(self, value: object) -> bool:
        """Whether an option may have the value; true and false are no numbers."""
        return (self.may_be_none and value is None) or (type(value) is int and self.least <= value <= self.most)

    def __str__(self) -> str:
        return f"a whole number from {self.least} to {self.most}" + (", or null" if self.may_be_none else "")


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some values.

    >>> str(Choice((True, False))), str(Choice(("as-failed", 0))), Choice((0, 1)).fits(True)
    ('true or false', "one of 'as-failed', 0", False)
    """

    values: tuple[object, ...]

    def fits(self, value: object) -> bool:
        """Whether an option may have the value; 1 is not true."""
        return any(type(value) is type(one) and value == one for one in self.values)

    def __str__(self) -> str:
        if self.values == (True, False):
            return "true or false"
        return "one of " + ", ".join(repr(value) for value in self.values)


Limits = Number | Choice


@dataclass(frozen=True, slots=True)
class Option:
    """One option of the rules: its value in the original game, what it may be, and what it `says`."""

    name: str
    original: object
    limits: Limits
    says: str
