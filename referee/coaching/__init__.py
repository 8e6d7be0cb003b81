"""Explains plays: how to lay a play by hand, which other plays are as good, and which tile was lacking.

lesson.py: a play as steps, each with the table after it; other plays of as many tiles; the whole lesson. opening.py:
the value of the best opening, and the tiles of which one more would make an opening. exercises.py: positions that show
a disputed rule.
"""

from referee.coaching.exercises import EXERCISES, answered
from referee.coaching.lesson import by_hand, lesson, other_plays
from referee.coaching.opening import opening_there, tiles_that_would_open
