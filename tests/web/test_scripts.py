"""The logic of the page's scripts, run by node without a browser, and the imports of every script."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "web" / "static" / "js"


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed: what the scripts think is not tested")
def test_the_scripts_think_right() -> None:
    tests = sorted(str(file) for file in (ROOT / "tests/web/scripts").glob("*.test.js"))
    done = subprocess.run(["node", "--test", *tests], capture_output=True, text=True, timeout=60, cwd=ROOT)
    assert done.returncode == 0, done.stdout


def test_what_thinks_knows_no_page() -> None:
    for script in sorted((SCRIPTS / "think").glob("*.js")):
        text = script.read_text(encoding="utf-8")
        assert not re.search(r"\bdocument\b|\bwindow\b|localStorage", text), script.name
        assert all(name.startswith("./") for name in re.findall(r'from "([^"]+)"', text)), script.name


def test_what_every_page_needs_knows_no_part_of_a_screen() -> None:
    taken = [
        (script.name, name)
        for script in sorted((SCRIPTS / "page").glob("*.js"))
        for name in re.findall(r'from "([^"]+)"', script.read_text(encoding="utf-8"))
        if not name.startswith(("./", "../think/"))
    ]
    assert not taken


def test_no_line_is_longer_than_120() -> None:
    long = [
        f"{file.name}:{number}"
        for file in sorted([*SCRIPTS.rglob("*.js"), *SCRIPTS.parent.glob("*.css")])
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 120 and not line.lstrip().startswith('"')  # a spoken text cannot be broken
    ]
    assert not long
