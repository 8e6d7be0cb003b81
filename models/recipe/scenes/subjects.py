"""The subject of a synthetic picture: the tiles with their positions and sizes, and the objects around them."""

from dataclasses import dataclass

import numpy as np

from models.recipe.scenes import layouts, lines
from models.recipe.scenes.arrays import Generator, Points, chance
from models.recipe.scenes.lines import Laid
from referee.tiles import Colour, Tile

SIZES = ((1280, 720), (1280, 960), (1024, 768), (1440, 1080), (960, 1280), (1120, 800))
TILE_PX = {"usual": (42, 110, 0.8), "small": (24, 42, 0.08), "near": (110, 300, 0.12)}
"""Least and greatest width of a tile in pixels, and how often."""
FEW_COLOURS = 0.2
"""Share of tables with only one to three of the four colours: an ink must be recognised without all others beside it.
"""
KINDS = {
    "tables": {
        "melds": 0.28,
        "lines": 0.26,
        "cells": 0.06,
        "scattered": 0.13,
        "heap": 0.12,
        "rack": 0.07,
        "none": 0.08,
    },
    "editions": {"melds": 0.6, "cells": 0.1, "scattered": 0.3},
    "layouts": {"lines": 1.0},
    "home": {"melds": 0.55, "scattered": 0.15, "heap": 0.3},
    "few": {"few": 1.0},
    "no_tiles": {"none": 1.0},
}
"""The contents of the table, by the kind of picture asked for."""


@dataclass(frozen=True)
class Subject:
    """Tiles and surroundings of one picture; `size` is an index of SIZES, `hands` the odds of a hand."""

    laid: list[Laid]
    on_rack: bool
    size: int
    tile_px: float
    furniture: int
    things: int
    home: bool
    hands: float

    @property
    def reach(self) -> Points:
        """The greatest distances of tiles from the table's centre, across and down."""
        places = np.array([(tile.x, tile.y) for tile in self.laid] or [(4.0, 3.0)], np.float64)
        return np.asarray(np.abs(places).max(axis=0) + 1.0)

    @classmethod
    def draw_lots(cls, rng: Generator, aspect: float, kind: str) -> "Subject":
        """A random subject of one of KINDS."""
        size = int(rng.integers(len(SIZES)))
        low, high, _ = TILE_PX["usual" if kind in ("layouts", "editions") else _px_kind(rng)]
        if kind == "layouts":
            high = 75
        tile_px = float(np.exp(rng.uniform(np.log(low), np.log(high))))
        room = SIZES[size][0] * SIZES[size][1] / tile_px**2 / aspect
        lying = chance(rng, KINDS[kind])
        laid = _centred(rng, _laid(rng, lying, aspect, room), spread=0.2 if kind == "layouts" else 1.0)
        if rng.random() < FEW_COLOURS:
            _in_few_colours(rng, laid)
        home = kind == "home" or rng.random() < 0.25
        crowded = [1, 2, 4, 8] if home or lying == "none" else [0, 0, 1, 3]
        return cls(
            laid=laid,
            on_rack=lying == "rack",
            size=size,
            tile_px=tile_px,
            furniture=int(rng.choice([0, 1, 2, 5], p=[0.5, 0.25, 0.15, 0.1])),
            things=0 if kind in ("editions", "layouts") else int(rng.choice(crowded)),
            home=home,
            hands=0.0 if kind in ("editions", "layouts") else 0.1,
        )


def _in_few_colours(rng: Generator, laid: list[Laid]) -> None:
    """Recolours the tiles so that one to three of the colours remain."""
    colours = list(Colour)
    there = [colours[i] for i in rng.permutation(4)[: int(rng.integers(1, 4))]]
    instead = {colour: colour if colour in there else there[int(rng.integers(len(there)))] for colour in Colour}
    for tile in laid:
        if tile.tile.colour is not None:
            tile.tile = Tile(instead[tile.tile.colour], tile.tile.number)


def _px_kind(rng: Generator) -> str:
    return chance(rng, {name: odds for name, (_low, _high, odds) in TILE_PX.items()})


def _laid(rng: Generator, lying: str, aspect: float, room: float) -> list[Laid]:
    if lying == "none":
        return layouts.face_down(rng, [], aspect) if rng.random() < 0.2 else []
    few = rng.random() < 0.12
    if lying == "lines":
        kinds = list(lines.KINDS.values())
        laid = kinds[int(rng.integers(len(kinds)))](rng, aspect, room)
    elif lying == "melds":
        laid = layouts.melds(rng, aspect, int(np.clip(1 if few else room / rng.uniform(8, 20), 1, 30)))
    elif lying == "few":
        laid = layouts.scattered(rng, aspect, int(rng.integers(1, 5)))
    elif lying == "cells":
        laid = layouts.grid(rng, aspect)
    elif lying == "rack":
        laid = layouts.rack(rng, aspect)
    else:
        count = int(np.clip(1 if few else room / rng.uniform(2.5, 8), 1, 108))
        laid = layouts.scattered(rng, aspect, count) if lying == "scattered" else layouts.heap(rng, aspect, count)
    if rng.random() < 0.15 and lying != "lines":
        laid += layouts.face_down(rng, laid, aspect)
    return laid


def _centred(rng: Generator, laid: list[Laid], spread: float) -> list[Laid]:
    middle = np.mean([[tile.x, tile.y] for tile in laid], axis=0) if laid else np.zeros(2)
    off = middle + rng.normal(0, spread, 2)
    for tile in laid:
        tile.x, tile.y = float(tile.x - off[0]), float(tile.y - off[1])
    return laid
