"""What is the best play?

best_play.py: the play that lays most tiles, then most points; play.py: what a play is, and the time to find it;
opening_plays.py and branch_and_bound.py: the search for it, before and after the opening; more_play.py: that of a turn
that opens and goes on; branching.py: narrower subproblems where a rule is broken; conflicts.py: which sets cannot lie
together, origins.py: of which old sets their tiles may be, laid.py: what is left to be laid where they lie; worth.py:
what a play is worth as it lies; at_most.py: a bound for where the time is over first. jokers/: every account of the
jokers on the table, each a subproblem; tiling/: the cheapest way to lay its tiles as sets; rows/: the sets found as
tiles, as many as possible left where they lay.
"""

from referee.solving.best_play import best_play
from referee.solving.play import OutOfTime, Play
