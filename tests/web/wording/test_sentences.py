"""What the referee says in English is said again in the reader's language, tiles and sets named."""

import json
import re
from collections import Counter

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.judging import Fault, FaultCode, faults
from referee.rules import PRESET_FILES, PRESETS, Rules
from referee.table import Row, row_from_notation
from web.wording.sentences import FAULTS, PARTS, REFUSALS, fields, leaflet, like, sentences

ORIGINAL = PRESETS["original"]
TWO = Rules.from_json({"preset": "original", "opening_sets": 2})


def row(text: str) -> Row:
    return row_from_notation(text, "row")


SAID = [
    *(faults.not_a_set(ORIGINAL, 0, row(no)) for no in ("r5 k3 b9", "r5 r6", "J J J", "r5 r5 k5", "r5 r7 r9")),
    faults.not_a_set(ORIGINAL, 0, row("r5 r5 r6")),
    faults.not_a_set(ORIGINAL, 0, row("r5 b5 k5 o5 J")),
    faults.too_many_of_a_tile(ORIGINAL, row("r7")[0], 3, (0,)),
    faults.too_many_of_a_tile(ORIGINAL, row("J")[0], 3, (0,)),
    faults.tile_missing(ORIGINAL, Counter(row("r7 b7"))),
    faults.opening_too_low(ORIGINAL, 27, (0,)),
    faults.opening_sets(PRESETS["finnish"], (0, 1)),
    faults.opening_sets(TWO, (0, 1, 2)),
    faults.opening_touches_table(ORIGINAL, (0,), row("r7 J")),
    faults.too_many_jokers(PRESETS["finnish"], 0, row("r7 J J"), 2),
    *(faults.joker_exchange(PRESETS[name], row("r7 b7 J"), row("k7 o7"), (0,)) for name in ("original", "finnish")),
    *(faults.joker_not_reused(rules, there, (0,)) for rules in PRESETS.values() for there in (row("r7 J r9"), None)),
    faults.joker_set_broken(PRESETS["finnish"], row("r7 J r9"), (0,)),
    faults.rebuilt_too_far(PRESETS["danish-card"], row("r7 r8 r9"), row("r7 r8"), (0,)),
    faults.time_over(ORIGINAL, 61.25),
]


def found(patterns: tuple[str, ...], text: str) -> dict[str, str] | None:
    """What the fields of the first pattern hold that is like this text."""
    for pattern in patterns:
        match = re.match(like(pattern), text)
        if match:
            return dict(zip(fields(pattern), match.groups(), strict=True))
    return None


def test_every_code_is_among_the_sentences_tried() -> None:
    assert {fault.code for fault in SAID} == set(FaultCode)


@pytest.mark.parametrize("fault", SAID, ids=lambda fault: str(fault.text))
def test_every_sentence_of_the_referee_is_like_a_pattern_and_its_parts_too(fault: Fault) -> None:
    held = found(FAULTS, fault.text)
    assert held is not None
    for name in ("why", "goes"):
        assert name not in held or found(PARTS, held[name]) is not None, held


@pytest.mark.parametrize("fault", SAID, ids=lambda fault: str(fault.text))
def test_the_leaflet_behind_every_fault_is_told_in_finnish_too(app: Flask, fault: Fault) -> None:
    with app.test_request_context(headers={"Accept-Language": "fi"}):
        told = [said for pattern, _fields, said in sentences() if re.match(pattern, fault.source)]
    assert told
    assert told[0] != fault.source


def test_every_leaflet_is_told_in_finnish(app: Flask) -> None:
    with app.test_request_context(headers={"Accept-Language": "fi"}):
        for told in (preset.sources for preset in PRESET_FILES.values()):
            assert [source for source in told.values() if leaflet(source) == source] == []


def test_a_pattern_finds_what_it_names() -> None:
    assert found(FAULTS, "The opening is worth 27 points and needs at least 30.") == {"points": "27", "needed": "30"}
    assert found(REFUSALS, "turn 7 is over; turn 8 is being played") == {"n": "7", "now": "8"}
    assert found(FAULTS, "Something else.") is None


def test_english_needs_no_patterns_and_finnish_brings_all_of_them(app: Flask, client: FlaskClient) -> None:
    with app.test_request_context(headers={"Accept-Language": "en"}):
        assert sentences() == []
    page = client.get("/", headers={"Accept-Language": "fi"}).text
    written = re.search(r'id="sentences">(.*?)</script>', page)
    assert written is not None
    said = {tuple(fields): text for _like, fields, text in json.loads(written[1])}
    assert said[("points", "needed")] == "Avaus on {points} pistettä; sen on oltava vähintään {needed}."
