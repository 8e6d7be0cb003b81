"""One picture -> tiles and the rows they lie in.

    detect -> rectify -> classify -> tile probability -> select -> (retry where in doubt) -> arrange

read.py is the whole way in a dozen lines; detections.py is what flows along it. Each step takes detections and returns
fuller ones, and no step calls one before it: detect/ (picture -> quads), proposals.py (where else one may be),
classify/ (quads -> names), score/ (which are tiles), retry.py (whether to look once more, larger), arrange/ (rows).
taught/ is what is known of this very set of tiles.
geometry.py tells of quads, crops.py of crops.
"""

from vision.reading.arrange.rows import rows_of
from vision.reading.classify.cache import KnownFaces
from vision.reading.classify.classifier import SHARPNESS, lookalikes, names_of, softmax
from vision.reading.classify.rectify import LOOK_SIZE, onto_crops, rectify, through, widened, with_corners
from vision.reading.classify.zoom import closer, figures, shares
from vision.reading.detect.decode import KEYSTONE, STRIDE
from vision.reading.detect.infer import ModelMissing, Network
from vision.reading.detections import TILES, Detections, PlacedTile, Quad, TableReading
from vision.reading.geometry import areas, axes, centres, widths
from vision.reading.read import Reader, located
from vision.reading.score.tile_probability import BASE, BASE_ALONE, WEIGHTS, WEIGHTS_ALONE, evidence
from vision.reading.taught.example import Example, patches_of
from vision.reading.taught.file import NoSet, read_set, save_set, saved_set, write_set
from vision.reading.taught.knowledge import Knowledge
from vision.reading.taught.rows import Complaint, Lesson, Lessons, RowsError, lessons_in, rows_told
from vision.reading.taught.taught_set import BLURRED, TaughtSet

__all__ = [
    "BASE",
    "BASE_ALONE",
    "BLURRED",
    "KEYSTONE",
    "LOOK_SIZE",
    "SHARPNESS",
    "STRIDE",
    "TILES",
    "WEIGHTS",
    "WEIGHTS_ALONE",
    "Complaint",
    "Detections",
    "Example",
    "Knowledge",
    "KnownFaces",
    "Lesson",
    "Lessons",
    "ModelMissing",
    "Network",
    "NoSet",
    "PlacedTile",
    "Quad",
    "Reader",
    "RowsError",
    "TableReading",
    "TaughtSet",
    "areas",
    "axes",
    "centres",
    "closer",
    "evidence",
    "figures",
    "lessons_in",
    "located",
    "lookalikes",
    "names_of",
    "onto_crops",
    "patches_of",
    "read_set",
    "rectify",
    "rows_of",
    "rows_told",
    "save_set",
    "saved_set",
    "shares",
    "softmax",
    "through",
    "widened",
    "widths",
    "with_corners",
    "write_set",
]
