"""What is the best play?

best_play.py: the play that lays most tiles, then most points; play.py: what a play is, and the time to find it.
opening_plays.py and branch_and_bound.py: the search for it, before and after the opening; joker_accounts.py: every
account of the jokers on the table, each a subproblem.py; branching.py and freed_jokers.py: narrower subproblems where
a rule is broken; realization.py, least_change.py and all_as_sets.py: the sets found as tiles, as many as possible left
where they lay.
tiling_problem.py and tiling_search.py: the cheapest way to lay tiles as sets, by A*; transitions.py: from a number to
the next, in colour_transitions.py, run_transitions.py, group_transitions.py and packing.py; colour_bounds.py: lower
bounds; backtrace.py: the sets found; cells.py: a place in a set.
"""

from referee.solving.best_play import best_play
from referee.solving.play import OutOfTime, Play

__all__ = ["OutOfTime", "Play", "best_play"]
