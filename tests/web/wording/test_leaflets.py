"""Among people a leaflet is called by the title of its game; programs have its number."""

import re

import pytest
from flask.testing import FlaskClient

from referee.rules import PRESET_FILES
from tests.web.conftest import FakeTable
from web.wording.catalogue import PRESET_OF_LEAFLET


@pytest.mark.parametrize("language", ["en", "da", "fi", "nb", "sv"])
def test_no_page_names_a_leaflet_by_its_number(client: FlaskClient, table: FakeTable, language: str) -> None:
    for path in ("/agreement?rules=danish-card", "/api/rules?rules=finnish"):
        answer = client.get(path, headers={"Accept-Language": language})
        text = answer.text if path.startswith("/agreement") else str(answer.json)
        assert re.findall(r"\b00[0-4]\b", re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)) == []


def test_every_leaflet_has_a_preset_that_was_made_after_it() -> None:
    assert set(PRESET_OF_LEAFLET.values()) <= set(PRESET_FILES)
