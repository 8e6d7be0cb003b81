"""Measures the way from a fresh clone to the first verdict, step by step, with Chromium's fake camera as the phone's
camera.

    python -m benchmarks.arrive [--source FOLDER_OR_URL]

Clones the newest commit, starts the program as a double click does, lets a phone in past the real certificate warning,
reads a few tiles, and plays a first turn. The time that people need to think and type is not included. The clone, its
environment and its database are deleted afterwards. Times are wall-clock; run it on an idle machine with a network.
"""

import os
import re
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from benchmarks.harness import command_line
from tests.web.browser.chrome import Chrome, Window
from tests.web.browser.device import Device
from tests.web.browser.house import in_life
from tilewatch.networks import for_phones, networks

HERE = Path(__file__).parents[1]
DEMO = HERE / "tilewatch" / "demo"
EMPTY, TWO_SETS = 0, 5
CAMERA = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")


class Steps:
    """Measures the time of each step."""

    def __init__(self) -> None:
        self._began = self._last = time.monotonic()

    def done(self, what: str) -> None:
        """Prints a step, its time, and the total so far."""
        now = time.monotonic()
        print(f"{now - self._began:6.1f} s  (+{now - self._last:5.1f})  {what}", flush=True)
        self._last = now


def started(clone: Path, home: Path) -> tuple[subprocess.Popen[str], str]:
    """The program, started as by a double click, and the address of its page on this machine."""
    asked = ["sh", "play.command", "--camera", "auto", "--port", "0", "--database", str(home / "game.db")]
    environment = {**os.environ, "XDG_DATA_HOME": str(home), "PYTHONUNBUFFERED": "1"}
    for name in ("VIRTUAL_ENV", "PYTHONPATH"):
        environment.pop(name, None)
    program = subprocess.Popen(
        asked, cwd=clone, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert program.stdout is not None
    for line in program.stdout:
        print("          | " + line.rstrip())
        found = re.match(r"Tilewatch: (\S+)", line)
        if found:
            return program, found[1]
    raise SystemExit("it did not start")


def opened(name: str, size: tuple[int, int], address: str, folder: Path, *flags: str) -> Device:
    """A window of Chromium."""
    return Device(Window(Chrome(folder / name, *flags, whole=True), *size), name, address, folder, None)


def walk(page: str, folder: Path, steps: Steps) -> None:
    """Follows the host and a phone from the page to the first verdict."""
    film = folder / "phone.mjpeg"
    shows(film, TWO_SETS)
    camera = (*CAMERA, f"--use-file-for-fake-video-capture={film}")
    laptop = opened("laptop", (1180, 820), page, folder)
    phone = opened("phone", (390, 844), page, folder, *camera)
    try:
        steps.done("two browsers are open")
        laptop.open(page)  # it opens Set up if no match is played
        laptop.press("#use-phone")
        laptop.one("#code")
        at = urlsplit(page)
        port = laptop.run("return document.querySelector('.typed dd').textContent.split(':')[1]")
        steps.done("the code for the phone stands there")
        pin = at.query.partition("&")[0]
        home = for_phones(networks())
        assert home is not None, "this machine is in no network"
        phone.open(f"http://{home.host}:{port}/?{pin}&to=camera")
        for button in ("#go", "#details-button", "#proceed-link", "#begin"):
            phone.press(button)
        phone.says("#sending", "pixels")
        steps.done("the phone is the camera")
        laptop.until("document.querySelectorAll('#trial .tile').length >= 3")
        steps.done("the tiles of the trial stand there, named")
        play(laptop, phone, lambda frame: shows(film, frame), steps)
    finally:
        for one in (laptop, phone):
            one.window.chrome.end()


def play(laptop: Device, phone: Device, show: Callable[[int], None], steps: Steps) -> None:
    """Enters names, starts with an empty table, and plays the first turn: an opening of two sets."""
    again(phone, show, EMPTY)
    laptop.until("!document.querySelector('#trial .tile')")
    for place, name in enumerate(("Ada", "Bo")):
        laptop.write(f"#name-{place}", name)
    laptop.press("#start")
    laptop.press("#begin")
    laptop.one("#done")
    steps.done("the clock runs")
    again(phone, show, TWO_SETS)
    phone.until("document.querySelectorAll('#over .read').length === 8")
    steps.done("the camera opened again, two sets lie before it and are read")
    laptop.awake("#done")
    laptop.press("#done")
    laptop.one(".verdict")
    steps.done("the first verdict: " + laptop.text(".verdict p"))


def shows(film: Path, frame: int) -> None:
    """Sets what the phone's camera shows when it is opened next."""
    draft = film.with_suffix(".new")
    draft.write_bytes(b"".join(in_life(DEMO / f"f{frame:03d}.jpg")))
    draft.replace(film)


def again(phone: Device, show: Callable[[int], None], frame: int) -> None:
    """Reopens the phone's camera with another picture."""
    show(frame)
    phone.run("document.getElementById('seen').srcObject.getTracks()[0].stop()")


def ended(program: subprocess.Popen[Any]) -> None:
    """Ends the program and its child processes."""
    os.killpg(program.pid, signal.SIGINT)
    try:
        program.wait(timeout=20)
    except subprocess.TimeoutExpired:
        os.killpg(program.pid, signal.SIGKILL)


def main() -> None:
    """Prints how long each step takes."""
    source = command_line(__doc__, source=HERE.as_uri()).source
    with tempfile.TemporaryDirectory(prefix="tilewatch-arrive-", ignore_cleanup_errors=True) as place:
        folder, steps = Path(place), Steps()
        subprocess.run(["git", "clone", "--quiet", "--depth", "1", source, folder / "tilewatch"], check=True)
        steps.done("cloned")
        (folder / "home").mkdir()
        program, page = started(folder / "tilewatch", folder / "home")
        try:
            steps.done("the page answers")
            walk(page, folder, steps)
        finally:
            ended(program)


if __name__ == "__main__":
    main()
