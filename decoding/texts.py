"""Texts as persons type them: trimmed, not blank, not endless, and nothing in them that cannot be shown."""

from typing import Any, ClassVar, Self


class Text(str):
    """A text of limited length; a field of this type holds one."""

    longest: ClassVar[int] = 500
    wanted: ClassVar[str] = "a text"
    may_be_blank: ClassVar[bool] = False

    @classmethod
    def read(cls, given: object) -> Self:
        """The text without the blanks around it. Raises ValueError, its message to follow the field's name."""
        if not isinstance(given, str) or not (cls.may_be_blank or given.strip()):
            raise ValueError(f"has to be {cls.wanted}")
        text = given.strip()
        if len(text) > cls.longest:
            raise ValueError(f"is longer than {cls.longest} characters")
        if not text.isprintable():
            raise ValueError("holds characters that cannot be printed")
        return cls(text)


class Name(Text):
    """What a player is called."""

    longest = 40
    wanted = "a name"


class Notation(Text):
    """Tiles in notation, as `r5 k3 J`; perhaps none."""

    wanted = "tiles in notation, as r5 k3 J"
    may_be_blank = True


class TileName(Text):
    """One tile in notation."""

    longest = 8
    wanted = "a tile in notation, as r6"


def read_text(kind: type[Any], given: object) -> object:
    """What msgspec asks for each type that it does not know."""
    if issubclass(kind, Text):
        return kind.read(given)
    raise NotImplementedError(f"{kind.__name__} cannot be decoded")
