"""`python -m benchmarks.things FOLDER... [--only TEXT] [--states STATE...]`: everyday things at a table, in quick time.

FOLDER: a labelled picture, or a folder of which the first ones are taken. Of each kind in thing_parts a stream of ten
pictures a second is shown to a live table, begun with nothing known (`new`), after all tiles were played (`known`), and
in the middle of a turn whose last set is not committed (`turn`). After it somebody presses Done. `--lasting`: it
happens again and again for so many seconds, drawn now and then and shown there and back. `--webcam WIDTH`, `--evening`:
seen as in benchmarks/film_parts/camera.py. A line for each stream
that did not end right, and in the end how many did; how many tiles were lost in silence (steady, and a tile that lies
there is neither in the table nor asked about), turns judged unseen (a verdict that is not what was laid, or though one
is hidden), accusations (of a missing tile), questions, and how long it took from the last change.
"""

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice, repeat
from pathlib import Path

import numpy as np

from benchmarks.film_parts.camera import Lens
from benchmarks.harness import command_line
from benchmarks.player import CountingReader, Player
from benchmarks.thing_parts.kind import KINDS, Happening, there_and_back, wait
from benchmarks.thing_parts.scene import Pixels, Scene, scene_of
from web.contract import Conflict, Refused

STATES = ("new", "known", "turn")
RIGHT_WITHIN = 7.0
"""Seconds after the last change within which the table has to be read correctly."""
RIGHT_FOR = 0.8
"""Seconds for which the reading has to stay correct."""
LONGEST = 30
"""Seconds after which an endless happening is interrupted by Done."""
LONG = 10
"""Number of pictures in a row that make a tile known, or lost."""


@dataclass
class Outcome:
    """The result of one stream."""

    lost: int = 0
    unseen: int = 0
    accused: int = 0
    asked: int = 0
    waited: float = 0.0
    word: str = ""
    question: str = ""

    @property
    def is_right(self) -> bool:
        """Whether the stream ended correctly, or Done was refused because a tile is hidden."""
        return not (self.lost or self.unseen or self.accused) and self.word in ("right", "refused well")


class ThingPlayer(Player):
    """Shows a scene to a live table, and counts tiles that are lost."""

    def __init__(self, scene: Scene, reader: CountingReader, folder: Path, lens: Lens | None = None) -> None:
        def see(number: int, moment: float) -> Pixels:
            if lens is None:
                return scene.picture(number)
            return lens.see(scene.seen() if scene.prepared is None else scene.prepared, number, moment)

        super().__init__(see, reader, folder)
        self.scene, self.lost = scene, 0
        self._seen_for: Counter[int] = Counter()
        self._lost_for = 0

    def seen(self) -> tuple[bool, Counter[str], Counter[str]]:
        """Whether the table is steady, its tiles, and the possible names of the tiles in question."""
        state = self.state
        asked = Counter(name for place in state["unread"] for name in place["or"])
        return state["steady"], Counter(tile for row in state["table"] for tile in row["tiles"]), asked

    def is_right(self) -> bool:
        """Whether the table is steady, and read correctly."""
        steady, tiles, _ = self.seen()
        hidden = self.scene.names([tile for tile in self.scene.hidden() if self._seen_for[id(tile)] < LONG])
        return steady and tiles == self.scene.names() - hidden

    def run(self, happening: Iterator[None]) -> None:
        """Plays the happening, picture by picture."""
        for _ in happening:
            self.show()
            steady, tiles, asked = self.seen()
            self._count(steady, tiles + asked)

    def _count(self, steady: bool, named: Counter[str]) -> None:
        """Counts a picture in which a tile that was seen for a second, and still lies there, has been lost for as long.

        `named`: the table's tiles, and those in question.
        """
        hidden = self.scene.lying if self.scene.instead is not None else self.scene.hidden()
        for tile in self.scene.lying:
            self._seen_for[id(tile)] += tile not in hidden
        seen = [tile for tile in self.scene.lying if self._seen_for[id(tile)] >= LONG]
        is_lost = steady and bool(self.scene.names(seen) - named)
        self._lost_for = self._lost_for + 1 if is_lost else 0
        self.lost += self._lost_for == LONG

    def says_apart(self, set_: int) -> bool:
        """Answers that a row is no part of the game; returns False if it is."""
        size = self.scene.lit.shape[1::-1]
        row = np.mean(self.state["table"][set_]["quads"], axis=1) * size
        lying = [tile.quad.mean(axis=0) + tile.off for tile in self.scene.lying]
        wide = np.linalg.norm(row[0] - row[-1]) / max(1, len(row) - 1)
        if any(np.linalg.norm(row - middle, axis=1).min() < wide / 2 for middle in lying):
            return False
        self.table.tiles.correct(set_, 0, None)
        self.run(wait(2 * RIGHT_FOR))
        return True

    def hides_what_was_seen(self) -> bool:
        """Whether a tile is hidden that the camera had seen before."""
        if self.scene.instead is not None:
            return True
        return any(self._seen_for[id(tile)] >= LONG for tile in self.scene.hidden())


def played(player: ThingPlayer, kind: Happening, state: str, lasting: int | None) -> Outcome:
    """Plays one stream, from the match's beginning to Done; `lasting`: seconds for which the happening is repeated."""
    scene, outcome = player.scene, Outcome()
    all_tiles = list(scene.tiles)
    last = [tile for tile in all_tiles if tile.set == max(one.set for one in all_tiles)]
    expected = scene.names() if state == "new" else Counter[str]()
    if state != "new":
        scene.lying = []
        player.run(wait(1.5))
    player.begin(["Ada", "Bo"])
    if state != "new":
        scene.lying = all_tiles if state == "known" else [tile for tile in all_tiles if tile not in last]
        player.run(wait(2))
        verdict = player.table.turn.done(True)
        if verdict is not None and not verdict["legal"]:
            player.table.turn.overrule(True, "as it lies")
        if state == "turn":
            scene.lying = list(all_tiles)
            player.run(wait(1.5))
            expected = scene.names(last)
    player.lost = 0
    before = scene.names()
    rng = np.random.default_rng(3)
    happening = (
        kind(scene, rng)
        if lasting is None
        else there_and_back(scene, chain.from_iterable(kind(scene, rng) for _ in repeat(None)))
    )
    player.run(islice(happening, 10 * (LONGEST if lasting is None else lasting)))
    hidden, there = player.hides_what_was_seen(), scene.names()
    if not hidden and scene.instead is None:
        there = there - scene.names(scene.hidden())
    expected = there if not there else expected - (before - there)
    outcome.waited, outcome.word = settled(player, happening)
    outcome.lost = player.lost
    done(player, outcome, expected, hidden, bool(before - scene.names()))
    return outcome


def settled(player: ThingPlayer, happening: Iterator[None]) -> tuple[float, str]:
    """Seconds until the reading was correct and stayed so, and the questions meanwhile."""
    began, since = player.now, None
    while player.now - began < RIGHT_WITHIN:
        player.run(iter([next(happening, None)]))
        since = (since or player.now) if player.is_right() else None
        if since is not None and player.now - since >= RIGHT_FOR:
            return since - began, "right"
    return RIGHT_WITHIN, "right" if since is not None else f"{player.state['camera']['status']} for ever"


def done(player: ThingPlayer, outcome: Outcome, expected: Counter[str], is_hidden: bool, is_missing: bool) -> None:
    """Presses Done, and returns the outcome."""
    is_empty = not player.scene.lying
    try:
        verdict = player.table.turn.done(False)
        assert verdict is not None  # Done was not asked to wait
    except Conflict as refused:
        outcome.asked += "question" in refused.more
        outcome.question = refused.more.get("question", {}).get("kind", "")
        if outcome.question == "apart" and player.says_apart(refused.more["question"]["set"]):
            outcome.word = "right" if player.is_right() else outcome.word
            done(player, outcome, expected, is_hidden, is_missing)
            return
        if outcome.word != "right" or "question" not in refused.more:
            outcome.word = "refused well" if is_hidden or is_missing or is_empty else f"{outcome.word}; {refused}"
        return
    except Refused as refused:
        outcome.word = "refused well" if is_hidden or is_empty else f"{outcome.word}; refused: {refused}"
        return
    outcome.accused += any(fault["code"] == "tile-missing" for fault in verdict["faults"]) and not is_missing
    outcome.unseen += is_hidden or is_empty or Counter(verdict["played"]) != expected


def pictures(folders: list[Path], most: int) -> list[Path]:
    """The requested labelled pictures."""
    listed = [[one] if one.is_file() else sorted(one.glob("*-12.jpg"))[:most] for one in folders]
    return [path for paths in listed for path in paths]


def main() -> None:
    """Prints a line for each stream with an error, and the totals."""
    args = command_line(
        __doc__, "folders...", only="", states=[*STATES], lasting=int, most=3, webcam=int, evening=False
    )
    reader, outcomes, right = CountingReader(), list[Outcome](), dict[str, list[bool]]()
    tables, kinds = pictures(args.folders, args.most), {name: kind for name, kind in KINDS.items() if args.only in name}
    if not tables or not kinds:
        sys.exit("no labelled picture lies there" if kinds else f"no kind of thing is called so: {args.only}")
    for name, kind in kinds.items():
        for path in tables:
            for state in args.states:
                began = time.process_time()
                lens = Lens(args.webcam, evening=args.evening) if args.webcam or args.evening else None
                with tempfile.TemporaryDirectory() as folder:
                    player = ThingPlayer(scene_of(path), reader, Path(folder), lens)
                    outcome = played(player, kind, state, args.lasting)
                outcomes.append(outcome)
                right.setdefault(name, []).append(outcome.is_right)
                if not outcome.is_right:
                    wrong = f"lost {outcome.lost}, unseen {outcome.unseen}, accused {outcome.accused}"
                    took = f"({time.process_time() - began:.0f} s)"
                    print(f"{name} | {path.stem} | {state}: {outcome.word}; {wrong} {took}", flush=True)
    sums = {what: sum(getattr(one, what) for one in outcomes) for what in ("lost", "unseen", "accused", "asked")}
    asked = Counter(one.question for one in outcomes if one.question)
    waits = [one.waited for one in outcomes if one.word == "right"] or [0.0]
    streams = sum(one.is_right for one in outcomes)
    print(f"{streams} of {len(outcomes)} streams right; {sum(map(all, right.values()))} of {len(right)} kinds wholly")
    middle, late = np.percentile(waits, (50, 95))
    print(f"{sums}, {dict(asked)}; right after {middle:.1f} s in the middle, {late:.1f} for 95 %")


if __name__ == "__main__":
    main()
