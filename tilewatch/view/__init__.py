"""Interprets a snapshot in a match: view.py first (also the tiles' marks), doubts.py, questions.py.

Messages about it for every page: alarm.py (also obstacles before a round) and advice.py.
"""

from tilewatch.view.advice import NINTHS, CameraSight, Level, advice
from tilewatch.view.alarm import Alarm, Alarms, obstacles, too_small, troubles
from tilewatch.view.doubts import ASKED_BELOW, Unsure, could_be, possible_otherwise, unsure, with_knowledge
from tilewatch.view.questions import (
    MOST_TRIED,
    Judge,
    Question,
    about_apart,
    about_hidden,
    about_lone,
    proved,
    question_about,
)
from tilewatch.view.view import View, doing, mark_of, regrouped, view_of
