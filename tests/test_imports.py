"""Which package may import which: the arrows of the architecture point one way."""

import ast
import sys
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OURS = {"referee", "vision", "models", "tilewatch", "web"}
RECIPE = "models.recipe."
VOCABULARY = {"referee.messages", "referee.tiles", "referee.table"}
"""Modules that every room may import: messages, tiles, tables."""
ARROWS = {
    "referee": set(),
    "models": set(),
    "vision": {*VOCABULARY, "models"},
    "web": {"referee"},
}
ROOMS = {
    "referee.messages": set(),
    "referee.rules": {*VOCABULARY},
    "referee.sets": {*VOCABULARY, "referee.rules"},
    "referee.judging": {*VOCABULARY, "referee.rules", "referee.sets"},
    "referee.solving": {*VOCABULARY, "referee.rules", "referee.sets", "referee.judging"},
    "referee.solving.tiling": {*VOCABULARY, "referee.rules", "referee.sets"},
    "referee.solving.jokers": {*VOCABULARY, "referee.rules", "referee.sets", "referee.solving.tiling"},
    "referee.solving.rows": {*VOCABULARY, "referee.rules", "referee.solving.tiling", "referee.solving.jokers"},
    "referee.match": {*VOCABULARY, "referee.rules", "referee.sets", "referee.judging"},
    "referee.tournament": {*VOCABULARY, "referee.rules", "referee.match"},
    "referee.coaching": {*VOCABULARY, "referee.rules", "referee.sets", "referee.judging", "referee.solving"},
    "referee.highlights": {*VOCABULARY, "referee.rules", "referee.judging", "referee.solving", "referee.match"},
    "vision.camera": set(),
    "vision.reading": {"vision.camera"},
    "vision.reading.detect": {"vision.reading.detections", "vision.reading.geometry"},
    "vision.reading.classify": {
        *("vision.reading.detections", "vision.reading.geometry"),
        *("vision.reading.detect.infer", "vision.reading.detect.scales"),
    },
    "vision.reading.score": {"vision.reading.detections", "vision.reading.geometry"},
    "vision.reading.arrange": {"vision.reading.detections", "vision.reading.geometry"},
    "vision.reading.taught": {
        *("vision.reading.detections", "vision.reading.geometry"),
        *("vision.reading.arrange.rows", "vision.reading.classify.rectify", "vision.reading.classify.classifier"),
    },
    "vision.watching": {"vision.camera", "vision.reading"},
    "referee.rules.presets": {*VOCABULARY, "referee.rules.options", "referee.rules.vocabularies"},
    "web.records": set(),
    "web.wording": {"web.records"},
    "web.routes": {
        *("web.access", "web.address", "web.agreements", "web.bodies", "web.contract", "web.decoding", "web.wording"),
        *("web.records", "web.files", "web.kept", "web.security", "web.sessions", "web.texts", "web.tables_sent"),
        *("web.looking", "web.taken_away"),
    },
    "web.club": {
        *("web.access", "web.address", "web.app", "web.bodies", "web.contract", "web.decoding", "web.idempotency"),
        *("web.interface", "web.sessions", "web.records", "web.routes", "web.security", "web.sessions", "web.texts"),
        *("web.kept", "web.wording"),
    },
    "tilewatch.serving": set(),
    "tilewatch.view": set(),
    "tilewatch.storage": {"tilewatch.extras"},
    "tilewatch.check": {"tilewatch.view"},
    "tilewatch.put_back": {"tilewatch.storage.notes"},
    "tilewatch.telling": {"tilewatch.put_back", "tilewatch.view"},
    "tilewatch.history": {"tilewatch.storage", "tilewatch.telling"},
    "tilewatch.table": {
        *("tilewatch.check", "tilewatch.history", "tilewatch.put_back", "tilewatch.storage", "tilewatch.telling"),
        "tilewatch.view",
    },
    "tilewatch.table.camera": {"tilewatch.check", "tilewatch.storage", "tilewatch.table", "tilewatch.view"},
    "tilewatch.table.sets": {"tilewatch.check", "tilewatch.storage", "tilewatch.table.watching", "tilewatch.view"},
    "tilewatch.table.turn": {
        *(
            "tilewatch.check",
            "tilewatch.put_back",
            "tilewatch.storage",
            "tilewatch.table",
            "tilewatch.telling",
            "tilewatch.view",
        ),
    },
    "tilewatch.club": {"tilewatch.history", "tilewatch.storage", "tilewatch.telling", "tilewatch.threads"},
    "tilewatch.demo": {
        *("tilewatch.commands.places", "tilewatch.server", "tilewatch.storage", "tilewatch.table", "tilewatch.threads"),
    },
    "tilewatch.commands": {
        *("tilewatch.authority", "tilewatch.check", "tilewatch.club", "tilewatch.demo", "tilewatch.doors"),
        *("tilewatch.language", "tilewatch.threads", "tilewatch.server", "tilewatch.storage", "tilewatch.table"),
        *("tilewatch.history",),
        *("tilewatch.threads", "tilewatch.view"),
    },
    "tilewatch.storage.sql": {"tilewatch.extras"},
    "tilewatch.storage.damage": {"tilewatch.storage.sql"},
}
"""Subpackages that each subpackage may import from its own package."""
OFFERING = {"referee.messages", "referee.rules", "referee.sets", "referee.judging"}
"""Subpackages whose `__init__` exports all that other packages may use, also their tests."""
FRONTS = {
    *("referee.solving", "referee.match", "referee.tournament", "referee.highlights", "referee.coaching"),
    *("vision.camera", "vision.reading", "vision.watching"),
    *("tilewatch.view", "tilewatch.put_back", "tilewatch.check"),
}
"""Subpackages whose inner files only tests may use."""


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imported(path: Path) -> set[str]:
    """Every module that a file imports; modules of our packages with their full names."""
    names = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module)
    return names


def files(package: str) -> list[Path]:
    return [p for p in (ROOT / package).rglob("*.py") if "recipe" not in p.parts]


@pytest.mark.parametrize("package", sorted(OURS))
def test_a_file_gives_a_name_to_one_thing(package: str) -> None:
    """If files were joined, two limits of the same name would become one."""
    for path in files(package):
        targets = [target for node in parsed(path).body if isinstance(node, ast.Assign) for target in node.targets]
        nodes = [node for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)]
        names = [node.id for node in nodes if isinstance(node.ctx, ast.Store)]
        twice = {name for name in names if names.count(name) > 1}
        assert not twice, f"{path.relative_to(ROOT)} gives {sorted(twice)} to two things"


@pytest.mark.parametrize("package", ARROWS)
def test_a_package_imports_only_what_its_arrows_allow(package: str) -> None:
    for path in files(package):
        ours = {m for m in imported(path) if m.split(".")[0] in OURS - {package}}
        allowed = ARROWS[package]
        strays = {m for m in ours if not any(m == a or m.startswith(a + ".") for a in allowed)}
        assert not strays, f"{path.relative_to(ROOT)} imports {sorted(strays)}"


def test_every_room_says_which_rooms_it_uses() -> None:
    folders = {path.parent.relative_to(ROOT) for package in OURS for path in files(package)}
    rooms = {".".join(folder.parts) for folder in folders if len(folder.parts) > 1}
    assert rooms <= set(ROOMS), f"say in ROOMS what {sorted(rooms - set(ROOMS))} may use"


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_uses_only_the_rooms_below_it(room: str) -> None:
    package = room.split(".")[0]
    for path in files(room.replace(".", "/")):
        own = {m for m in imported(path) if m.startswith(package + ".") and not f"{m}.".startswith(room + ".")}
        strays = {m for m in own if not any(m == a or m.startswith(a + ".") for a in ROOMS[room])}
        assert not strays, f"{path.relative_to(ROOT)} imports {sorted(strays)}"


@pytest.mark.parametrize("room", sorted(OFFERING | FRONTS))
def test_nothing_reaches_past_what_a_room_offers(room: str) -> None:
    tests = [*files("tests"), *files("benchmarks")] if room in OFFERING else []
    for path in [*(p for package in sorted(OURS) for p in files(package)), *tests]:
        if path.is_relative_to(ROOT / room.replace(".", "/")):
            continue
        past = {m for m in imported(path) if m.startswith(room + ".")}
        assert not past, f"{path.relative_to(ROOT)} imports {sorted(past)}: import from {room} what its __init__ offers"


@pytest.mark.parametrize("path", files("benchmarks"), ids=lambda path: path.stem)
def test_what_measures_is_still_there(path: Path) -> None:
    """Scripts that people run by hand can be imported, and each has a docstring."""
    assert import_module(".".join(path.relative_to(ROOT).with_suffix("").parts)).__doc__


@pytest.mark.parametrize("folder", sorted({*OURS, "tests"}))
def test_neither_the_product_nor_its_tests_import_the_recipe(folder: str) -> None:
    """Only the recipe trains networks; its tests lie in models/recipe/tests."""
    users = {path.relative_to(ROOT) for path in files(folder) for m in imported(path) if f"{m}.".startswith(RECIPE)}
    assert not users


def test_the_referee_needs_only_the_standard_library() -> None:
    for path in files("referee"):
        others = {m.split(".")[0] for m in imported(path)} - set(sys.stdlib_module_names) - OURS
        assert not others, f"{path.name}: {others}"


def test_only_infer_py_imports_onnxruntime() -> None:
    users = {p for package in OURS for p in files(package) if "onnxruntime" in imported(p)}
    assert {p.name for p in users} <= {"infer.py"}


@pytest.mark.parametrize("step", ["reading/arrange/rows.py", "watching/settle.py"])
def test_arranging_and_settling_see_no_pixels(step: str) -> None:
    assert "cv2" not in imported(ROOT / "vision" / step)
