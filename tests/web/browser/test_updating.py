"""A phone whose page stays open while the program is updated; and a press with too long a body."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.browser.family_table import Table
from web import files

ASKED = """const [done] = arguments;
navigator.serviceWorker.ready.then((worker) => worker.update()).finally(done).catch(() => {});"""
KEPT = "const [done] = arguments; caches.keys().then((names) => done(names.sort()));"
POSTED = """const [files, done] = arguments; import(`${files}/js/page/table.js`).then(({post}) =>
  post('/api/house', {help: 'x'.repeat(70000)}).catch((error) => done(error.message)));"""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    yield made
    made.end()


def test_an_update_keeps_no_page_waiting_and_the_files_before_are_forgotten(
    table: Table, device: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = device("phone", 390, 844, table.address, keeps=True)
    for version in ("aaaaaaaaaaaa", "bbbbbbbbbbbb"):
        monkeypatch.setattr(files, "version", lambda version=version: version)
        table.app.jinja_env.globals["files"] = files.address()
        for screen in ("/", "/scores"):
            phone.open(screen)
            phone.answer(ASKED)
        assert phone.answer(KEPT) == [f"tilewatch-{version}", "tilewatch-pages"]
    told = phone.answer(POSTED, files.address())
    assert told == "That is too large: at most 64000 bytes are read here."
