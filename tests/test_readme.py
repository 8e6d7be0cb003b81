"""README.md and docs/: examples run, and the files, programs and commands that they name exist."""

import re
import shlex
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner

from tilewatch.cli import COMMANDS, main

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
README = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
EXAMPLES = re.findall(r"^ +\$ (?:echo '(.*)' \| )?\.venv/bin/tilewatch (.*)$", README, re.MULTILINE)
PROGRAMS = set(re.findall(r"-m ((?:benchmarks|models|tilewatch)[\w.]*)", README))
FILES = set(re.findall(r"[`(]((?:docs|models|benchmarks|tests)/[\w./-]+)[`)]", README))
LINKS = [
    (page, link) for page in PAGES for link in re.findall(r"\]\((?!https?:)([^)]+)\)", page.read_text(encoding="utf-8"))
]
NAMED = set(re.findall(r"(?:`|bin/)tilewatch ([a-z]+)", README))


@pytest.mark.parametrize(("given", "words"), EXAMPLES)
def test_an_example_runs(given: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = CliRunner().invoke(main, shlex.split(words), input=given)
    assert result.exit_code == 0, result.output
    assert result.stdout


@pytest.mark.parametrize("program", sorted(PROGRAMS))
def test_a_program_that_is_named_is_there(program: str) -> None:
    assert find_spec(program) is not None


@pytest.mark.parametrize("file", sorted(FILES))
def test_a_file_that_is_named_is_there(file: str) -> None:
    assert (ROOT / file).exists()


@pytest.mark.parametrize("command", sorted(NAMED))
def test_a_command_that_is_named_is_one(command: str) -> None:
    assert command in COMMANDS


@pytest.mark.parametrize(("page", "link"), LINKS, ids=[link for _, link in LINKS])
def test_a_link_leads_to_a_file(page: Path, link: str) -> None:
    assert (page.parent / link).exists()
