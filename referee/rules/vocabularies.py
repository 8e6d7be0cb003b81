"""The words of each leaflet that differ from the message catalogue of its language; data of the presets.

A vocabulary maps, by language, the words of the catalogue's sentences, with their endings, to the leaflet's words.
"""

from collections.abc import Mapping

Vocabulary = Mapping[str, Mapping[str, str]]


def _bent(stem: str, instead: str, *endings: str) -> dict[str, str]:
    """The inflected forms of one word, mapped to those of another; `endings`: appended to both stems."""
    return {stem + ending: instead + ending for ending in endings}


_TILE_FI = {
    **_bent("laatta", "nappula", "", "a", "kin", "nsa"),
    **_bent("laata", "nappula", "n", "t", "tkin", "lla", "lle", "ksi"),
    **_bent("laato", "nappulo", "illa", "ille", "issa", "issaan", "ista"),
    **_bent("laatto", "nappulo", "na", "ina"),
    "laattoja": "nappuloita",
    "laattojen": "nappuloiden",
    "irtolaattoja": "irtonappuloita",
    "lisälaatta": "lisänappula",
    "numerolaatta": "numeronappula",
    "numerolaattaa": "numeronappulaa",
    "alkulaatoissa": "alkunappuloissa",
    **_bent("laattaset", "nappulaset", "ti", "tiä", "in", "issä", "istä", "illä", "it", "timme", "tinne"),
}
_RACK_FI = {
    "teline": "pidike",
    "telinettä": "pidikettä",
    **_bent("telinee", "pidikkee", "n", "lle", "llä", "ni", "nsä", "si", "seen", "ssä", "stä", "t"),
    **_bent("telinei", "pidikkei", "den", "densä", "lle", "siin", "siinsä", "ssä", "stä", "tä"),
}
_RUN_FI = {
    "suora": "rivi",
    "suoran": "rivin",
    "suoraa": "riviä",
    "suorat": "rivit",
    "suoraksi": "riviksi",
    "suorassa": "rivissä",
    "suoria": "rivejä",
    "suorina": "riveinä",
}
_ENDINGS_OF_POOL_FI = ("", "n", "a", "on", "sta", "ssa", "lla")

FINNISH_001: Vocabulary = {
    "fi": {
        **_TILE_FI,
        **_RACK_FI,
        **_RUN_FI,
        **{f"nostopino{end}": f"kasa{'an' if end == 'on' else end}" for end in _ENDINGS_OF_POOL_FI},
    }
}
"""Leaflets 001 and 002 in Finnish: nappula, pidike, rivi, kasa."""
FINNISH_000: Vocabulary = {"fi": _bent("nostopino", "varasto", *_ENDINGS_OF_POOL_FI)}
"""Leaflet 000: varasto; its words laatta, teline and suora are those of the catalogue."""

_SET_DA = {
    "sættet gyldigt": "kombinationen gyldig",
    "sættet": "kombinationen",
    "sættene": "kombinationerne",
    "et eller andet sæt": "en eller anden kombination",
    "ét eller flere sæt": "én eller flere kombinationer",
    "om nye sæt over et, der": "om nye kombinationer over en, der",
    "et sæt et almindeligt sæt": "en kombination en almindelig kombination",
    **{
        f"{neuter} sæt": f"{common} kombination"
        for neuter, common in (
            ("et", "en"),
            ("ét", "én"),
            ("et nyt", "en ny"),
            ("et gyldigt", "en gyldig"),
            ("et gammelt", "en gammel"),
            ("et andet", "en anden"),
            ("et rigtigt", "en rigtig"),
            ("et sådant", "en sådan"),
            ("det oprindelige", "den oprindelige"),
            ("nyt", "ny"),
            ("dette", "denne"),
            ("ethvert", "enhver"),
            ("sit", "sin"),
            ("sit gamle", "sin gamle"),
            ("jokerens", "jokerens"),
            ("jokers nye", "jokers nye"),
            ("hvis", "hvis"),
        )
    },
    "sæt {n}": "kombination {n}",
    "{n} sæt": "{n} kombinationer",
    "sæt {set}": "kombination {set}",
    "sæt den": "sæt den",
    "jeres eget sæt": "jeres eget sæt",
    "sæt": "kombinationer",
}
_OPENING_DA = {"første melding": "første nedlægning", "første meldings": "første nedlægnings"}
DANISH_004: Vocabulary = {"da": {**_SET_DA, **_OPENING_DA}}
"""Leaflet 004: kombination, and its words for the opening (første gang, en spiller lægger brikker ned)."""
