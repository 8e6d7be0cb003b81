"""JSON from outside becomes a record, or an error message with the mistake and its place."""

import json
from typing import Annotated, Literal

import pytest
from msgspec import Meta

from web.decoding import NotUnderstood, Record, decode
from web.texts import Name, Notation


class Player(Record, frozen=True):
    name: Name
    tiles: Annotated[int, Meta(ge=0, le=200)] = 0


class Evening(Record, frozen=True):
    players: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=3, description="wanted.names")]
    racks: dict[Name, Notation] | None = None
    best: Player | None = None
    help: Literal["none", "all"] = "none"
    late: bool = False


def test_texts_are_trimmed_and_what_is_missing_has_its_default() -> None:
    evening = decode('{"players": [" Ada ", "Äiti"], "best": {"name": "Bo"}}', Evening)
    assert evening == Evening((Name("Ada"), Name("Äiti")), best=Player(Name("Bo")))


def test_a_record_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        decode('{"name": "Ada"}', Player).name = Name("Bo")  # type: ignore[misc]


def test_a_name_that_looks_the_same_is_the_same() -> None:
    """Some devices type é as one character, some as e and an accent: both spellings are the same player."""
    assert decode('{"name": "Andr\N{LATIN SMALL LETTER E}\N{COMBINING ACUTE ACCENT}"}', Player).name == "Andr\u00e9"


@pytest.mark.parametrize(
    ("name", "is_a_name"),
    [
        ("می\N{ZERO WIDTH NON-JOINER}خواهم", True),
        ("क्\N{ZERO WIDTH NON-JOINER}ष", True),
        ("An\N{ZERO WIDTH NON-JOINER}na", False),
        ("می\N{ZERO WIDTH NON-JOINER}", False),
    ],
)
def test_a_non_joiner_is_of_a_name_where_it_shows(name: str, is_a_name: bool) -> None:
    """Persian and scripts of India need it; between Latin letters two different names would look the same."""
    if is_a_name:
        assert decode(json.dumps({"name": name}), Player).name == name
    else:
        with pytest.raises(NotUnderstood):
            decode(json.dumps({"name": name}), Player)


def test_emoji_that_are_drawn_as_one_are_a_name() -> None:
    family = "\N{MAN}\N{ZERO WIDTH JOINER}\N{GIRL}"
    assert decode(f'{{"name": "{family}"}}', Player).name == family
    with pytest.raises(NotUnderstood, match='"name" is empty'):
        decode('{"name": "\N{ZERO WIDTH JOINER}"}', Player)


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("", "the body is not JSON"),
        ("{", "the body is not JSON"),
        ("[" * 100_000, "the body is not JSON"),
        (b'"\xff"', "the body is not JSON"),
        ('{"players": NaN}', "the body is not JSON"),
        ("[]", "the body has to be an object {…}"),
        ("{}", '"players" is missing'),
        ('{"players": ["Ada"], "colour": 1}', '"colour" is not known here (players, racks, best, help, late)'),
        ('{"players": "Ada"}', '"players" has to be a list of names, not "Ada"'),
        ('{"players": []}', '"players" has to be a list of names, not []'),
        ('{"players": ["Ada", 7]}', '"players[1]" has to be a name'),
        ('{"players": ["Ada", "  "]}', '"players[1]" is empty; it has to be a name'),
        ('{"players": ["Ada", "B\\u0000o"]}', '"players[1]" holds characters that cannot be printed'),
        ('{"players": ["%s"]}' % ("x" * 41), '"players[0]" is longer than 40 characters'),
        ('{"players": ["Ada"], "racks": {"Ada": 5}}', '"racks.Ada" has to be tiles in notation, such as r5 k3 J'),
        ('{"players": ["Ada"], "racks": {" ": "r5"}}', '"racks" is empty; it has to be a name'),
        ('{"players": ["Ada"], "best": {"name": "Bo", "tiles": true}}', "a whole number from 0 to 200, not true"),
        ('{"players": ["Ada"], "best": {"tiles": 1}}', '"best.name" is missing'),
        ('{"players": ["Ada"], "help": "some"}', '"help" has to be one of none, all, not "some"'),
        ('{"players": ["Ada"], "late": "yes"}', '"late" has to be true or false, not "yes"'),
    ],
)
def test_what_is_wrong_is_said_with_its_place(written: str | bytes, says: str) -> None:
    with pytest.raises(NotUnderstood) as refused:
        decode(written, Evening, "the-body")
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)
