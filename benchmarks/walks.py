"""`python -m benchmarks.walks`: which files one picture, one press, Done and one mended tile run through."""

import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from benchmarks.harness import command_line
from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal
from tilewatch.table.live import LiveTable
from vision.camera import Camera, Picture
from vision.reading import Reader
from web.app import create_app

ROOT = Path(__file__).parent.parent
SHOWN = ROOT / "tests" / "vision" / "pictures" / "ten-tiles.jpg"
OURS = tuple(f"{ROOT}/{room}/" for room in ("referee", "vision", "models", "tilewatch", "web"))
PIN = "482913"


def files_of(act: Callable[[], object]) -> list[str]:
    """The files in which a function is called while `act` runs, in the order in which they are first reached."""
    reached: dict[str, None] = {}

    def note(frame: FrameType, event: str, _: object) -> None:
        name = frame.f_code.co_filename
        if event == "call" and name.startswith(OURS) and frame.f_code.co_name not in ("<module>", "<genexpr>"):
            reached.setdefault(str(Path(name).relative_to(ROOT)))

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return list(reached)


def unseen(act: Callable[[], object]) -> None:
    """Runs an act without counting the files that it reaches."""
    noting = sys.getprofile()
    sys.setprofile(None)
    act()
    sys.setprofile(noting)


def main() -> None:
    """Plays a little at a table of its own, and prints each walk."""
    command_line(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        moment, shown = [100.0], SHOWN.read_bytes()
        journal = Journal(str(Path(folder) / "walks.db"))
        album = Album(Path(folder) / "album")
        eye, number = Camera(lambda: iter(())), 0

        def look(_lock: threading.Condition, is_over: Callable[[], bool], _patience: float) -> None:
            unseen(until(is_over))

        table = LiveTable(Reader(), journal, album, eye, lambda: moment[0], look)

        def picture() -> str:
            nonlocal number
            number, moment[0] = number + 1, moment[0] + 0.1
            table.see(Picture(shown, number, moment[0]))
            return table.changed_since(0, 0.0)[1]

        def until(is_over: Callable[[], bool]) -> Callable[[], object]:
            return lambda: any(is_over() for _ in range(40) if picture())

        client = create_app(table, PIN).test_client()

        def press(address: str, **body: object) -> Any:
            moment[0] += 0.1
            answer = client.post(f"/api/{address}", json=body, headers={"X-Table-Pin": PIN, "Idempotency-Key": address})
            assert answer.status_code < 300, answer.text
            return answer.json

        picture()
        press("match", players=["Ada", "Bo"])
        press("round/begin", anyway=True)
        walks = {"a picture": files_of(picture)}
        for _ in range(20):
            picture()
        walks["a press"] = files_of(lambda: press("pause"))
        press("resume")
        walks["Done, without the pictures that it waits for"] = files_of(lambda: press("turn/done"))
        walks["a mended tile"] = files_of(lambda: press("tile", set=0, place=0, tile="r13"))
        table.close()
    for walk, files in walks.items():
        print(f"{walk}: {len(files)} files\n  " + "\n  ".join(files))


if __name__ == "__main__":
    main()
