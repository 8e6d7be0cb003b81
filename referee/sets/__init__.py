"""Is this a set?

interpret.py: run, group or neither, and what a row is worth; joker_roles.py: what its jokers may stand for;
enumerate.py: every set that some tiles make, and every opening.
"""

from referee.sets.enumerate import best_opening, openings, sets_within
from referee.sets.interpret import Kind, Reading, has_too_many_jokers, is_set, joker_count, kind, points, readings
from referee.sets.joker_roles import ANYTHING, Understanding, companions, stands_overlap, tiles_at, understandings

__all__ = [
    "ANYTHING",
    "Kind",
    "Reading",
    "Understanding",
    "best_opening",
    "companions",
    "has_too_many_jokers",
    "is_set",
    "joker_count",
    "kind",
    "openings",
    "points",
    "readings",
    "sets_within",
    "stands_overlap",
    "tiles_at",
    "understandings",
]
