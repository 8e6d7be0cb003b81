"""The state of a tournament, computed from its changes. Start reading with tournament.py, the acts.

events.py: the changes that the acts record; transitions.py: the state after a change; standing.py: that state;
ranking.py: the standings. entries.py: the list of players; seating.py: the seats of each round; sentences.py: a
sentence for each change.
"""

from referee.tournament.entries import TournamentError, entries, entries_from_csv
from referee.tournament.events import CHANGES, Change, Score
from referee.tournament.ranking import TIE_BREAKS, Place, standings
from referee.tournament.seating import met, seat_plans, table_sizes
from referee.tournament.sentences import sentence_of
from referee.tournament.standing import TableOfRound, Tournament, TournamentRound, counted, plain_points
from referee.tournament.tournament import RecordedTournament
from referee.tournament.transitions import NotNow
