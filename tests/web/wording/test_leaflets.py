"""Texts for people name a leaflet by the title of its game; programs use its number."""

import re

import pytest
from flask.testing import FlaskClient

from referee.rules import PRESET_FILES
from tests.web.conftest import FakeTable
from web.wording.catalogue import PRESET_OF_LEAFLET, catalogue, leaflet_title, titled


@pytest.mark.parametrize("language", ["en", "da", "fi", "nb", "sv"])
def test_no_page_names_a_leaflet_by_its_number(client: FlaskClient, table: FakeTable, language: str) -> None:
    for path in ("/agreement?rules=danish-card", "/api/rules?rules=finnish"):
        answer = client.get(path, headers={"Accept-Language": language})
        text = answer.text if path.startswith("/agreement") else str(answer.json)
        assert re.findall(r"\b00[0-4]\b", re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)) == []


@pytest.mark.parametrize("language", ["en", "da", "fi", "nb", "sv"])
def test_no_two_leaflets_have_one_title(language: str) -> None:
    titles = {leaflet_title(number, catalogue(language)) for number in PRESET_OF_LEAFLET}
    assert len(titles) == len(PRESET_OF_LEAFLET)


@pytest.mark.parametrize("file", ["001.json", "/evening/001/before.jpg", "turn-002.jpg", "002-b", r"C:\001\a"])
def test_what_a_file_is_called_names_no_leaflet(file: str) -> None:
    text = f"{file}: the leaflets 001 and 002."
    assert titled(text, catalogue("en")) == f"{file}: the leaflets “Original game” and “Original game, in Finnish”."


def test_every_leaflet_has_a_preset_that_was_made_after_it() -> None:
    assert set(PRESET_OF_LEAFLET.values()) <= set(PRESET_FILES)
