"""What a printed leaflet is called among people: by the title of its game. Programs have its number."""

import re
from gettext import NullTranslations

from referee.messages import Message
from referee.rules import PRESET_FILES

PRESET_OF_LEAFLET = {"000": "finnish", "001": "original", "002": "original", "003": "wikipedia", "004": "danish-card"}
"""The preset that was made after each printed leaflet."""
NUMBERED = re.compile(rf"\b(?:{'|'.join(PRESET_OF_LEAFLET)})\b")


def titled(text: str, texts: NullTranslations) -> str:
    """The text with the title of each leaflet that it names by its number, in the language of these texts."""
    return NUMBERED.sub(lambda found: f"“{leaflet_title(found[0], texts)}”", text)


def leaflet_title(number: str, texts: NullTranslations) -> str:
    """What a printed leaflet is called in the language of these texts."""
    return Message(PRESET_FILES[PRESET_OF_LEAFLET[number]].title).said_in(texts)
