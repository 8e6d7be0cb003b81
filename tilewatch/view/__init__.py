"""What a snapshot means in this match: view.py first (also which tile a mark means); doubts.py, questions.py.

What is told of it to everybody: alarm.py (and what is in the way of a round that is dealt) and advice.py.
"""

from tilewatch.view.advice import NINTHS, CameraSight, Level, advice
from tilewatch.view.alarm import Alarm, Alarms, obstacles, too_small, troubles
from tilewatch.view.doubts import ASKED_BELOW, Unsure, could_be, possible_otherwise, unsure, with_knowledge
from tilewatch.view.questions import MOST_TRIED, Judge, Question, about_hidden, about_lone, proved, question_about
from tilewatch.view.view import View, doing, mark_of, regrouped, view_of
