"""`python -m benchmarks.watch_cost PICTURE [--seconds N]`: what the watch costs, and how soon it tells.

PICTURE: a labelled one of a full table. At ten pictures a second, in the film's time: the share of a core that a table
takes which nobody touches, and one beside which a player sorts a rack; and from a hand's leaving to the table told, the
reading's own time included, as if pictures came while it reads.
"""

import time
from collections.abc import Iterator

import numpy as np

from benchmarks.harness import command_line
from benchmarks.thing_parts import sprites
from benchmarks.thing_parts.kind import KINDS, wait
from benchmarks.thing_parts.scene import Scene, scene_of
from vision.camera import Picture
from vision.reading import Reader
from vision.watching import Snapshot, Watch

BEAT = 0.1
"""Seconds between two pictures."""
HANDS = 20
"""Number of times that a hand comes and goes."""


class Table:
    """A scene in front of a watch; `spent`: seconds of processor time that the watch used."""

    def __init__(self, scene: Scene, reader: Reader) -> None:
        self.scene, self._watch, self.spent, self._number = scene, Watch(reader), 0.0, 0

    def show(self) -> Snapshot:
        """Shows the next picture."""
        self._number += 1
        picture = Picture(self.scene.picture(self._number), self._number, 1000 + self._number * BEAT)
        began = time.process_time()
        snapshot = self._watch.see(picture)
        self.spent += time.process_time() - began
        return snapshot

    def run(self, happening: Iterator[None]) -> float:
        """Plays a happening; returns the share of a core that it used."""
        self.spent, shown = 0.0, 0
        for _ in happening:
            self.show()
            shown += 1
        return self.spent / (shown * BEAT)

    def settled_after(self) -> float:
        """A hand comes and goes, and the last tile is moved a little; returns the seconds until that is reported."""
        self.scene.things.append(hand := sprites.arm())
        self.run(wait(0.6))
        moved = self.scene.lying[-1]
        moved.off = (0.0, 0.0) if moved.off[0] else (4.0, 3.0)
        self.run(wait(0.4))
        self.scene.things.remove(hand)
        waited = 0.0
        while waited < 5:
            self.spent = 0.0
            is_steady = self.show().steady
            waited += max(BEAT, self.spent)
            if is_steady:
                break
        return waited - BEAT  # the first picture without the hand arrives when it leaves


def main() -> None:
    """Prints a line for each measurement."""
    args = command_line(__doc__, "picture", seconds=30.0)
    table = Table(scene_of(args.picture), Reader())
    table.run(wait(3))
    print(f"{len(table.scene.lying)} tiles, untouched: {100 * table.run(wait(args.seconds)):.0f} % of a core")
    waits = [table.settled_after() for _ in range(HANDS)]
    middle, late = np.percentile(waits, (50, 95))
    print(f"from the hand's leaving to the table told: {middle:.2f} s in the middle, {late:.2f} s for 95 of 100")
    sorting = KINDS["player sorts at the edge"](table.scene, np.random.default_rng(1))
    table.run(part for _, part in zip(range(30), sorting, strict=False))
    share = table.run(part for _, part in zip(range(round(args.seconds / BEAT)), sorting, strict=False))
    print(f"with a player who sorts a rack beside: {100 * share:.0f} % of a core")


if __name__ == "__main__":
    main()
