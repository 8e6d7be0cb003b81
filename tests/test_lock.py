"""The locked requirements: exact versions with hashes for all that pyproject.toml asks for, from no certain index."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[1]
ENTRY = re.compile(r"^(?P<name>[a-z0-9.-]+)==(?P<version>\S+)(?: ; (?P<where>[^\\]+))? \\$")
HASH = re.compile(r"^    --hash=sha256:[0-9a-f]{64}(?: \\)?$")


def locked(file: str) -> dict[str, list[Version]]:
    """The versions of each package; a package may have several, each for certain Python versions."""
    versions: dict[str, list[Version]] = {}
    for line in (ROOT / file).read_text().splitlines():
        if found := ENTRY.match(line):
            versions.setdefault(found["name"], []).append(Version(found["version"]))
        else:
            assert HASH.match(line), line
    return versions


def asked() -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    return [Requirement(one) for one in (*project["project"]["dependencies"], *project["build-system"]["requires"])]


@pytest.mark.parametrize("wanted", asked(), ids=lambda wanted: wanted.name)
def test_what_is_asked_for_is_locked_in_a_version_that_fits(wanted: Requirement) -> None:
    """If a version is missing or does not fit: run `make lock`."""
    versions = locked("requirements.lock").get(canonicalize_name(wanted.name), [])
    assert versions
    assert all(version in wanted.specifier for version in versions)


@pytest.mark.parametrize("file", ["requirements.lock", "requirements-uv.lock"])
def test_each_version_has_hashes_and_no_place_is_named(file: str) -> None:
    text = (ROOT / file).read_text()
    assert locked(file)
    assert "://" not in text
    for entry in re.split(r"\n(?=\S)", text):
        assert "--hash=sha256:" in entry


@pytest.mark.parametrize("start", ["play.command", "play.bat", "Makefile"])
def test_no_start_runs_a_script_from_the_network(start: str) -> None:
    text = (ROOT / start).read_text()
    assert not re.search(r"curl|wget|\biex\b|\birm\b|Invoke-|astral\.sh", text)


def test_a_start_checks_hashes() -> None:
    for start in ("play.py", "play.command", "play.bat"):
        assert "--require-hashes" in (ROOT / start).read_text()
