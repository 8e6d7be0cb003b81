"""One picture -> tiles and the rows they lie in.

    quiet -> detect -> rectify -> classify -> tile probability -> select -> (retry where in doubt) -> arrange

read.py calls these steps in order; detections.py holds the data that passes between them. Each step takes detections
and returns fuller ones, and none calls an earlier step: noise.py (brightens and smooths pictures with too little
light), detect/ (picture -> quads), proposals.py (further places where a tile may be, and whether a larger pass is
needed), classify/ (quads -> names), score/ (which candidates are tiles), arrange/ (rows).

taught/ is what is known of the set of tiles on the table. geometry.py measures quads and crops; mirror.py tells whether
a camera sends mirrored pictures.
"""

from vision.reading.arrange.partition import Likeness, is_run_out_of_order, likeness
from vision.reading.arrange.rows import rows_of
from vision.reading.classify.cache import KnownFaces
from vision.reading.classify.classifier import lookalikes
from vision.reading.classify.rectify import rectify
from vision.reading.detect.infer import ModelMissing
from vision.reading.detections import PlacedTile, Quad, TableReading
from vision.reading.geometry import MARGIN, axes, centres, scaled, seen_from_each, widths
from vision.reading.mirror import as_sent, has_doubts, is_mirrored
from vision.reading.read import Reader
from vision.reading.taught.complaints import Complaint
from vision.reading.taught.example import Example, Source, patches_of
from vision.reading.taught.file import LONGEST_NAME, NoSet, bytes_of_set, read_set, saved_set
from vision.reading.taught.gallery import SURE, Gallery, read_as_one_set
from vision.reading.taught.knowledge import Knowledge
from vision.reading.taught.rows import lessons_in
from vision.reading.taught.rows_told import Answer, answers_told, rows_told
from vision.reading.taught.taught_set import BLURRED, TaughtSet
