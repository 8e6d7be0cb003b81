"""What a preset is made of; each one is a file of referee/rules/presets."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Preset:
    """Rules that somebody printed, and where each of them stands.

    `title`: what it is called; `about`: what it is, in a few words. `options`: those that differ from the original
    game. `sources`: where each rule stands, by the name of an option or of FIXED_RULES; what is not named stands where
    the original game has it. `readings`: where the text is silent or unclear, and the reading chosen.
    """

    name: str
    title: str
    about: str
    options: Mapping[str, Any]
    sources: Mapping[str, str]
    readings: tuple[str, ...]
