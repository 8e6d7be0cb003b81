"""A language in the words of a leaflet: the catalogue's own, where the preset's vocabulary has others."""

import re
from collections.abc import Mapping
from functools import cache

from referee.rules import PRESET_FILES


def in_words_of(text: str, preset: str | None, language: str) -> str:
    """The text as the preset's leaflet would say it; as it is, where the leaflet has no words of its own.

    >>> in_words_of("Nosta laatta nostopinosta.", "original", "fi")
    'Nosta nappula kasasta.'
    """
    words = words_of(preset, language)
    if not words:
        return text
    return _pattern(preset, language).sub(lambda found: _capital(found[0], words[found[0].lower()]), text)


def words_of(preset: str | None, language: str) -> Mapping[str, str]:
    """The preset's words in a language, by those of the catalogue."""
    file = PRESET_FILES.get(preset or "")
    return {} if file is None else file.vocabulary.get(language, {})


@cache
def _pattern(preset: str | None, language: str) -> re.Pattern[str]:
    longest_first = sorted(words_of(preset, language), key=len, reverse=True)
    return re.compile(rf"(?<![\w{{])(?:{'|'.join(map(re.escape, longest_first))})(?![\w}}])", re.IGNORECASE)


def _capital(old: str, new: str) -> str:
    return new[0].upper() + new[1:] if old[0].isupper() else new
