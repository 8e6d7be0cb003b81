"""Presets: one file each, with all its parts."""

from importlib import import_module
from pathlib import Path

import pytest

from referee import rules
from referee.rules import FIXED_RULES, OPTIONS, PRESET_FILES, PRESETS, Preset

FOLDER = Path(rules.__file__).parent / "presets"
FILES = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__")
NAMED = {option.name for option in OPTIONS} | set(FIXED_RULES)


@pytest.mark.parametrize("file", FILES)
def test_every_file_of_a_preset_is_offered_under_its_name(file: str) -> None:
    held = [one for one in vars(import_module(f"referee.rules.presets.{file}")).values() if isinstance(one, Preset)]
    assert len(held) == 1, f"presets/{file}.py should hold one Preset"
    name = file.replace("_", "-")
    assert held[0].name == name, f"presets/{file}.py names its preset {held[0].name!r}: one of the two should change"
    assert name in PRESET_FILES, f"add the preset of presets/{file}.py to presets/__init__.py"


@pytest.mark.parametrize("preset", PRESET_FILES.values(), ids=list(PRESET_FILES))
def test_a_preset_has_every_part(preset: Preset) -> None:
    assert preset.about, f"{preset.name}: say in `about` what it is, in a few words"
    assert preset.readings, f"{preset.name}: say in `readings` how its text is read where it is silent or unclear"
    strangers = set(preset.sources) - NAMED
    assert not strangers, f"{preset.name}: `sources` names what is neither an option nor a fixed rule: {strangers}"


@pytest.mark.parametrize("preset", PRESET_FILES.values(), ids=list(PRESET_FILES))
def test_what_a_preset_has_otherwise_than_the_original_game_has_a_source_of_its_own(preset: Preset) -> None:
    without = set(PRESETS[preset.name].differences(PRESETS["original"])) - set(preset.sources)
    assert not without, f"{preset.name}: say in `sources` where these stand: {sorted(without)}"


@pytest.mark.parametrize("preset", PRESET_FILES.values(), ids=list(PRESET_FILES))
def test_a_preset_lists_only_options_that_the_original_game_has_otherwise(preset: Preset) -> None:
    same = set(preset.options) - set(PRESETS[preset.name].differences(PRESETS["original"]))
    assert not same, f"{preset.name}: leave these out of `options`, the original game has them so: {sorted(same)}"


def test_the_original_game_has_a_source_for_every_rule() -> None:
    without = NAMED - set(PRESET_FILES["original"].sources)
    assert not without, f"presets/original.py: say in `sources` where these stand: {sorted(without)}"
