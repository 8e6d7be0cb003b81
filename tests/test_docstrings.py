"""Docstrings are true: examples give the results shown, and a package's docstring names all its files."""

import ast
import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MADE = [
    path.relative_to(ROOT)
    for package in ("referee", "vision", "models", "tilewatch", "web")
    for path in ROOT.glob(f"{package}/**/*.py")
]
SOURCES = [path for path in MADE if path.parts[0] != "models"]
WITH_EXAMPLES = [path for path in SOURCES if ">>> " in (ROOT / path).read_text(encoding="utf-8")]


@pytest.mark.parametrize("source", WITH_EXAMPLES, ids=str)
def test_the_examples_of_a_file_are_right(source: Path) -> None:
    module = import_module(".".join(source.with_suffix("").parts))
    examples = doctest.testmod(module)
    assert examples.attempted > 0
    assert examples.failed == 0


@pytest.mark.parametrize("room", [path for path in MADE if path.name == "__init__.py"], ids=str)
def test_a_room_names_every_file_and_room_that_is_in_it(room: Path) -> None:
    told = ast.get_docstring(ast.parse((ROOT / room).read_text(encoding="utf-8"))) or ""
    inside = [path.relative_to(room.parent) for path in MADE if room.parent in path.parents and path != room]
    names = {part.parts[0].removesuffix(".py") for part in inside} - {"__init__", "__main__"}
    assert [name for name in sorted(names) if not re.search(rf"\b{name}\b", told)] == [], f"say in {room} what it is"
