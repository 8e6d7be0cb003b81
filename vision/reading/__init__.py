"""One picture -> tiles and the rows they lie in.

In reading order: reader.py (the steps in order); look.py and detect.py, faces.py, straighten.py, faint.py (what was
hardly seen), refine.py, gaps.py and torn.py (what the outlines propose), and find.py (these together); classify.py,
closer_look.py (at what is doubted), known_faces.py (what lies still is not named again); plane.py, sizes.py, shapes.py
and grounds.py (what is unlike the others), beside.py (what lies beside it), realness.py (these together) and sift.py
(what is no tile), unexplained.py and low.py (when to look once more), ends.py (which end is up), arrange.py; result.py
(what comes out), geometry.py (of outlines), halves.py (of a picture), lookalikes.py (what is taken for what),
network.py (alone imports onnxruntime).
"""

from vision.reading.arrange import arrange
from vision.reading.classify import SHARPNESS, TILES, classify, names_of, softmax
from vision.reading.detect import detect, glance
from vision.reading.faces import KEYSTONE, STRIDE, Faces
from vision.reading.find import find
from vision.reading.geometry import centres, widths
from vision.reading.known_faces import KnownFaces
from vision.reading.lookalikes import lookalikes
from vision.reading.network import ModelMissing, Network
from vision.reading.reader import Reader
from vision.reading.realness import ALONE_BASE, ALONE_SAYS, BASE, SAYS, told
from vision.reading.refine import LOOK_SIZE, refined, widened
from vision.reading.result import PlacedTile, Quad, TableReading
from vision.reading.straighten import onto_crops, straighten, through

__all__ = [
    "ALONE_BASE",
    "ALONE_SAYS",
    "BASE",
    "KEYSTONE",
    "LOOK_SIZE",
    "SAYS",
    "SHARPNESS",
    "STRIDE",
    "TILES",
    "Faces",
    "KnownFaces",
    "ModelMissing",
    "Network",
    "PlacedTile",
    "Quad",
    "Reader",
    "TableReading",
    "arrange",
    "centres",
    "classify",
    "detect",
    "find",
    "glance",
    "lookalikes",
    "names_of",
    "onto_crops",
    "refined",
    "softmax",
    "straighten",
    "through",
    "told",
    "widened",
    "widths",
]
