"""How is it laid by hand, what else was as good, what was lacking?

lesson.py: a play as steps, each with the table then, other plays of as many tiles, all of it together; opening.py:
what an opening is worth at most, and the tiles of which one more would have opened; exercises.py: positions that
show a disputed rule.
"""

from referee.coaching.exercises import EXERCISES, answered
from referee.coaching.lesson import by_hand, lesson, other_plays
from referee.coaching.opening import opening_there, tiles_that_would_open
