"""The catalogues: a gettext file in web/translations for each language, with every sentence of the program.

Also the language of the current request: the language chosen on the device, or else the browser's.

A new language is a new folder with a catalogue; English needs none, because the templates are English. The page's
scripts use the same catalogues (static/js/think/texts.js).
"""

import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import IO

from flask import Flask, g, request

from referee.messages import TEMPLATES, Message
from referee.rules import PRESET_FILES
from web.wording.vocabulary import in_words_of, words_of

FOLDER = Path(__file__).parent.parent / "translations"
DOMAIN = "messages"
"""Name of these catalogues: the default domain of gettext, which libraries use as well."""
ENGLISH = "en"
NORWEGIAN = {"no": "nb", "nn": "nb"}
"""Codes of Norwegian that browsers send, each with the code of the catalogue."""
PRESET_OF_LEAFLET = {"000": "finnish", "001": "original", "002": "original", "003": "wikipedia", "004": "danish-card"}
"""For each printed leaflet the preset with its rules."""
NUMBERED = re.compile(rf"(?<![\w/\\.-])(?:{'|'.join(PRESET_OF_LEAFLET)})(?![\w/\\-]|\.\w)")
"""Pattern of a leaflet's number in a text, unless it is part of a file's name."""
LANGUAGE_COOKIE = "tilewatch-language"


class Catalogue(GNUTranslations):
    """A language's catalogue; `entries`: the translation of each English text (of plural forms, by text and number)."""

    entries: Mapping[str | tuple[str, int], str]

    def __init__(self, fp: IO[bytes], worded: Callable[[str], str]) -> None:
        super().__init__(fp)
        self.entries = {english: worded(said) for english, said in self._catalog.items()}  # type: ignore[has-type]
        self._catalog = self.entries


@cache
def catalogue(language: str, preset: str | None = None) -> NullTranslations:
    """The catalogue of a language, in the vocabulary of a preset's leaflet; for English an empty catalogue."""
    file = FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.mo"
    if language == ENGLISH:
        return NullTranslations()
    with file.open("rb") as opened:
        return Catalogue(opened, lambda text: in_words_of(text, preset, language))


@cache
def languages() -> Mapping[str, str]:
    """Every language with a catalogue: its code and its own name."""
    codes = [ENGLISH, *sorted(folder.name for folder in FOLDER.iterdir() if (folder / "LC_MESSAGES").is_dir())]
    return {code: Message("language").said_in(catalogue(code)) for code in codes}


def best_language(wanted: Iterable[str]) -> str:
    """The first of the wanted languages that has a catalogue (`nb-NO`, `da_DK.UTF-8`, `sv`); English if none has.

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
def script_texts(language: str, preset: str | None = None) -> str:
    """The JavaScript that gives the page's scripts a language in the vocabulary of a preset's leaflet: the translation
    (or plural forms) of each English text; for each message code its template, plural form and counted field; and the
    presets that have a vocabulary.
    """
    codes = {code: [one.text, one.plural, one.counted] for code, one in TEMPLATES.items()}
    sent: dict[str, object] = {"language": language, "texts": _entries(language, preset), "messages": codes}
    sent["worded"] = [name for name in PRESET_FILES if words_of(name, language)]
    return f"window.tilewatch = {json.dumps(sent, ensure_ascii=False, separators=(',', ':'))};\n"


@cache
def version(language: str, preset: str | None = None) -> str:
    """A hash of the texts, which changes with any of them."""
    return hashlib.sha256(script_texts(language, preset).encode()).hexdigest()[:12]


def _entries(language: str, preset: str | None) -> dict[str, str | list[str]]:
    texts = catalogue(language, preset)
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


def titled(text: str, texts: NullTranslations) -> str:
    """The text with each leaflet's number replaced by the leaflet's title in the language of `texts`."""
    return NUMBERED.sub(lambda found: f"“{leaflet_title(found[0], texts)}”", text)


def leaflet_title(number: str, texts: NullTranslations) -> str:
    """The title of a printed leaflet in the language of `texts`: its own, or that of its preset."""
    own = f"title.{number}"
    return Message(own if own in TEMPLATES else PRESET_FILES[PRESET_OF_LEAFLET[number]].title).said_in(texts)


def speak_languages(app: Flask) -> None:
    """Sets up an application's templates for every language that has a catalogue."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(_gettext, _ngettext, newstyle=True)  # type: ignore[attr-defined]
    app.jinja_env.globals.update(language=language, languages=languages, texts_address=_texts_address)


def language() -> str:
    """The language of the current request."""
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    return chosen if chosen in languages() else best_language(tag for tag, _quality in request.accept_languages)


def said(message: Message | str) -> str:
    """A message, or the message of a code, in the language of the current request."""
    texts = spoken()
    return titled((Message(message) if isinstance(message, str) else message).said_in(texts), texts)


def speak_as(preset: str | None) -> None:
    """Makes the current request use the vocabulary of a preset's leaflet."""
    g.preset = preset


def spoken() -> NullTranslations:
    """The catalogue for the current request."""
    return catalogue(language(), _worded_preset())


def _worded_preset() -> str | None:
    """The preset whose vocabulary the current request uses; None if it has no vocabulary in this language."""
    preset: str | None = g.get("preset")
    return preset if words_of(preset, language()) else None


def _texts_address() -> str:
    preset = _worded_preset()
    return f"/texts/{language()}.js?v={version(language(), preset)}" + (f"&words={preset}" if preset else "")


def _gettext(text: str) -> str:
    return spoken().gettext(text)


def _ngettext(one: str, more: str, number: int) -> str:
    return spoken().ngettext(one, more, number)
