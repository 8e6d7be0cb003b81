"""`python -m benchmarks.film_parts.make FOLDER --top NAME [--seed N] [--turns N] [--beside lid|phone|rack] [--drawn]`.

Draws a film on a top that nobody has: a legal game by the referee's search, one turn of which fails and is put back;
tiles of faces cut from photographs (`--drawn`: drawn), laid where a hand reaches, by a lamp, 35 to 62° aslant.
`--beside`: what lies there that belongs to no set: a box's lid with printed tiles, a phone that shows tiles, a rack
whose tiles face the camera, and change with its player's turns.
"""

import json
from copy import deepcopy
from pathlib import Path

import cv2
import numpy as np

from benchmarks.film_parts.beside import BESIDE, Rack
from benchmarks.film_parts.film import HEIGHT, WIDTH
from benchmarks.film_parts.household import TOPS
from benchmarks.film_parts.script import PLAYERS, Turn, script_of
from benchmarks.film_parts.shot import FINER, Shot, reach_in
from benchmarks.harness import command_line
from models.recipe.scenes.canvas import turned
from models.recipe.scenes.lines import Laid, laid_in_a_row
from referee.table import Row, Table

Array = np.ndarray
EDGE, LEAST, MOST = 36, 25.5, 44.0
"""Pixels of the picture's margin without tiles, and least and greatest width of a tile in pixels."""
APART, TRIES = 1.95, 4000
"""Tile widths between the middles of two sets' tiles at the least, and how often a place is looked for."""
NAMES = (*BESIDE, "rack")
STARTS = ((0.62, 1.25), (-0.15, 0.75), (1.15, 0.7))
"""The point from which each player's arm comes, in shares of the picture."""


class Places:
    """Positions of the sets from turn to turn: untouched sets stay."""

    def __init__(self, rng: np.random.Generator, shot: Shot, taken: Array) -> None:
        self._rng, self._shot, self._taken = rng, shot, taken
        self.sets: dict[Row, list[list[Laid]]] = {}
        self._count = 0

    def lay(self, table: Table) -> list[Laid]:
        """The tiles of a table, each at its present position."""
        before, self.sets = self.sets, {}
        left = {row: list(copies) for row, copies in before.items()}
        new = []
        for row in table.sets:
            if left.get(row):
                self.sets.setdefault(row, []).append(left[row].pop())
            else:
                new.append(row)
        old = [tiles for copies in left.values() for tiles in copies]
        for row in sorted(new, key=len, reverse=True):
            self.sets.setdefault(row, []).append(self._beside_old(row, old) or self._anywhere(row))
        return self.laid

    @property
    def laid(self) -> list[Laid]:
        """All tiles, set by set."""
        return [tile for copies in self.sets.values() for tiles in copies for tile in tiles]

    def _beside_old(self, row: Row, old: list[list[Laid]]) -> list[Laid] | None:
        """The new row beside its tiles that stay together in their old position, if there is room."""
        for tiles in old:
            common = [(i, j) for i, a in enumerate(tiles) for j, b in enumerate(row) if a.tile == b]
            if len(common) >= 2:
                (i, j), angle = common[0], tiles[0].angle
                along = np.array([np.cos(angle), np.sin(angle)]) * ((len(row) - 1) / 2 - j) * 1.03
                laid = self._row(row, np.array([tiles[i].x, tiles[i].y]) + along, angle)
                if self._fits(laid):
                    return laid
        return None

    def _anywhere(self, row: Row) -> list[Laid]:
        for _ in range(TRIES):
            at = self._rng.uniform([-15, -9], [15, 9])
            angle = float(self._rng.normal(0, 0.12)) + float(np.pi) * (self._rng.random() < 0.3)
            laid = self._row(row, at, angle)
            if self._fits(laid):
                return laid
        raise SystemExit("no room for another set: take another --seed")

    def _row(self, row: Row, at: Array, angle: float) -> list[Laid]:
        gap = float(self._rng.uniform(0.0, 0.05))
        self._count += 1
        return laid_in_a_row(self._rng, list(row), (float(at[0]), float(at[1])), angle, gap, self._count, crooked=0.02)

    def _fits(self, laid: list[Laid]) -> bool:
        """Whether the row is in view, and touches no other object."""
        middles = np.array([[tile.x, tile.y] for tile in laid])
        others = np.array([[tile.x, tile.y] for tile in self.laid] + self._taken.tolist()).reshape(-1, 2)
        if len(others) and np.linalg.norm(middles[:, None] - others[None], axis=2).min() < APART:
            return False
        box, camera = self._shot.box, self._shot.camera
        flat = np.concatenate([turned(0.5, box.aspect / 2, tile.x, tile.y, tile.angle) for tile in laid])
        seen = camera.project(np.column_stack([flat, np.zeros(len(flat))])) / FINER
        wide = np.linalg.norm(seen[1::4] - seen[::4], axis=1)
        is_inside = (seen > EDGE).all() and (seen < [WIDTH - EDGE, HEIGHT - EDGE]).all()
        return bool(is_inside and wide.min() > LEAST and wide.max() < MOST)

    def pushed(self, rows: list[Row]) -> None:
        """Shifts these sets slightly, as if they were put back by hand."""
        for row in rows:
            for tiles in self.sets.get(row, []):
                off, turn = self._rng.normal(0, 0.12, 2), float(self._rng.normal(0, 0.02))
                for tile in tiles:
                    tile.x, tile.y, tile.angle = tile.x + float(off[0]), tile.y + float(off[1]), tile.angle + turn


class Maker:
    """Writes one film."""

    def __init__(self, folder: Path, top: str, seed: int, beside: str, real: bool) -> None:
        self._folder, self._rng = folder, np.random.default_rng(seed)
        self._shot, self._count = Shot.draw_lots(self._rng, "felt" if top not in TOPS else top, real), 0
        self._bare = self._shot.canvas()
        things = [BESIDE[name](self._rng, self._shot, self._bare) for name in (top, beside) if name in BESIDE]
        self._rack = Rack(self._rng, self._shot) if "rack" in (top, beside) else None
        things += [self._rack.places] if self._rack else []
        self._places = Places(self._rng, self._shot, np.concatenate([*things, np.zeros((0, 2))]))

    def write(self, script: list[Turn]) -> None:
        """Draws every picture, and writes the script beside them."""
        self._folder.mkdir(parents=True, exist_ok=True)
        self._take([])
        for turn in script:
            self._play(turn)
        told = {"players": list(PLAYERS), "rules": "original", "script": script, "winner": None}
        (self._folder / "script.json").write_text(json.dumps(told, indent=1))

    def _play(self, turn: Turn) -> None:
        """A turn's pictures: an arm over the table as it was and as it will be, and the table without it."""
        before, after = (Table.from_notation(turn[when]) for when in ("before", "after"))
        turn["frames"] = []
        if turn["before"] == turn["after"]:
            return
        lay, old = self._places.sets, self._places.laid
        laid = self._places.lay(after)
        start = STARTS[PLAYERS.index(turn["player"])]
        moved = [tile for tile in laid if tile not in old]
        if self._rack and turn["player"] == PLAYERS[-1]:
            self._rack.change()
        turn["frames"] = [self._take(old, moved, start), self._take(laid, moved, start), self._take(laid)]
        if not turn["legal"]:
            rows = [row for row in lay if row not in self._places.sets]
            self._places.sets = lay
            self._places.pushed(rows)
            turn["restored"] = self._take(self._places.lay(before))

    def _take(self, laid: list[Laid], moved: list[Laid] = [], start: tuple[float, float] = (0, 0)) -> int:  # noqa: B006
        """Writes the next picture and its labels, and returns its number. An arm reaches from `start` for the `moved`
        tiles."""
        canvas = deepcopy(self._bare)
        if self._rack:
            self._rack.stand(canvas)
        self._shot.lay(canvas, laid)
        if moved:
            tile = moved[int(self._rng.integers(len(moved)))]
            target = self._shot.camera.project(np.array([tile.x, tile.y, self._shot.box.thickness]))
            edge = np.array(start) * [FINER * WIDTH, FINER * HEIGHT]
            reach_in(self._rng, canvas, target + [0, 0.8 * self._shot.camera.pixels], edge, self._shot.camera.pixels)
        path = self._folder / f"f{self._count:03}.jpg"
        cv2.imwrite(str(path), self._shot.taken(self._rng, canvas), [cv2.IMWRITE_JPEG_QUALITY, 94])
        path.with_suffix(".json").write_text(json.dumps(self._shot.labelled(canvas, laid)))
        self._count += 1
        return self._count - 1


def make(folder: Path, top: str, turns: int = 14, seed: int = 1, beside: str = "", real: bool = True) -> None:
    """Writes a film: pictures, labels, script."""
    Maker(folder, top, seed, beside, real).write(script_of(turns, seed))


def main() -> None:
    """Draws one film."""
    args = command_line(__doc__, "folder", top=(*TOPS, *NAMES), seed=1, turns=14, beside=("", *NAMES), drawn=False)
    make(args.folder, args.top, args.turns, args.seed, args.beside, not args.drawn)


if __name__ == "__main__":
    main()
