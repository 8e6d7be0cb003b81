"""Pictures over time -> one settled table.

In reading order: watch.py (one picture after the other), motion.py (does anything move, does a hand lie there),
settle.py (readings joined into one table), shift.py (where everything lies after a bump).
"""

from vision.watching.settle import SettledTable, SettledTile
from vision.watching.shift import Shift, shift_between
from vision.watching.watch import PictureReader, Sight, Watch

__all__ = ["PictureReader", "SettledTable", "SettledTile", "Shift", "Sight", "Watch", "shift_between"]
