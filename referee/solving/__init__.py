"""Finds the best play for a position and a rack.

best_play.py: the play that lays most tiles, then most points; play.py: the play and the time limit of the search;
branch_and_bound.py: the search for a player who has opened; opening_plays.py: the search for the opening;
more_play.py: the search for a turn that opens and goes on; branching.py: narrower subproblems where the best tiling
breaks a rule; worth.py: the points of a play. jokers/: every account of the jokers on the table, each a subproblem;
tiling/: the cheapest way to lay the tiles of a subproblem as sets; rows/: the sets found as rows of tiles, with as many
old sets as possible unchanged.
"""

from referee.solving.best_play import best_play
from referee.solving.play import OutOfTime, Play
