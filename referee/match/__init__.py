"""How does the match stand? match.py first, then events, transitions, course, standing, scores, rack_check.

agreeing.py: what players settle meanwhile (agreed.py: its events; company.py: what they do); scores.py: also how a
scored round is mended. rack_check.py: what counted racks tell, too, of what players held before. event.py: what every
event has; permitted.py: when each fits. turns.py: a turn's time, the turns in a row, taken back, and
counted after all; misreadings.py: a turn's tiles as they really lay.
"""

from referee.match import agreeing
from referee.match.company import AT_TURN
from referee.match.course import why_long
from referee.match.event import Recorded
from referee.match.events import EVENTS, DealtAgain, Event, TurnTakenBack
from referee.match.match import Match
from referee.match.permitted import DoesNotFit, heard, why_not
from referee.match.rack_check import DoesNotAddUp, Held, known_racks, openers, too_many
from referee.match.scores import Round, RoundScore, plain, points_of, rack_points, score_round
from referee.match.standing import MatchError, Phase, Standing, Turn
from referee.match.turns import Clock
