"""`play.py` and its two launchers: the message for an old Python, the set-up done once, and the command of a start."""

import importlib.util
import shlex
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script, in a clone at `tmp_path` of which nothing was set up."""
    spec = importlib.util.spec_from_file_location("play_of_a_test", ROOT / "play.py")
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    for name in script.ASKED:
        (tmp_path / name).write_text("")
    (tmp_path / ".venv").mkdir()
    for name, place in (("HERE", tmp_path), ("FOLDER", tmp_path / ".venv"), ("STAMP", tmp_path / ".venv" / "play")):
        monkeypatch.setattr(script, name, str(place))
    monkeypatch.setattr(script, "SYSTEMS_OWN", sys.executable)
    return script


def test_an_old_python_is_named_with_what_helps(play: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play.sys, "version_info", (3, 8, 18))
    with pytest.raises(play.CannotStart, match=r"too old: 3\.11 or newer is needed\.\n.*play\.command"):
        play.start([])


def test_what_is_needed_is_fetched_once_and_again_for_another_pyproject(play: Any, tmp_path: Path) -> None:
    assert not play.is_set_up()
    Path(play.STAMP).write_text(str(tmp_path))
    assert play.is_set_up()
    Path(play.STAMP).write_text("/where/the/folder/was/before")
    assert not play.is_set_up()


def test_a_start_that_is_set_up_says_nothing_and_plays(
    play: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(play, "is_set_up", lambda: True)
    monkeypatch.setattr(play, "play", lambda words: words)
    assert play.start([])[1:] == ["-m", "tilewatch", "play", "--camera", "auto", "--open"]
    assert play.start(["--camera", "1"])[1:] == ["-m", "tilewatch", "play", "--camera", "1"]
    assert capsys.readouterr().out == ""


def test_each_part_that_comes_in_is_a_line(play: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lines = (
        "Obtaining file:///clone",
        "  Downloading numpy-2.4.6-cp311-cp311-manylinux_2_28_x86_64.whl (16.9 MB)",
        "  Downloading numpy-2.4.6.metadata",
        "  Using cached opencv_python-5.0.0.93-cp37-abi3-x.whl (73.8 MB)",
        "Installing collected packages: numpy, opencv-python",
    )
    fake = tmp_path / "pip.py"
    fake.write_text(f"print({chr(10).join(lines)!r})")
    play.subprocess = _Subprocess(fake)
    play.fetch()
    out = capsys.readouterr().out
    assert ["numpy, 16.9 MB" in out, "opencv_python, 73.8 MB" in out, "unpacking" in out] == [True] * 3
    assert "metadata" not in out
    assert Path(play.STAMP).read_text() == str(tmp_path)


class _Subprocess:
    """Runs a script in the place of pip."""

    PIPE, STDOUT = subprocess.PIPE, subprocess.STDOUT

    def __init__(self, script: Path) -> None:
        self._script = script

    def Popen(self, _asked: list[str], **more: Any) -> subprocess.Popen[str]:
        return subprocess.Popen([sys.executable, str(self._script)], **more)


def test_a_double_click_takes_the_first_python_that_is_new_enough(tmp_path: Path) -> None:
    """An old Python comes first in PATH, and the folder's name has a blank and an umlaut."""
    clone, programs = tmp_path / "Spiel Öre", tmp_path / "bin"
    clone.mkdir()
    programs.mkdir()
    (clone / "play.command").write_text((ROOT / "play.command").read_text(encoding="utf-8"), encoding="utf-8")
    (clone / "play.py").write_text("import sys\nprint('played', sys.argv[1:])")
    (programs / "python3").write_text("#!/bin/sh\nexit 1\n")
    (programs / "python3").chmod(0o755)
    (programs / "python3.12").symlink_to(sys.executable)
    told = subprocess.run(
        ["/bin/sh", str(clone / "play.command"), "--camera", "1"],
        env={"PATH": f"{programs}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.stdout == "played ['--camera', '1']\n", told.stderr


def test_a_first_start_without_a_network_is_one_sentence(
    play: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """pip's own output is not shown."""
    line = "WARNING: Retrying after connection broken by 'NewConnectionError(Temporary failure in name resolution)'"
    said = f"import sys; print({line!r}); print('ERROR: No matching distribution found'); sys.exit(1)"
    popen = subprocess.Popen
    monkeypatch.setattr(play.subprocess, "Popen", lambda _words, **more: popen([sys.executable, "-c", said], **more))
    with pytest.raises(play.CannotStart, match="needs a network, and there is none"):
        play.fetch()
    assert capsys.readouterr().out == ""


def test_a_double_click_on_linux_starts_the_script_beside_it(tmp_path: Path) -> None:
    """In the order of the desktop specification: the entry's backslashes first, then its words, then its own path."""
    folder = tmp_path / "Spiel Öre"
    folder.mkdir()
    (folder / "play.command").write_text('echo started in "$PWD"')
    entry = (ROOT / "play.desktop").read_text(encoding="utf-8")
    line = next(one for one in entry.splitlines() if one.startswith("Exec=")).removeprefix("Exec=")
    unescaped = line.replace("\\\\", "\\")
    words = [one.replace("%k", str(folder / "play.desktop")) for one in shlex.split(unescaped)]
    words = [one.replace("\\$", "$") for one in words]  # shlex keeps this quoting, desktops do not
    assert subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip() == f"started in {folder}"
