"""How is it laid by hand, what else was as good, what was lacking?

by_hand.py: a play as steps, each with the table then; others.py: other plays of as many tiles; lacking.py: the tiles
of which one more would have opened. lesson.py puts it together. exercises.py: positions that show a disputed rule.
"""

from referee.coaching.by_hand import by_hand
from referee.coaching.exercises import EXERCISES, answered
from referee.coaching.lacking import tiles_that_would_open
from referee.coaching.lesson import lesson
from referee.coaching.others import other_plays

__all__ = [
    "EXERCISES",
    "answered",
    "by_hand",
    "lesson",
    "other_plays",
    "tiles_that_would_open",
]
