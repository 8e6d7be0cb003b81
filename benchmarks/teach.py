"""`python -m benchmarks.teach [--seed N...] [--count N]`: what one taught picture brings, by kind of set.

Made-up sets (models/recipe/measuring/own_sets.py; needs Pillow and fonts) are taught from one picture at webcam
distance, then read in other light, size and angle: without, with only the jokers taught, with all. Printed besides is
how many sixes and nines are taken for each other, and which of all these sets is recognised in each condition by the
tiles that are read surely. `--real FOLDER...`: of labelled pictures of a real set each second one teaches by its
labels, the others judge.
"""

import json
import re
import time
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np

from benchmarks.harness import command_line
from models.recipe.measuring.measure import compared
from models.recipe.training.labelled import labelled_in
from referee.tiles import Tile
from vision.reading import (
    SURE,
    Answer,
    Example,
    Gallery,
    Reader,
    Source,
    TaughtSet,
    answers_told,
    lessons_in,
    patches_of,
    rows_told,
)
from vision.reading.taught.trial import Trial

WAYS = ("without", "jokers", "taught")
IN_ORDER = "k1-k13; r1-r13; b1-b13; o1-o13; J J"
Picture = tuple[np.ndarray, Any]
Counts = dict[tuple[str, str, str], Any]
SureReadings = dict[tuple[str, str], list[Example]]
"""The sure readings of a set, by its name and the condition."""
SIXES_AND_NINES = re.compile(r"[krbo]([69]) read as [krbo](?!\1)[69] ")


def conditions_of(tool: Any) -> dict[str, Any]:
    """The conditions under which tables are read; `teach`: the condition of the picture that teaches."""
    then = tool.then
    return {
        "teach": then(tool.width(36), tool.defocus(0.6), tool.noise(3), tool.jpeg(75)),
        "28 px": tool.CONDITIONS["w_28"],
        "tilt": tool.CONDITIONS["w36_tilt"],
        "webcam": tool.CONDITIONS["w30_webcam"],
        "evening": tool.CONDITIONS["w32_evening"],
        "glare": then(tool.W, tool.glare(0.5)),
    }


def made_up(tool: Any, count: int, seed: int) -> Iterator[tuple[str, Picture, dict[str, Picture]]]:
    """Each set's kind, the picture that teaches it, and the pictures that test it."""
    from models.recipe.measuring.own_sets import as_table, in_order, laid_out, own_editions

    for index, (kind, edition) in enumerate(own_editions(count, seed)):
        rng = np.random.default_rng((seed, index))
        rows, table = laid_out(rng, edition, in_order(), True), laid_out(rng, edition, as_table(rng))
        views = {
            name: _through(see, name, index, rows if name == "teach" else table)
            for name, see in conditions_of(tool).items()
        }
        yield kind, views.pop("teach"), views


def _through(see: Any, name: str, index: int, picture: Picture) -> Picture:
    pixels, labels = picture
    labels = json.loads(json.dumps(labels))
    for tile in labels["tiles"]:
        tile.setdefault("inside", True)
    pixels, labels = see(pixels, labels, np.random.default_rng(zlib.crc32(f"{name} {index}".encode())))
    return np.asarray(pixels, np.uint8), labels


def real(tool: Any, folder: Path) -> list[Picture]:
    """The labelled pictures of a folder that show a tile."""
    labelled = ((np.asarray(cv2.imread(str(path)), np.uint8), tool.load_truth(path)) for path in labelled_in(folder))
    return [one for one in labelled if one[1]["tiles"]]


def by_rows(reader: Reader, picture: Picture, counts: Counts) -> list[Example]:
    """The lessons of a picture's rows, with questions answered as a person would."""
    reading = reader.read(picture[0], is_lesson=True)
    found = lessons_in(reading)
    if any(one.message.code == "taught.which-colour" for one in found.complaints):
        found = lessons_in(reading, rows_told(IN_ORDER))
    taught, asked = TaughtSet().with_lessons(picture[0], found.lessons)
    answers = [answer for one in asked for answer in answers_told(one.insist) if is_so(answer, picture)]
    if answers:
        taught, _ = taught.with_lessons(picture[0], found.lessons, answers)
    counts["", "", "lesson"] += Counter(asked=len(asked), learnt=len(taught.examples), tiles=len(picture[1]["tiles"]))
    return list(taught.examples)


def is_so(answer: Answer, picture: Picture) -> bool:
    """Whether the tile at this place has the name expected there."""
    tile, at = answer
    labels = (t for t in picture[1]["tiles"] if t["tile"] == str(tile))
    return any(cv2.pointPolygonTest(np.array(t["quad"], np.float32), at, False) >= 0 for t in labels)


def by_labels(reader: Reader, pictures: Sequence[Picture]) -> list[Example]:
    """The lessons of labelled pictures: two detected faces of each tile."""
    left: Counter[str] = Counter()
    examples = []
    for pixels, labels in pictures:
        reading = reader.read(pixels)
        for placed in reading.tiles:
            middle = tuple(float(v) for v in placed.quad.mean(axis=0))
            names = [
                t["tile"]
                for t in labels["tiles"]
                if cv2.pointPolygonTest(np.array(t.get("quad") or t["polygon"], np.float32), middle, False) > 0
            ]
            name = names[0] if len(names) == 1 else ""
            if name and left[name] < 2:
                left[name] += 1
                patch = patches_of(pixels, [placed.quad])[0]
                examples.append(Example(Tile.from_notation(name), patch, source=Source.TOLD))
    return examples


def judge(
    reader: Reader, name: str, examples: list[Example], views: dict[str, list[Picture]], counts: Counts
) -> dict[str, list[Example]]:
    """Reads a set's pictures in each of WAYS, counts, and prints errors; returns the sure readings of the untaught
    reader, by condition.
    """
    kind, sure = name.partition(" #")[0], defaultdict[str, list[Example]](list)
    wrong: dict[str, list[int]] = {way: [] for way in WAYS}
    of_jokers = [one for one in examples if one.tile.is_joker]
    for way, known in zip(WAYS, ([], of_jokers, examples), strict=True):
        began, beside = time.process_time(), Gallery()
        knowing = reader.knowing(reader.learn(known))
        counts["", "", "fit"]["seconds"] = max(counts["", "", "fit"]["seconds"], time.process_time() - began)
        beside.use(TaughtSet(name, tuple(known)))
        for seen_in, pictures in views.items():
            for pixels, labels in pictures:
                began = time.process_time()
                reading = beside.judged(pixels, knowing.read(pixels))
                counts["", "", way]["seconds"] += time.process_time() - began
                found, errors = compared(labels, reading)
                found["errors"] = len(errors)
                wrong[way].append(len(errors))
                found["six or nine"] = len(SIXES_AND_NINES.findall("; ".join(errors)))
                counts[kind, seen_in, way] += found
                counts["all", seen_in, way] += found
                if way == WAYS[0]:
                    tiles = [tile for tile in reading.tiles if tile.confidence >= SURE]
                    patches = patches_of(pixels, [tile.quad for tile in tiles])
                    sure[seen_in] += [Example(tile.tile, patch) for tile, patch in zip(tiles, patches, strict=True)]
    print(f"{name:24} {len(examples):3} faces taught, errors {wrong}", flush=True)
    return sure


def recognised(sets: Sequence[TaughtSet], sure_readings: SureReadings) -> None:
    """Prints, by condition, how often a set was recognised among all sets, how often no set, and how often another
    set.
    """
    known: dict[str, Counter[str]] = defaultdict(Counter)
    for (name, seen_in), sure in sure_readings.items():
        trials = [Trial(one) for one in sets]
        for trial in trials:
            for example in sure:
                if not trial.is_over:
                    trial.ask(example)
        fitting = max((one for one in trials if one.fits), key=lambda one: one.alike, default=None)
        which = "none" if fitting is None else "right" if fitting.taught.name == name else "another"
        known[seen_in][which] += 1
    for seen_in, counted in known.items():
        print(f"recognised among {len(sets)}: {seen_in:9} {dict(counted)}")


def cell(c: Counter[str]) -> str:
    """The text for one way of reading under one condition."""
    recall, precision = (100 * c["right"] / max(c[of], 1) for of in ("tiles", "read"))
    return f"{c['errors']:4} {recall:6.2f}/{precision:6.2f} {c['wrong_sure']:3} {c['right_doubted']:4}"


def printed(counts: Counts) -> None:
    """Prints for each way: errors, recall / precision, wrong tiles that are sure, right tiles that are in doubt."""
    kinds = sorted({kind for kind, _, _ in counts if kind})
    names = [name for name in dict.fromkeys(name for _, name, _ in counts) if name]
    for kind in kinds:
        for name in names:
            if counts[kind, name, WAYS[0]]:
                print(f"{kind:20} {name:9}" + "  ".join(cell(counts[kind, name, way]) for way in WAYS))
    total = [counts["", "", way]["seconds"] for way in WAYS]
    swapped = [
        sum(c["six or nine"] for (kind, _, one), c in counts.items() if kind == "all" and one == way) for way in WAYS
    ]
    print(f"sixes and nines taken for each other: {swapped[0]} without, {swapped[2]} taught")
    print(f"taught: {dict(counts['', '', 'lesson'])}")
    fit = counts["", "", "fit"]["seconds"]
    print(f"processor time: readings {total[0]:.0f} s without, {total[2]:.0f} s taught; slowest fit {fit:.1f} s")


def main() -> None:
    """Prints the table by kind and condition: without, jokers only, taught."""
    args = command_line(__doc__, tool=Path("../shared/tools/as_a_webcam.py"), count=2, seed=[7], real=[])
    reader, tool, counts = Reader(), SimpleNamespace(**run_path(str(args.tool))), defaultdict[Any, Any](Counter)
    conditions = conditions_of(tool)
    sets: list[TaughtSet] = []
    sure_readings: SureReadings = {}

    def learn_and_judge(name: str, examples: list[Example], views: dict[str, list[Picture]]) -> None:
        sets.append(TaughtSet(name, tuple(examples)))
        sure = judge(reader, name, examples, views, counts)
        sure_readings.update({(name, seen_in): found for seen_in, found in sure.items()})

    for folder in args.real:
        pictures = real(tool, folder)
        views = {"as it is": pictures[1::2]}
        for name in ("webcam", "evening"):
            views[name] = [_through(conditions[name], name, k, one) for k, one in enumerate(pictures[1::2])]
        learn_and_judge(folder.name, by_labels(reader, pictures[::2]), views)
    drawn = (one for seed in args.seed for one in made_up(tool, args.count, seed))
    for number, (kind, rows, tables) in enumerate(() if args.real else drawn):
        learn_and_judge(
            f"{kind} #{number}", by_rows(reader, rows, counts), {name: [one] for name, one in tables.items()}
        )
    printed(counts)
    recognised(sets, sure_readings)


if __name__ == "__main__":
    main()
