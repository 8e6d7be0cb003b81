"""`tilewatch rules`: every preset in plain words, with the sources it rests on."""

import json

import pytest
from click.testing import CliRunner, Result

from referee.rules import CHAPTERS, FIXED_RULES, OPTIONS, PRESET_FILES, PRESETS, source_of
from tilewatch.cli import main
from web.wording.catalogue import catalogue, titled


def rules(*words: str) -> Result:
    return CliRunner().invoke(main, ["rules", *words])


def test_without_a_preset_all_are_listed() -> None:
    result = rules()
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.stdout.splitlines()] == list(PRESETS)
    assert list(json.loads(rules("--json").stdout)) == list(PRESETS)


def test_every_option_is_told_once() -> None:
    named = [name for names in CHAPTERS.values() for name in names if name not in (*FIXED_RULES, "players")]
    assert sorted(named) == sorted(option.name for option in OPTIONS)


def people(text: str) -> str:
    """The output with the leaflets' titles in place of their numbers."""
    return titled(text, catalogue("en"))


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_told_with_its_sources_and_readings(preset: str) -> None:
    result = rules(preset)
    assert result.exit_code == 0
    assert f"The opening is worth at least {PRESETS[preset].opening_points} points." in result.stdout
    assert people(source_of(PRESETS[preset], "opening_points").text) in result.stdout
    for note in PRESET_FILES[preset].readings:
        assert people(note) in result.stdout


def test_the_cardboard_edition_tells_that_its_colours_are_unclear() -> None:
    told = rules("danish-card").stdout
    assert "colours may repeat." in told
    assert "a sister edition's text says they must differ" in told


@pytest.mark.parametrize("preset", PRESETS)
def test_as_json(preset: str) -> None:
    told = json.loads(rules(preset, "--json").stdout)
    assert told["preset"] == preset
    assert set(told["options"]) == {option.name for option in OPTIONS}
    assert all(option["source"] and option["told"].endswith(".") for option in told["options"].values())
    assert told["readings"] == list(PRESET_FILES[preset].readings)


def test_an_unknown_preset_is_named() -> None:
    result = rules("klingon")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith('rules: "klingon" is not a preset')
