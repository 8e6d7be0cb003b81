"""How is it laid by hand, what else was as good, what was lacking?

lesson.py: a play as steps, each with the table then; other plays of as many tiles, the tiles of which one more would
have opened, all of it together; exercises.py: positions that show a disputed rule.
"""

from referee.coaching.exercises import EXERCISES, answered
from referee.coaching.lesson import by_hand, lesson, other_plays, tiles_that_would_open
