"""CONTRIBUTING.md is true: its files exist, and a missing part is reported by name."""

import re
from pathlib import Path

import pytest

from referee.judging import FaultCode
from referee.messages import TEMPLATES
from referee.rules import CHAPTERS, OPTIONS, PRESET_FILES, Option
from tilewatch.commands.cameras import ADDRESSES
from vision.camera.sources import OPENERS, SCHEMES
from web.routes.exports import times_of
from web.wording.catalogue import PRESET_OF_LEAFLET

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_every_file_that_the_guide_names_is_there() -> None:
    named = re.findall(r"`((?:referee|vision|models|tilewatch|web|tests)/[\w./]*)`", GUIDE)
    assert len(named) > 25
    assert [name for name in named if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("code", FaultCode)
def test_every_fault_has_its_sentence_and_a_position_in_the_rulebook(code: FaultCode) -> None:
    assert code.value in TEMPLATES, f"write the sentence of {code.value} into referee/messages/faults.py"
    rulebook = (ROOT / "tests/referee/judging/rulebook.txt").read_text(encoding="utf-8")
    assert code.value in rulebook, f"write a position with {code.value} into tests/referee/judging/rulebook.txt"


@pytest.mark.parametrize("code", FaultCode)
def test_every_fault_has_a_name_on_a_players_page(code: FaultCode) -> None:
    script = (ROOT / "web/static/js/think/faults.js").read_text(encoding="utf-8")
    assert f'"{code.value}":' in script, f"name {code.value} in faultNames() of web/static/js/think/faults.js"


@pytest.mark.parametrize("name", PRESET_FILES)
def test_every_leaflet_that_a_preset_names_has_a_title(name: str) -> None:
    preset = PRESET_FILES[name]
    for number in re.findall(r"\bleaflet (\d+)\b", " ".join(preset.sources.values())):
        assert number in PRESET_OF_LEAFLET, f"say in web/wording/catalogue.py which preset leaflet {number} is"
        assert f"leaflet.{number}" in TEMPLATES, f"write leaflet.{number} into referee/messages/rules.py"


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_option_is_told_in_a_chapter(option: Option) -> None:
    told = {name for names in CHAPTERS.values() for name in names}
    assert option.name in told, f"say in referee/rules/plain_words.py where {option.name} is told"


def test_every_statistic_has_a_column_on_the_scores_page() -> None:
    script = (ROOT / "web/static/js/screens/scores.js").read_text(encoding="utf-8")
    turn = {"number": 1, "round": 1, "player": "Ada", "seconds": 20.0}
    for name in times_of([turn])["players"]["Ada"]:
        shown = re.search(rf'\bone\.{name}\b|"{name}"', script)
        assert shown, f"show {name} in a column of times() in web/static/js/screens/scores.js"


@pytest.mark.parametrize("kind", sorted({*SCHEMES.values(), "device", "film", "folder"}))
def test_every_kind_of_camera_can_be_opened(kind: str) -> None:
    assert kind in OPENERS, f"say in OPENERS of vision/camera/sources.py how a {kind} is opened"


@pytest.mark.parametrize("scheme", sorted(set(SCHEMES.values())))
def test_every_kind_of_stream_is_told_by_tilewatch_cameras(scheme: str) -> None:
    assert f"{scheme}://…" in ADDRESSES, f"write {scheme}://… into ADDRESSES of tilewatch/commands/cameras.py"
