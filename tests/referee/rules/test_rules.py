"""Presets and house rules: every option, its limits, its source."""

from typing import get_args, get_type_hints

import pytest

from referee.messages import TEMPLATES
from referee.rules import (
    ASKED_MOST,
    OPTIONS,
    PRESETS,
    Choice,
    Number,
    Option,
    Rules,
    RulesError,
    answer,
    plain_words,
    question,
    quotations,
    source_of,
)

RULES_MD = {
    # preset: points, sets, seconds, failed draw, jokers, joker's cost, jokers in a set
    "original": (30, None, 60, 3, 2, 30, None),
    "finnish": (31, 1, 60, 3, 2, 30, 1),
    "wikipedia": (30, None, None, 1, 2, 30, None),
    "danish-card": (40, None, 120, 0, 4, 25, None),
    "sabra": (30, None, 120, 3, 2, 30, 2),
    "tournament": (30, None, 60, 3, 2, 30, None),
}


@pytest.mark.parametrize("preset", RULES_MD)
def test_the_numbers_of_each_preset(preset: str) -> None:
    rules = Rules.from_json(preset)
    numbers = (
        rules.opening_points,
        rules.opening_sets,
        rules.turn_seconds,
        rules.failed_turn_draw,
        rules.jokers,
        rules.joker_on_rack,
        rules.jokers_in_a_set,
    )
    assert numbers == RULES_MD[preset]
    assert (rules.numbered_tiles, rules.dealt, rules.players_least, rules.players_most) == (104, 14, 2, 4)
    assert rules.box_size == 104 + rules.jokers


def test_a_house_rule_changes_one_option_and_is_its_own_source() -> None:
    rules = Rules.from_json({"preset": "danish-card", "opening_points": 30})
    assert rules.opening_points == 30
    assert rules.jokers == 4
    assert source_of(rules, "opening_points").text == "house rule: The opening is worth at least 30 points."
    assert rules.to_json() == {"preset": "danish-card", "opening_points": 30}


@pytest.mark.parametrize(
    ("option", "value", "rule"),
    [("jokers", 1, "box"), ("group_colours_differ", False, "group"), ("one_after_thirteen", True, "run")],
)
def test_no_leaflet_is_named_for_a_rule_that_a_house_rule_changes(option: str, value: object, rule: str) -> None:
    assert source_of(Rules.from_json({option: value}), rule).code == "house-rule"
    assert source_of(Rules(), rule).text.startswith("leaflet 001")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_written_as_its_name(preset: str) -> None:
    assert PRESETS[preset].to_json() == preset
    assert Rules.from_json({"preset": preset}) == PRESETS[preset]


def test_an_object_without_a_preset_changes_the_original_game() -> None:
    assert Rules.from_json({"late_draw": 1}) == Rules(late_draw=1)


@pytest.mark.parametrize(
    ("written", "named"),
    [
        ("klingon", "klingon"),
        ({"preset": "klingon"}, "klingon"),
        ({"preset": ["original"]}, "original"),
        (7, "7"),
        (None, "None"),
        (["original"], "original"),
        ({"preset": "original", "opening_pionts": 40}, "opening_pionts"),
        ({"opening_points": "40"}, "opening_points"),
        ({"opening_points": True}, "opening_points"),
        ({"opening_points": -1}, "opening_points"),
        ({"opening_points": 30.5}, "opening_points"),
        ({"jokers": 5}, "jokers"),
        ({"jokers_in_a_set": 0}, "jokers_in_a_set"),
        ({"turn_seconds": 10}, "turn_seconds"),
        ({"turn_seconds": 301}, "turn_seconds"),
        ({"extensions": 11}, "extensions"),
        ({"late_draw": 2}, "late_draw"),
        ({"late_draw": True}, "late_draw"),
        ({"joker_freed_by": "magic"}, "joker_freed_by"),
        ({"group_colours_differ": "yes"}, "group_colours_differ"),
        ({"group_colours_differ": 1}, "group_colours_differ"),
        ({"players_least": 5}, "players_least"),
        ({"players_most": 6, "dealt": 18}, "players_most"),
    ],
)
def test_what_cannot_be_is_refused_by_name(written: object, named: str) -> None:
    with pytest.raises(RulesError, match=named) as refused:
        Rules.from_json(written)
    assert "\n" not in str(refused.value)


def test_six_players_where_the_box_holds_their_tiles() -> None:
    assert Rules.from_json({"players_most": 6}).players_most == 6
    assert Rules.from_json({"players_most": 6, "dealt": 20, "copies": 3}).box_size == 158


def test_every_option_says_what_it_may_be() -> None:
    limits = {option.name: option.limits for option in OPTIONS}
    assert limits["opening_points"] == Number(0, 200)
    assert limits["turn_seconds"] == Number(30, 300, may_be_none=True)
    assert limits["joker_announced"] == Choice((True, False))
    assert limits["late_draw"] == Choice(("as-failed", 0, 1))


def test_every_option_of_the_original_game_is_possible() -> None:
    for option in OPTIONS:
        assert option.limits.fits(option.original), option.name
        assert option.says


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_value_of_an_option_is_told_in_plain_words(option: Option) -> None:
    values = option.limits.values if isinstance(option.limits, Choice) else (option.limits.most, option.original)
    for value in values:
        most = 6 if option.name == "players_least" else 3
        changed = {"players_most": most, option.name: value}
        code = f"rule.{option.name}"
        told = {code, f"{code}.{str(value).lower()}"} & TEMPLATES.keys()
        assert told, f"{option.name}: write what {value!r} means into referee/messages/rules.py, as {code}"
        text = plain_words(Rules.from_json(changed), option.name).text
        assert text.endswith("."), f"{option.name}: write what {value!r} means into referee/messages/rules.py"


def test_every_place_for_a_freed_joker_is_told_in_its_fault() -> None:
    for value in get_args(get_type_hints(Rules)["freed_joker_goes"]):
        assert f"joker.{value}" in TEMPLATES, f"write joker.{value} into referee/messages/faults.py"


@pytest.mark.parametrize("preset", PRESETS)
def test_what_people_argue_about_most_is_answered_by_every_preset(preset: str) -> None:
    assert len(ASKED_MOST) == 16
    for name in ASKED_MOST:
        assert question(name).text.endswith("?")
        assert all(sentence.text.endswith(".") for sentence in answer(PRESETS[preset], name))
        assert answer(PRESETS[preset], name)


def test_a_leaflet_is_quoted_only_where_it_is_played_as_it_says() -> None:
    (quoted,) = quotations(PRESETS["finnish"], "two-jokers")
    assert (quoted.leaflet, quoted.language) == ("000", "fi")
    assert quoted.text == "Yhdessä sarjassa saa olla korkeintaan yksi jokeri."
    assert quotations(Rules.from_json({"preset": "finnish", "jokers_in_a_set": 2}), "two-jokers") == ()
    assert [one.language for one in quotations(PRESETS["tournament"], "freeing")] == ["da", "fi"]
    assert quotations(PRESETS["sabra"], "freeing") == ()


@pytest.mark.parametrize(
    ("asked", "sentence", "words"),
    [
        ("must-play", "A player who can lay tiles has to; nobody checks that", "hvis dette er muligt"),
        (
            "freeing",
            "A player who takes a joker says so first; the camera cannot check that.",
            "meddele det på forhånd",
        ),
    ],
)
def test_what_no_camera_sees_is_said_with_the_leaflets_sentence(asked: str, sentence: str, words: str) -> None:
    """Leaflet 004: a player has to lay tiles if possible; a player who takes a joker announces it."""
    cards = PRESETS["danish-card"]
    assert sentence in " ".join(message.text for message in answer(cards, asked))
    assert words in quotations(cards, asked)[0].text


def test_when_the_pool_is_empty_it_ends_as_soon_as_one_cannot_as_three_of_four_texts_say() -> None:
    assert {PRESETS[name].pool_empty for name in ("original", "tournament", "wikipedia")} == {"until-one-cannot"}
    assert {PRESETS[name].pool_empty for name in ("finnish", "danish-card")} == {"until-nobody-can"}
    assert "in Danish play goes on" in answer(Rules(), "pool-empty")[-1].text
    said = {one.language: one.text for one in quotations(Rules(), "pool-empty")}
    assert said["sv"] == "Om spelaren inte kan komma vidare, slutar spelet."
    assert said["da"].endswith("Hvis spillerne ikke kan komme videre, slutter spillet.")


def test_why_an_extended_set_is_a_new_one_is_said_with_the_leaflets_heading() -> None:
    assert "counts as new" in answer(Rules(), "at-once")[-1].text
    assert quotations(Rules(), "at-once")[0].text.endswith("til at lave et nyt sæt")
    assert len(answer(Rules(freed_joker_goes="any-set"), "at-once")) == 1
