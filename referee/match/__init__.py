"""The state of a match, computed from its events. Start reading with match.py.

match.py: the acts of a match; events.py: the events they record; event.py: the base class of events; permitted.py: the
phases that each event fits; transitions.py: the state after an event; course.py: the course of a round; standing.py:
the state of a match. agreeing.py: acts that the players agree on between turns, with agreed.py: their events, and
company.py: the state after these. scores.py: points of rounds and matches, and corrections of scored rounds;
rack_check.py: whether counted racks add up, and what they prove of earlier racks; turns.py: the clock of a turn, the
list of turns, and the way back over it; undoing.py: acts that one tap undoes; misreadings.py: the true tiles of a
misread turn.
"""

from referee.match import agreeing
from referee.match.company import AT_TURN
from referee.match.course import why_long
from referee.match.event import Recorded
from referee.match.events import EVENTS, DealtAgain, Event, TurnTakenBack
from referee.match.match import Match
from referee.match.permitted import DoesNotFit, name_key, why_not
from referee.match.rack_check import DoesNotAddUp, Held, known_racks, openers, too_many
from referee.match.scores import Round, RoundScore, plain, points_of, rack_points, score_round
from referee.match.standing import MatchError, Phase, Standing, Turn
from referee.match.turns import Clock
from referee.match.undoing import SETTLES, undoing
