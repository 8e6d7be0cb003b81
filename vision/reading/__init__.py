"""One picture -> tiles and the rows they lie in.

In reading order: reader.py (the steps in order), detect.py, gaps.py, straighten.py, classify.py, known_faces.py (what
lies still is not named again), sift.py, arrange.py; result.py (what comes out), geometry.py (of outlines),
lookalikes.py (what is taken for what), network.py (alone imports onnxruntime).
"""

from vision.reading.geometry import centres, widths
from vision.reading.known_faces import KnownFaces
from vision.reading.lookalikes import lookalikes
from vision.reading.network import ModelMissing
from vision.reading.reader import Reader
from vision.reading.result import PlacedTile, Quad, TableReading

__all__ = [
    "KnownFaces",
    "ModelMissing",
    "PlacedTile",
    "Quad",
    "Reader",
    "TableReading",
    "centres",
    "lookalikes",
    "widths",
]
