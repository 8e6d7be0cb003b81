"""The rules of a reading, each of which can be left out, to see what it is worth on labelled pictures."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any
from unittest.mock import patch

import numpy as np

from vision.reading.detections import Detections

READING = "vision.reading."


def _named_once(network: Any, _: Any, found: Detections, asked: int | None = None) -> Detections:
    """The names without a closer look at small figures."""
    return import_module(f"{READING}classify.zoom").with_names_at_once(network, found)


RULES: dict[str, tuple[str, str, Any]] = {
    "a coarse pass for near tiles": ("detect.scales", "_near", lambda *_: Detections()),
    "true corners": ("read", "with_corners", lambda _network, _picture, quads: quads),
    "proposals: two halves": ("proposals", "_wholes", lambda _: Detections()),
    "proposals: in a row": ("proposals", "_missing", lambda _: Detections()),
    "small figures enlarged": ("read", "with_names", _named_once),
    "evidence: size": ("score.tile_probability", "off_in_size", lambda quads, _: np.zeros(len(quads))),
    "evidence: shape": ("score.tile_probability", "off_in_shape", lambda quads, *_: np.zeros(len(quads))),
    "evidence: ground": ("score.tile_probability", "off_in_ground", lambda quads, *_: np.zeros(len(quads))),
    "evidence: neighbours": ("score.tile_probability", "none_beside", lambda quads, *_: np.zeros(len(quads))),
    "a larger pass where in doubt": ("read", "is_in_doubt", lambda _: False),
    "hidden parts asked about": ("read", "doubting_hidden", lambda tiles: tiles),
    "sixes and nines as the rows say": ("arrange.orientation", "agreeing", lambda found, _: found),
}
"""Name of each rule -> module, attribute, what stands there without it."""


@contextmanager
def without(rule: str) -> Iterator[None]:
    """A reading without this rule, as long as the context lasts."""
    module, attribute, instead = RULES[rule]
    with patch.object(import_module(READING + module), attribute, instead):
        yield
