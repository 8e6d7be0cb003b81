"""`python -m models.recipe.make_pictures FOLDER --count N --seed S`: made-up pictures with their labels.

Each picture has its own seed, so a run that was broken off carries on where it stopped. Editions and table tops are
kept at hand and exchanged one by one, since drawing one costs as much as a picture.
"""

import argparse
import json
import sys
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
"""Table tops and editions kept at hand."""
OFTEN = 6
"""So many times as likely as any other thing is a photograph that lies about."""


class Shelf:
    """The editions and table tops at hand."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.held_out, self.only, self.cloth = bool(args.held_out), args.only, bool(args.cloth)
        self.photographs, self.photographed = tuple(args.tops), float(args.photographed)
        self.fonts = fonts_for(self.held_out)
        self.shots = [shots_of(folder) for folder in args.faces]
        lying = tuple(args.lying)
        self.things = (partial(picture_on_table, paths=lying),) * OFTEN if lying else ()
        self.tops: list[Bytes] = []
        self.editions: list[Edition] = []

    def stock(self, rng: Generator, index: int) -> Stock:
        """What a picture is made of: something of it is new each time."""
        if len(self.tops) < TOPS or index % 3 == 0:
            held_out = self.held_out and not self.only
            top = make_top(rng, self.photographs, held_out, self.cloth, self.photographed)
            self.tops = [*self.tops[1 - TOPS :], top]
        if len(self.editions) < EDITIONS or index % 2 == 0:
            self.editions = [*self.editions[1 - EDITIONS :], self._edition(rng)]
        many_jokers = any(name in jokers.KINDS for name in names_in(self.only))
        return Stock(tuple(self.editions), self.fonts, tuple(self.tops), self.held_out, many_jokers, self.things)

    def _edition(self, rng: Generator) -> Edition:
        if self.shots:
            return PhotographedEdition.of_shots(rng, self.fonts, self.shots[int(rng.integers(len(self.shots)))])
        return Edition.draw_lots(rng, self.fonts, self.held_out and not self.only, self.only)


def shots_of(folder: Path) -> Shots:
    """Every clear face of a folder's labelled pictures."""
    shots = Shots()
    for path in labelled_in(folder):
        labelled = Labelled.load(path)
        clear = labelled.ink >= CLEAR
        names = [name for name, is_clear in zip(labelled.names, clear, strict=True) if is_clear]
        shots.cut(labelled.picture[..., ::-1], names, labelled.quads[clear])
    return shots


def designs(text: str) -> str:
    """The same. Raises ArgumentTypeError: it names a design that there is not."""
    known = {*bodies.KINDS, *bodies.HELD_OUT_KINDS, *STYLES, *FOURTH, *jokers.KINDS, *jokers.HELD_OUT_KINDS}
    for name in names_in(text):
        if name not in known:
            raise argparse.ArgumentTypeError(f"no design is called {name!r}; there are {', '.join(sorted(known))}")
    return text


def main() -> None:
    """Writes NNNNNN.jpg and NNNNNN.json."""
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
    parser.add_argument("--tops", type=Path, nargs="*", default=[], help="photographs of empty tables to cut tops from")
    parser.add_argument("--cloth", action="store_true", help="every table is covered with cloth, or is a rug")
    parser.add_argument("--photographed", type=float, default=PHOTOGRAPHED, help="share of tops that are cut from them")
    parser.add_argument("--lying", type=Path, nargs="*", default=[], help="photographs that lie about")
    parser.add_argument("--faces", type=Path, nargs="*", default=[], help="folders of labelled pictures: a box each")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    shelf = Shelf(args)
    for index in range(args.count):
        path = args.folder / f"{index:06d}.jpg"
        if path.with_suffix(".json").exists():
            continue
        rng = np.random.default_rng((args.seed, index))
        picture, labels = make_scene(rng, shelf.stock(rng, index), args.kind)
        cv2.imwrite(str(path), picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, int(rng.uniform(82, 96))])
        path.with_suffix(".json").write_text(json.dumps(labels))
        if index % 100 == 0:
            print(f"{index}/{args.count}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
