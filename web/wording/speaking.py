"""The language of the reader whose request is answered: the one chosen on the device, or the browser's."""

import re
from gettext import NullTranslations

from flask import Flask, request

from referee.messages import Message
from referee.rules import PRESET_FILES
from web.wording.catalogue import best_language, catalogue, languages, version

PRESET_OF_LEAFLET = {"000": "finnish", "001": "original", "002": "original", "003": "wikipedia", "004": "danish-card"}
"""The preset that was made after each printed leaflet."""
NUMBERED = re.compile(rf"\b(?:{'|'.join(PRESET_OF_LEAFLET)})\b")
LANGUAGE_COOKIE = "tilewatch-language"


def titled(text: str, texts: NullTranslations) -> str:
    """The text with the title of each leaflet that it names by its number, in the language of these texts."""
    return NUMBERED.sub(lambda found: f"“{leaflet_title(found[0], texts)}”", text)


def leaflet_title(number: str, texts: NullTranslations) -> str:
    """What a printed leaflet is called in the language of these texts."""
    return Message(PRESET_FILES[PRESET_OF_LEAFLET[number]].title).said_in(texts)


def speak_languages(app: Flask) -> None:
    """Lets the pages be read in every language that has a catalogue."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(_gettext, _ngettext, newstyle=True)  # type: ignore[attr-defined]
    app.jinja_env.globals.update(language=language, languages=languages, texts_address=_texts_address)


def language() -> str:
    """The language of this request."""
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    return chosen if chosen in languages() else best_language(tag for tag, _quality in request.accept_languages)


def said(message: Message | str) -> str:
    """A message, or the message of a code, in the language of this request."""
    texts = catalogue(language())
    return titled((Message(message) if isinstance(message, str) else message).said_in(texts), texts)


def _texts_address() -> str:
    return f"/texts/{language()}.js?v={version(language())}"


def _gettext(text: str) -> str:
    return catalogue(language()).gettext(text)


def _ngettext(one: str, more: str, number: int) -> str:
    return catalogue(language()).ngettext(one, more, number)
