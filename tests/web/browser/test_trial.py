"""The trial on Set up: three tiles appear with their names, and a wrong name is corrected before play begins."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.browser.family_table import Table

ROW = "#trial .tile"


@pytest.fixture(scope="module")
def show(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table without a match, at which the camera is being tried."""
    table = Table(tmp_path_factory.mktemp("trial"))
    yield table
    table.end()


@pytest.fixture(scope="module")
def laptop(device: Any) -> Any:
    laptop = device("laptop", 1180, 820)
    laptop.open("/setup")
    return laptop


def tried(laptop: Any, *tiles: str) -> None:
    """Waits until the trial shows these tiles."""
    laptop.until(
        f"[...document.querySelectorAll('{ROW}')].map(one => one.dataset.tile).join(' ') === '{' '.join(tiles)}'"
    )


def test_a_wrong_tile_is_mended_in_the_trial_and_stays_mended(laptop: Any, show: Table) -> None:
    show.lies("r7 r8 b2", read=["r7 b8 b2"])
    tried(laptop, "r7", "b8", "b2")
    laptop.press(f"{ROW}[data-tile=b8]")
    laptop.one("#sheet .crop")
    laptop.looks_well("trial-mending")
    laptop.press("#sheet .picker [data-tile=r8]")
    tried(laptop, "r7", "r8", "b2")
    assert [row["tiles"] for row in show.state["table"]] == [["r7", "r8", "b2"]]
    show.lies("r7 r8 b2", read=["r7 b8 b2"])  # a hand came, and the tile is misread again
    tried(laptop, "r7", "r8", "b2")
    laptop.looks_well("trial-mended")


def test_two_tiles_prove_nothing_yet(laptop: Any, show: Table) -> None:
    show.lies("k1 o13")
    tried(laptop)


def test_three_tiles_that_lie_apart_are_a_trial_until_a_match_begins(laptop: Any, show: Table) -> None:
    show.lies("k1", "o13", "J")
    tried(laptop, "k1", "o13", "J")
    show.stage.table.match.start(["Ada", "Bo"], "original", "Ada", None, False)
    tried(laptop)
