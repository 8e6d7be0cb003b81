"""`python -m benchmarks.stills FOLDER... [--evening] [--webcam WIDTH] [--seconds N]`: still pictures as camera streams.

FOLDER: labelled pictures. Each is shown to a live table, ten pictures a second, each with new noise (`--evening`: by a
dim warm lamp); then the table's reading is compared with the labels. Prints a line for each picture with an error, and
in the end: pictures without errors; tiles missed, misread, and read where none lies; seconds until the table was read;
milliseconds of processor time for each picture; number of readings.
"""

import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from benchmarks.film_parts.camera import Lens
from benchmarks.film_parts.family import tiles_in
from benchmarks.film_parts.film import HEIGHT, WIDTH, labelled
from benchmarks.harness import command_line
from benchmarks.player import CountingReader, Player


def errors_in(player: Player, path: Path) -> Counter[str]:
    """The differences between a reading and the labels: numbers of tiles `missed`, `misread` and `false`."""
    lying, read = labelled(path.with_suffix(".json")), tiles_in(player.state)
    errors = Counter[str]()
    for lies in lying:
        names = [name for name, middle, *_ in read if lies.is_at(middle)]
        errors["missed"] += not names
        errors["misread"] += bool(names) and lies.name not in names
    errors["false"] = sum(not any(lies.is_at(middle) for lies in lying) for _, middle, *_ in read)
    return +errors


@dataclass
class Shown:
    """The totals of the pictures so far."""

    right: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    told: list[float] = field(default_factory=list)
    spent: float = 0.0
    pictures: int = 0


def show(path: Path, lens: Lens, reader: CountingReader, seconds: float, shown: Shown) -> None:
    """Shows a picture for some seconds, and adds its result to the totals."""
    picture = np.asarray(cv2.imread(str(path)), np.uint8)
    assert picture.shape[:2] == (HEIGHT, WIDTH), path
    with tempfile.TemporaryDirectory() as folder:
        player = Player(lambda number, moment: lens.see(picture, number, moment), reader, Path(folder))
        began = player.now
        player.wait(lambda: bool(player.state["steady"]), seconds)
        shown.told.append(player.now - began)
        player.wait(lambda: False, seconds - shown.told[-1])
        errors = errors_in(player, path)
        player.table.close()
    shown.right += not errors
    shown.errors += errors
    shown.spent += player.spent
    shown.pictures += player.number
    if errors:
        print(f"  {path.stem}: {', '.join(f'{count} {what}' for what, count in errors.items())}", flush=True)


def main() -> None:
    """Prints a line for each picture with an error, and the sums."""
    args = command_line(__doc__, "folders...", webcam=int, evening=False, seconds=4.0, seed=1)
    paths = [path for folder in args.folders for path in sorted(folder.glob("*.jpg"))]
    reader, shown = CountingReader(), Shown()
    for path in paths:
        show(path, Lens(args.webcam, evening=args.evening, seed=args.seed), reader, args.seconds, shown)
    middle, late = np.percentile(shown.told or [0.0], [50, 95])
    print(
        f"{shown.right} of {len(paths)} tables without an error; {dict(shown.errors)}; told after {middle:.1f} s, "
        f"95 % {late:.1f}; {1000 * shown.spent / max(shown.pictures, 1):.0f} ms of the processor a picture, "
        f"{reader.count} readings"
    )


if __name__ == "__main__":
    main()
