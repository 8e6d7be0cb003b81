"""Is this a set?

interpret.py: run, group or neither, and the value of a row; joker_roles.py: the tiles its jokers may stand for, and the
tiles that free them; sets_within.py: every set that some tiles make; openings.py: every opening; most_points.py: the
most points of their sets.
"""

from referee.sets.interpret import (
    Kind,
    Reading,
    has_too_many_jokers,
    is_set,
    joker_count,
    jokers_out_of_order,
    kind,
    points,
    readings,
)
from referee.sets.joker_roles import (
    JokerRoles,
    exchanges,
    freeing_tiles,
    joker_roles,
    jokers_stand_alike,
    tiles_at,
    tiles_that_may_free,
)
from referee.sets.most_points import best_opening, opening_worth
from referee.sets.openings import openings
from referee.sets.sets_within import sets_within
