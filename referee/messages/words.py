"""Tiles and lists in words."""

from collections.abc import Mapping

WORDS: Mapping[str, str] = {
    # The name of the language itself: a catalogue says its own
    "language": "English",
    "colour.k": "black",
    "colour.r": "red",
    "colour.b": "blue",
    "colour.o": "orange",
    "tile": "{colour} {number}",
    "joker": "joker",
    "and": "{first} and {last}",
    "or": "{first} or {last}",
    "commands": "Commands",
    "at": "{place}: {problem}",
}
