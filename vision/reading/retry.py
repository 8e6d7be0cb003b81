"""Whether a picture is worth another pass that shows its tiles larger: where a first reading leaves a doubt."""

from vision.reading.detections import Detections
from vision.reading.geometry import overlapping
from vision.reading.score.select import LEAST_PROBABILITY

HOPELESS = 0.05
"""What is less likely a tile than this is not named once more beside what the larger pass shows."""
LAST_HOPE = 0.15
"""Where nothing is a tile, what may be one at least so likely is looked at larger before the table is called empty."""
LIKELY = 0.5
"""What is less probably a tile is no reason to look again."""
CERTAIN = 0.9
"""What is a tile and has its name with this probability is none either."""


def with_hope(found: Detections) -> Detections:
    """The detections of the first pass that may be tiles: they are judged again beside those of the larger one."""
    return found.where(found.probability >= HOPELESS)


def is_in_doubt(found: Detections) -> bool:
    """Whether any detection may be a tile and is none surely, nor lies upon one that is likelier.

    Where nothing is a tile, what is left of hope is enough: one tile alone on a rug must not be an empty table.
    """
    likely = found.probability
    if not (likely >= LEAST_PROBABILITY).any():
        return bool((likely >= LAST_HOPE).any())
    likeliest = ~(overlapping(found.quads) & (likely[:, None] > likely)).any(axis=0)
    unsure = (likely > LIKELY) & (likely * found.names.best < CERTAIN)
    return bool((likeliest & unsure).any())
