"""A message: a code and its values, rendered in English or in the language of a catalogue."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from gettext import NullTranslations
from typing import Any

from referee.messages import camera, faults, inputs, play, rules, terminal, tournament
from referee.messages.template import FIELD, Template

WORDS: Mapping[str, str] = {
    # The name of the language itself: a catalogue says its own
    "language": "English",
    "colour.k": "black",
    "colour.r": "red",
    "colour.b": "blue",
    "colour.o": "orange",
    "tile": "{colour} {number}",
    "joker": "joker",
    "list": "{first}, {last}",
    "and": "{first} and {last}",
    "or": "{first} or {last}",
    "commands": "Commands",
    "at": "{place}: {problem}",
}
"""Tiles and lists in words."""
SAID: Mapping[str, Mapping[str, str | Template]] = {
    "words": WORDS,
    "faults": faults.FAULTS,
    "play": play.PLAY,
    "inputs": inputs.INPUTS,
    "camera": camera.CAMERA,
    "rules": rules.RULES,
    "terminal": terminal.TERMINAL,
    "tournament": tournament.TOURNAMENT,
    "taught": camera.TAUGHT,
}
"""All templates, by subject."""
TEMPLATES: Mapping[str, Template] = {
    code: text if isinstance(text, Template) else Template(text)
    for said in SAID.values()
    for code, text in said.items()
}


Value = object
"""Value of a field: a number, a text that is inserted unchanged (a name), another message, a tuple of messages, or a
tuple of tiles (each in notation, or an object whose str() is).
"""
ENGLISH = NullTranslations()
LONGEST_QUOTE = 40
"""Length from which a quotation of the user's input is cut."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message; `code` names its template. A text that is used only once may be its own code and template.

    >>> Message("opening-too-low", {"points": 27, "needed": 30}).text
    'The opening is worth 27 points and needs at least 30.'
    >>> Message("question.misread", {"read": ("r6",), "other": ("r9",)}).text
    'Is this red 6, or red 9? If it is red 9, the turn is legal.'
    """

    code: str
    values: Mapping[str, Value] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", {name: _plain(value) for name, value in self.values.items()})

    @classmethod
    def of(cls, code: str, /, **values: Value) -> "Message":
        """A message from a code and its values."""
        return cls(code, values)

    def __str__(self) -> str:
        return self.text

    @property
    def text(self) -> str:
        """The message in English."""
        return self.said_in(ENGLISH)

    def said_in(self, language: NullTranslations) -> str:
        """The message in the language of a catalogue."""
        pattern = _pattern(template_of(self.code), self.values, language)
        return FIELD.sub(lambda found: _said(self.values.get(found[1], ""), language), pattern)

    def to_json(self) -> dict[str, Any]:
        """The message as JSON: {"code", "values", "text"}."""
        values = {name: _written(value) for name, value in self.values.items()}
        return {"code": self.code, "values": values, "text": self.text}

    @classmethod
    def from_json(cls, written: Mapping[str, Any]) -> "Message":
        """The message that `to_json` wrote. Raises KeyError, TypeError or AttributeError: it is other JSON."""
        return cls(str(written["code"]), {name: _read(value) for name, value in written["values"].items()})


class Refusal(Exception):
    """A request is refused or its input cannot be used; `message` says why."""

    def __init__(self, code: str | Message, /, **values: Value) -> None:
        self.message = code if isinstance(code, Message) else Message(code, values)
        super().__init__(self.message)

    def __str__(self) -> str:
        return self.message.text


def message_of(error: Exception) -> Message:
    """The message of an error; of an error without one, its plain text."""
    return error.message if isinstance(error, Refusal) else Message(str(error))


def template_of(code: str) -> Template:
    """The template of a code; a text that is its own code is its own template."""
    return TEMPLATES.get(code) or Template(code)


def listed(joined: str, parts: tuple[Value, ...]) -> Value:
    """Several values joined to one list: `joined` is "and" or "or".

    >>> Message("{tiles}", {"tiles": listed("or", (("r3",), ("b3",), ("o3",)))}).text
    'red 3, blue 3 or orange 3'
    """
    codes = iter(("list",) * (len(parts) - 2) + (joined,))
    return reduce(lambda first, last: Message(next(codes), {"first": first, "last": last}), parts) if parts else ""


def quoted(given: str) -> str:
    """The user's input as a message quotes it; a long text is cut."""
    return given if len(given) <= LONGEST_QUOTE else f"{given[:LONGEST_QUOTE]}…"


def _plain(value: Value) -> Value:
    """The value with its tiles in notation, as `from_json` also returns it."""
    return tuple(one if isinstance(one, Message) else str(one) for one in value) if isinstance(value, tuple) else value


def _pattern(template: Template, values: Mapping[str, Value], language: NullTranslations) -> str:
    if template.plural is None or template.counted is None:
        return language.gettext(template.text)
    number = values.get(template.counted)
    return language.ngettext(template.text, template.plural, number if isinstance(number, int) else 2)


def _said(value: Value, language: NullTranslations) -> str:
    """The text that replaces a field."""
    if isinstance(value, Message):
        return value.said_in(language)
    if isinstance(value, tuple):
        if any(isinstance(one, Message) for one in value):
            said = [_said(one, language) for one in value]
            return (" " if said[0].endswith(".") else "; ").join(said)
        return ", ".join(_tile(one).said_in(language) for one in value)
    return str(value)


def _tile(notation: str) -> Message:
    if notation == "J":
        return Message("joker")
    return Message("tile", {"colour": Message(f"colour.{notation[0]}"), "number": notation[1:]})


def _written(value: Value) -> object:
    if isinstance(value, Message):
        return value.to_json()
    if isinstance(value, tuple):
        return [_written(one) for one in value]
    return value


def _read(value: Any) -> Value:
    if isinstance(value, Mapping):
        return Message.from_json(value)
    return tuple(map(_read, value)) if isinstance(value, list) else value
