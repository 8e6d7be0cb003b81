"""The catalogues: one gettext file a language in web/translations, for every sentence said to a person.

A catalogue in a new folder there is a new language; English is the language of the templates and needs none. The page's
scripts read the same (static/js/think/texts.js).
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import IO

from referee.messages import TEMPLATES, Message

FOLDER = Path(__file__).parent.parent / "translations"
DOMAIN = "messages"
"""What gettext calls these catalogues: its own default, which libraries ask."""
ENGLISH = "en"
NORWEGIAN = {"no": "nb", "nn": "nb"}
"""What readers of Norwegian ask for, and what is there."""


class Catalogue(GNUTranslations):
    """A language's texts; `entries` are the English texts (plural forms with their number) and what they become."""

    entries: Mapping[str | tuple[str, int], str]

    def __init__(self, fp: IO[bytes]) -> None:
        super().__init__(fp)
        self.entries = dict(self._catalog)  # type: ignore[attr-defined]


@cache
def catalogue(language: str) -> NullTranslations:
    """The catalogue of a language; English has an empty one."""
    file = FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.mo"
    if language == ENGLISH:
        return NullTranslations()
    with file.open("rb") as opened:
        return Catalogue(opened)


@cache
def languages() -> Mapping[str, str]:
    """Every language that can be read, by its code, with its own name."""
    codes = [ENGLISH, *sorted(folder.name for folder in FOLDER.iterdir() if (folder / "LC_MESSAGES").is_dir())]
    return {code: Message("language").said_in(catalogue(code)) for code in codes}


def best_language(wanted: Iterable[str]) -> str:
    """The first language asked for that is there (`nb-NO`, `da_DK.UTF-8`, `sv`); English where none is.

    >>> best_language(["de", "no-NO", "fi"]), best_language(["C"])
    ('nb', 'en')
    """
    for asked in wanted:
        code = asked.replace("_", "-").split("-")[0].split(".")[0].lower()
        code = NORWEGIAN.get(code, code)
        if code in languages():
            return code
    return ENGLISH


@cache
def script_texts(language: str) -> str:
    """The script that brings a language: each English text with its translation (or its forms), each code with
    its template, the plural form and the field that is counted."""
    codes = {code: [one.text, one.plural, one.counted] for code, one in TEMPLATES.items()}
    sent = {"language": language, "texts": _entries(language), "messages": codes}
    return f"window.tilewatch = {json.dumps(sent, ensure_ascii=False, separators=(',', ':'))};\n"


@cache
def version(language: str) -> str:
    """What changes when a text does."""
    return hashlib.sha256(script_texts(language).encode()).hexdigest()[:12]


def _entries(language: str) -> dict[str, str | list[str]]:
    texts = catalogue(language)
    if not isinstance(texts, Catalogue):
        return {}
    plain: dict[str, str | list[str]] = {}
    forms: dict[str, dict[int, str]] = defaultdict(dict)
    for english, said in texts.entries.items():
        if isinstance(english, tuple):
            forms[english[0]][english[1]] = said
        elif english:
            plain[english] = said
    return plain | {english: [said[number] for number in sorted(said)] for english, said in forms.items()}
