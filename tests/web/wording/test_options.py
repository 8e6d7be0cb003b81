"""Every option of the rules can be chosen on Set up, in plain words."""

import json
from typing import Any
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from referee.rules import OPTIONS, PRESETS, Rules

NUMBERS = {"turn_seconds": (30, 300), "opening_points": (0, 200), "bank_seconds": (1, 7200), "rounds": (1, 100)}


def told(client: FlaskClient, rules: object, language: str = "en") -> dict[str, dict[str, Any]]:
    """Every option by its name, as Set up receives it."""
    asked = rules if isinstance(rules, str) else json.dumps(rules)
    answer = client.get(f"/api/rules?rules={quote(asked)}", headers={"Accept-Language": language}).json
    return {option["name"]: option for group in answer["options"] for option in group["options"]}


@pytest.mark.parametrize("preset", PRESETS)
def test_every_option_is_offered_once_as_the_preset_has_it(client: FlaskClient, preset: str) -> None:
    offered = told(client, preset)
    assert set(offered) == {option.name for option in OPTIONS}
    for name, option in offered.items():
        assert option["value"] == option["preset"] == getattr(PRESETS[preset], name)
        assert option["source"]


@pytest.mark.parametrize("language", ["en", "fi"])
def test_choices_are_sentences_that_differ_and_each_can_be_chosen(client: FlaskClient, language: str) -> None:
    for option in told(client, "original", language).values():
        said = [choice["says"] for choice in option.get("choices", [])]
        assert len(set(said)) == len(said)
        for choice in option.get("choices", []):
            chosen = Rules.from_json({"preset": "original", option["name"]: choice["value"]})
            assert getattr(chosen, option["name"]) == choice["value"]


@pytest.mark.parametrize(("name", "least", "most"), [(name, *ends) for name, ends in NUMBERS.items()])
def test_numbers_go_as_far_as_the_rules_let_them(client: FlaskClient, name: str, least: int, most: int) -> None:
    option = told(client, "original")[name]
    assert (option["least"], option["most"]) == (least, most)


def test_a_number_that_may_be_none_says_what_that_means(client: FlaskClient) -> None:
    offered = told(client, "original")
    for option in offered.values():
        if "least" in option:
            may_be_none = next(one for one in OPTIONS if one.name == option["name"]).limits.fits(None)
            assert bool(option["without"]) == may_be_none, option["name"]


def test_house_rules_are_told_before_the_match(client: FlaskClient) -> None:
    house = {"preset": "original", "turn_seconds": 90, "joker_announced": True}
    offered = told(client, house)
    assert (offered["turn_seconds"]["value"], offered["turn_seconds"]["preset"]) == (90, 60)
    page = client.get(f"/agreement?rules={quote(json.dumps(house))}").text
    assert "A turn takes at most 90 seconds." in page
    assert page.index("90 seconds") < page.index("All rules")


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ('{"preset": "original", "dealt": 99}', "dealt"),
        ('{"preset": "original", "dealt": 30}', "players_most"),
        ('{"preset": "original", "colour": 1}', "colour"),
        ('{"preset": []}', "preset"),
        ("{", "JSON"),
        ("{" * 3000, "JSON"),
        ("x" * 5000, "long"),
    ],
)
def test_bad_rules_are_refused_by_name(client: FlaskClient, asked: str, named: str) -> None:
    for path in ("/api/rules", "/agreement"):
        answer = client.get(f"{path}?rules={quote(asked)}")
        assert answer.status_code == 400
        assert named in answer.json["error"]
        assert "\n" not in answer.json["error"]
