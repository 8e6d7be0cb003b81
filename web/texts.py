"""Texts as people type them: trimmed, of limited length, without invisible characters."""

from typing import Any, ClassVar, Self
from unicodedata import bidirectional, combining, normalize

from referee.messages import Message, Refusal

JOINER = "\N{ZERO WIDTH JOINER}"
"""Joins emoji that are drawn as one, such as a family; invisible by itself."""
NON_JOINER = "\N{ZERO WIDTH NON-JOINER}"
"""Separates two letters that would be joined, as Persian writes می‌خواهم; between other letters it is invisible."""
ARABIC, VIRAMA = "AL", 9
"""The bidirectional class of letters that join (Arabic, Persian, Urdu), and the combining class of signs that join
letters of Indian scripts."""


class TextError(Refusal, ValueError):
    """A text that is not allowed; the message lacks the `name` of its field."""


class Text(str):
    """The type of a text of limited length."""

    longest: ClassVar[int] = 500
    wanted: ClassVar[str] = "wanted.text"
    """Code of the message that describes a valid text."""
    may_be_blank: ClassVar[bool] = False

    @classmethod
    def read(cls, given: object) -> Self:
        """The text without surrounding blanks. Raises TextError."""
        if not isinstance(given, str):
            raise TextError("input.wrong", wanted=cls.wanted)
        if not (cls.may_be_blank or given.replace(JOINER, "").strip()):
            raise TextError("input.blank", wanted=Message(cls.wanted))
        text = given.strip()
        if len(text) > cls.longest:
            raise TextError("input.too-long", most=cls.longest)
        if not _seen(text).replace(JOINER, "").isprintable():
            raise TextError("input.not-printable")
        return cls(text)


def _seen(text: str) -> str:
    """The text without visible non-joiners: those after a letter or sign that would join the next."""
    joins = [bidirectional(one) == ARABIC or combining(one) == VIRAMA for one in text]
    before, after = [False, *joins], [one.isalpha() for one in [*text[1:], " "]]
    kept = [one != NON_JOINER or not (before[at] and after[at]) for at, one in enumerate(text)]
    return "".join(one for one, stays in zip(text, kept, strict=True) if stays)


class Name(Text):
    """A player's name."""

    longest = 40
    wanted = "wanted.name"

    @classmethod
    def read(cls, given: object) -> Self:
        """The name, trimmed; a letter and its accent become one character. Raises TextError."""
        return super().read(normalize("NFC", given) if isinstance(given, str) else given)


class Notation(Text):
    """Tiles in notation, such as `r5 k3 J`; may be empty."""

    wanted = "wanted.notation"
    may_be_blank = True


class TileName(Text):
    """One tile in notation."""

    longest = 8
    wanted = "wanted.tile"


def read_text(kind: type[Any], given: object) -> object:
    """The hook by which msgspec decodes types it does not know."""
    if issubclass(kind, Text):
        return kind.read(given)
    raise NotImplementedError(f"{kind.__name__} cannot be decoded")


def written_text(value: object) -> str:
    """The hook by which msgspec encodes values it does not know."""
    if isinstance(value, Text):
        return str.__str__(value)
    raise NotImplementedError(f"{type(value).__name__} cannot be written")


class Reason(Text):
    """The players' reason to overrule a verdict."""


class Short(Text):
    """A short text: a PIN, an id, the name of a set."""

    longest = 40


class RowsText(Text):
    """The tiles in the rows of a photo that teaches a set; empty: they lie in order."""

    longest = 400
    may_be_blank = True


class NumberText(Text):
    """A whole number, written in digits in a form."""

    longest = 7
    wanted = "wanted.whole"

    @classmethod
    def read(cls, given: object) -> Self:
        """The number. Raises TextError."""
        text = super().read(given)
        if not (text.isascii() and text.isdecimal()):
            raise TextError("input.wrong", wanted=cls.wanted)
        return text


class RulesText(Text):
    """A preset's name, or an object as JSON: the preset and the options that differ."""

    longest = 4000
    wanted = "wanted.rules"


class SetsText(Text):
    """Sets in notation, separated by line breaks or semicolons; may be empty."""

    longest = 4000
    may_be_blank = True

    @classmethod
    def read(cls, given: object) -> Self:
        """The sets, one a line. Raises TextError."""
        rows = given.replace(";", "\n").splitlines() if isinstance(given, str) else [given]
        return cls("\n".join(super(SetsText, cls).read(row) for row in rows))


class AnswersText(Text):
    """A player's answers to complaints about a photo; may be empty."""

    longest = 800
    may_be_blank = True


class Mark(Text):
    """The mark of a thing on the screen, from the state; empty: the thing that now has that name or place."""

    longest = 40
    may_be_blank = True
