"""`python -m models.recipe.make_pictures FOLDER --count N --seed S`: made-up pictures with their labels.

Each picture has its own seed, so a run that was broken off carries on where it stopped. Editions and table tops are
kept at hand and exchanged one by one, since drawing one costs as much as a picture.
"""

import argparse
import json
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from models.recipe.editions import bodies, jokers
from models.recipe.editions.faces import Edition
from models.recipe.editions.figures import STYLES
from models.recipe.editions.fonts import fonts_for
from models.recipe.editions.inks import FOURTH
from models.recipe.editions.photographed import PhotographedEdition, Shots
from models.recipe.scenes.arrays import Bytes, Generator, names_in
from models.recipe.scenes.scene import Stock, make_scene
from models.recipe.scenes.subjects import KINDS
from models.recipe.things.papers import picture_on_table
from models.recipe.tops import PHOTOGRAPHED, make_top
from models.recipe.training.labelled import CLEAR, Labelled, labelled_in

TOPS, EDITIONS = 64, 24
"""Number of table tops, and of editions, kept in memory for reuse."""
OFTEN = 6
"""How many times more likely a photograph lies on a table than any other thing."""


def designs(text: str) -> str:
    """The same text, if it names known designs. Raises ArgumentTypeError: it names an unknown design."""
    known = {*bodies.KINDS, *bodies.HELD_OUT_KINDS, *STYLES, *FOURTH, *jokers.KINDS, *jokers.HELD_OUT_KINDS}
    for name in names_in(text):
        if name not in known:
            raise argparse.ArgumentTypeError(f"no design is called {name!r}; there are {', '.join(sorted(known))}")
    return text


@dataclass(frozen=True)
class Wanted:
    """The order for pictures.

    `kind`: one of KINDS. `held_out`: with fonts, designs, tops and things never trained with. `only`: with this design,
    or several alone. `tops`, `photographed`: photographs of tops, and the share of tops cut from them. `cloth`: all
    drawn tops are cloth. `lying`: photographs that lie on the table. `faces`: folders of labelled pictures to cut real
    faces from.
    """

    kind: str = "tables"
    held_out: bool = False
    only: str | None = None
    tops: tuple[Path, ...] = ()
    cloth: bool = False
    photographed: float = PHOTOGRAPHED
    lying: tuple[Path, ...] = ()
    faces: tuple[Path, ...] = ()


class Shelf:
    """The editions and table tops in memory."""

    def __init__(self, wanted: Wanted) -> None:
        self._wanted, self._fonts = wanted, fonts_for(wanted.held_out)
        self._shots = [shots_of(folder) for folder in wanted.faces]
        self._things = (partial(picture_on_table, paths=wanted.lying),) * OFTEN if wanted.lying else ()
        self._tops: list[Bytes] = []
        self._editions: list[Edition] = []

    def stock(self, rng: Generator, index: int) -> Stock:
        """The ingredients of a picture; some are replaced from picture to picture."""
        wanted = self._wanted
        if len(self._tops) < TOPS or index % 3 == 0:
            held_out = wanted.held_out and not wanted.only
            top = make_top(rng, wanted.tops, held_out, wanted.cloth, wanted.photographed)
            self._tops = [*self._tops[1 - TOPS :], top]
        if len(self._editions) < EDITIONS or index % 2 == 0:
            self._editions = [*self._editions[1 - EDITIONS :], self._edition(rng)]
        return Stock(tuple(self._editions), self._fonts, tuple(self._tops), wanted.held_out, self._things)

    def _edition(self, rng: Generator) -> Edition:
        wanted = self._wanted
        if self._shots:
            return PhotographedEdition.of_shots(rng, self._fonts, self._shots[int(rng.integers(len(self._shots)))])
        return Edition.draw_lots(rng, self._fonts, wanted.held_out and not wanted.only, wanted.only)


def shots_of(folder: Path) -> Shots:
    """Every clear face of a folder's labelled pictures."""
    shots = Shots()
    for path in labelled_in(folder):
        labelled = Labelled.load(path)
        clear = labelled.ink >= CLEAR
        names = [name for name, is_clear in zip(labelled.names, clear, strict=True) if is_clear]
        shots.cut(labelled.picture[..., ::-1], names, labelled.quads[clear])
    return shots


def draw(folder: Path, count: int, seed: int, wanted: Wanted) -> None:
    """Writes NNNNNN.jpg and NNNNNN.json into the folder; existing pictures are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    shelf = Shelf(wanted)
    for index in range(count):
        path = folder / f"{index:06d}.jpg"
        if path.with_suffix(".json").exists():
            continue
        rng = np.random.default_rng((seed, index))
        picture, labels = make_scene(rng, shelf.stock(rng, index), wanted.kind)
        cv2.imwrite(str(path), picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, int(rng.uniform(82, 96))])
        path.with_suffix(".json").write_text(json.dumps(labels))
        if index % 100 == 0:
            print(f"{folder.name} {index}/{count}", file=sys.stderr, flush=True)


def main() -> None:
    """Reads the command line and draws."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=list(KINDS), default="tables")
    parser.add_argument("--held-out", action="store_true", help="fonts, designs, tops and things never trained with")
    parser.add_argument(
        "--only",
        type=designs,
        help="a body, style of figure, fourth ink or joker that all editions shall have, or several: dark+disc",
    )
    args = parser.parse_args()
    cv2.setNumThreads(1)
    draw(args.folder, args.count, args.seed, Wanted(args.kind, args.held_out, args.only))


if __name__ == "__main__":
    main()
