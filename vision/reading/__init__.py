"""One picture -> tiles and the rows they lie in.

    quiet -> detect -> rectify -> classify -> tile probability -> select -> (retry where in doubt) -> arrange

read.py is the whole way in a dozen lines; detections.py is what flows along it. Each step takes detections and returns
fuller ones, and no step calls one before it: noise.py (lifts and smooths what too little light left noisy),
detect/ (picture -> quads), proposals.py (where else one may be, and whether to look once more, larger), classify/
(quads -> names), score/ (which are tiles), arrange/ (rows).
taught/ is what is known of this very set of tiles.
geometry.py tells of quads and crops; mirror.py whether a camera sends mirror images.
"""

from vision.reading.arrange.rows import rows_of
from vision.reading.classify.cache import KnownFaces
from vision.reading.classify.classifier import lookalikes
from vision.reading.classify.rectify import rectify
from vision.reading.detect.infer import ModelMissing
from vision.reading.detections import PlacedTile, Quad, TableReading
from vision.reading.geometry import centres, widths
from vision.reading.mirror import as_sent, has_doubts, is_mirrored
from vision.reading.read import Reader
from vision.reading.taught.complaints import Complaint
from vision.reading.taught.example import Example, Source, patches_of
from vision.reading.taught.file import LONGEST_NAME, NoSet, read_set, save_set, saved_set, write_set
from vision.reading.taught.gallery import SURE, Gallery, read_as_one_set
from vision.reading.taught.knowledge import Knowledge
from vision.reading.taught.rows import lessons_in
from vision.reading.taught.rows_told import Answer, answers_told, rows_told
from vision.reading.taught.taught_set import BLURRED, TaughtSet
