"""Pictures over time -> one settled table.

In reading order: watch.py (one picture after the other), sight.py (what is seen), answers.py (what persons say),
motion.py (does anything move), covering.py (does a hand or a cup lie there, is there light), still.py (pictures of a
still table joined), settle.py (readings joined into one table), known_tiles.py (what lay there before, and what persons
said), tracks.py (one tile over the pictures), unread.py (tiles that cannot be read), places.py (does a tile's place
look as it did), shift.py (where everything lies after a bump), gallery.py (what is known of this set), examples.py (how
a face looks), trial.py (are these an evening's before of this set), gallery_file.py (from one evening to the next),
still_reading.py (several pictures of one still table).
"""

from vision.watching.gallery import Gallery, read_as_one_set
from vision.watching.gallery_file import save_examples, saved_examples
from vision.watching.settle import SettledTable
from vision.watching.shift import Shift, shift_between
from vision.watching.sight import Sight
from vision.watching.still import of_one_table
from vision.watching.still_reading import read_still
from vision.watching.tracks import SettledTile
from vision.watching.watch import PictureReader, Watch

__all__ = [
    "Gallery",
    "PictureReader",
    "SettledTable",
    "SettledTile",
    "Shift",
    "Sight",
    "Watch",
    "of_one_table",
    "read_as_one_set",
    "read_still",
    "save_examples",
    "saved_examples",
    "shift_between",
]
