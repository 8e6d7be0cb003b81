"""What an option may be: a number within its limits, or one of a few values."""

from dataclasses import dataclass

from referee.messages import Message


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from `least` to `most`; or none, where `may_be_none`.

    >>> Number(1, 20, True).message.text, Number(1, 20).fits(None), Number(1, 20).fits(True)
    ('a whole number from 1 to 20, or null', False, False)
    """

    least: int
    most: int
    may_be_none: bool = False

    def fits(self, value: object) -> bool:
        """Whether an option may have the value; true and false are no numbers."""
        return (self.may_be_none and value is None) or (type(value) is int and self.least <= value <= self.most)

    @property
    def message(self) -> Message:
        """What a value has to be."""
        code = "wanted.number-or-none" if self.may_be_none else "wanted.number"
        return Message.of(code, least=self.least, most=self.most)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some values.

    >>> Choice((True, False)).message.text, Choice(("as-failed", 0)).message.text, Choice((0, 1)).fits(True)
    ('true or false', "one of 'as-failed', 0", False)
    """

    values: tuple[object, ...]

    def fits(self, value: object) -> bool:
        """Whether an option may have the value; 1 is not true."""
        return any(type(value) is type(one) and value == one for one in self.values)

    @property
    def message(self) -> Message:
        """What a value has to be."""
        if self.values == (True, False):
            return Message("wanted.truth")
        return Message.of("wanted.one-of", values=", ".join(map(repr, self.values)))


Limits = Number | Choice


@dataclass(frozen=True, slots=True)
class Option:
    """One option of the rules: its value in the original game, what it may be, and what it `says`."""

    name: str
    original: object
    limits: Limits
    says: str
