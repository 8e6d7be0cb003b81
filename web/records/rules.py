"""The rules in answers: in plain words, and every option with its possible values."""

from typing import Annotated, Any, NotRequired, TypedDict

from msgspec import Meta

from web.records.said import RulesWritten


class OptionChoice(TypedDict):
    """A value that an option may have."""

    value: Any
    says: Annotated[str, Meta(description="what it means, in the reader's language")]


class OptionOffered(TypedDict):
    """An option of the rules: a number from `least` to `most` or, if `without`, none, or one of `choices`."""

    name: str
    label: str
    value: Any
    preset: Annotated[Any, Meta(description="what it is in the preset")]
    source: str
    choices: NotRequired[list[OptionChoice]]
    least: NotRequired[int]
    most: NotRequired[int]
    without: NotRequired[str | None]


class OptionGroup(TypedDict):
    """Options that belong together."""

    title: str
    options: list[OptionOffered]


class Chapter(TypedDict):
    """A chapter of the rules in plain words."""

    title: str
    rules: list[str]


class Seats(TypedDict):
    """The possible numbers of players."""

    least: int
    most: int


class RulesTold(TypedDict):
    """The rules in the reader's language, and every option."""

    rules: RulesWritten
    short: list[str]
    players: Seats
    chapters: list[Chapter]
    options: list[OptionGroup]
