"""The examples in docstrings are run: each gives what stands below it."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = [
    path.relative_to(ROOT)
    for package in ("referee", "vision", "tilewatch", "web")
    for path in ROOT.glob(f"{package}/**/*.py")
]
WITH_EXAMPLES = [path for path in SOURCES if ">>> " in (ROOT / path).read_text(encoding="utf-8")]


@pytest.mark.parametrize("source", WITH_EXAMPLES, ids=str)
def test_the_examples_of_a_file_are_right(source: Path) -> None:
    module = import_module(".".join(source.with_suffix("").parts))
    examples = doctest.testmod(module)
    assert examples.attempted > 0
    assert examples.failed == 0
