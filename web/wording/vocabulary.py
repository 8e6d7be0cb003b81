"""A language in the words of a preset's leaflet: the preset's vocabulary replaces words of the catalogue."""

import re
from collections.abc import Mapping
from functools import cache

from referee.rules import PRESET_FILES


def in_words_of(text: str, preset: str | None, language: str) -> str:
    """The text in the words of the preset's leaflet; unchanged if the preset has no vocabulary in this language.

    >>> in_words_of("Nosta laatta nostopinosta.", "original", "fi")
    'Nosta nappula kasasta.'
    """
    words = words_of(preset, language)
    if not words:
        return text
    return _pattern(preset, language).sub(lambda found: _capital(found[0], words[found[0].lower()]), text)


def words_of(preset: str | None, language: str) -> Mapping[str, str]:
    """The preset's vocabulary in a language: for words of the catalogue, the leaflet's words."""
    file = PRESET_FILES.get(preset or "")
    return {} if file is None else file.vocabulary.get(language, {})


@cache
def _pattern(preset: str | None, language: str) -> re.Pattern[str]:
    longest_first = sorted(words_of(preset, language), key=len, reverse=True)
    return re.compile(rf"(?<![\w{{])(?:{'|'.join(map(re.escape, longest_first))})(?![\w}}])", re.IGNORECASE)


def _capital(old: str, new: str) -> str:
    return new[0].upper() + new[1:] if old[0].isupper() else new
