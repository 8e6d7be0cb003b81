"""How is it laid by hand, what else was as good, what was lacking?

by_hand.py: a play as steps, each with the table then; lesson.py: other plays of as many tiles, the tiles of which one
more would have opened, all of it together; exercises.py: positions that show a disputed rule.
"""

from referee.coaching.by_hand import by_hand
from referee.coaching.exercises import EXERCISES, answered
from referee.coaching.lesson import lesson, other_plays, tiles_that_would_open
