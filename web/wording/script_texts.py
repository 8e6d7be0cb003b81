"""A language's catalogue as the page's scripts read it (static/js/think/texts.js)."""

import hashlib
import json
from collections import defaultdict
from functools import cache

from referee.messages import TEMPLATES
from web.wording.catalogue import Catalogue, catalogue


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
