"""A photograph -> a verdict, without a match.

    photograph -> seen -> (knowledge of before and after) -> checked -> told, drawn

photograph.py (a file's pixels, no larger than needed), seen.py (one photograph as a table), mended.py (the table
that a person mended), one_table.py (each set, each doubt), checked.py (the turn between two tables), told.py (the
same in JSON), drawn.py (drawn on the photograph).
"""

from tilewatch.check.checked import Asked, Checked, CheckedTurn, checked
from tilewatch.check.drawn import drawn_on
from tilewatch.check.mended import MendedSet, mended
from tilewatch.check.one_table import CheckedSet, CheckedTable, at_edge, side_cut
from tilewatch.check.photograph import Photograph, photograph_of
from tilewatch.check.seen import Read, Seen, seen_in
from tilewatch.check.told import told_of_check
