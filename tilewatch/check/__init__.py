"""A photograph -> a verdict, without a match.

    photograph -> seen -> (knowledge of before and after) -> checked -> told, drawn

photograph.py (a file's pixels, no larger than needed), seen.py (the reading of one photograph), completed.py (what a
second photograph adds), mended.py (a table that a person corrected), one_table.py (judges each set, finds each doubt),
checked.py (judges the turn between two tables), told.py (the check as JSON), drawn.py (the check drawn on the
photograph).
"""

from tilewatch.check.checked import Asked, Checked, CheckedTurn, checked
from tilewatch.check.completed import Shown, completed, homography, is_upon, moved
from tilewatch.check.drawn import drawn_on
from tilewatch.check.mended import MendedSet, mended
from tilewatch.check.one_table import CheckedSet, CheckedTable, at_edge, side_cut
from tilewatch.check.photograph import Photograph, photograph_of
from tilewatch.check.seen import Read, Seen, seen_in
from tilewatch.check.told import told_of_check
