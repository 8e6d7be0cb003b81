"""How does the match stand? match.py first, then events, transitions, standing, clock, scores and rack_check.

known_racks.py: what players held before their turns, which only counted racks tell.
"""

from referee.match.clock import Clock
from referee.match.events import EVENTS, DealtAgain, Event, TurnTakenBack
from referee.match.known_racks import Held, known_racks, openers
from referee.match.match import DoesNotAddUp, DoesNotFit, Match
from referee.match.permitted import why_not
from referee.match.rack_check import too_many
from referee.match.scores import RoundScore, plain, rack_points, score_round
from referee.match.standing import Phase, Round, Standing, Turn

__all__ = [
    "EVENTS",
    "Clock",
    "DealtAgain",
    "DoesNotAddUp",
    "DoesNotFit",
    "Event",
    "Held",
    "Match",
    "Phase",
    "Round",
    "RoundScore",
    "Standing",
    "Turn",
    "TurnTakenBack",
    "known_racks",
    "openers",
    "plain",
    "rack_points",
    "score_round",
    "too_many",
    "why_not",
]
