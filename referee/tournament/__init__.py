"""How does a tournament stand? tournament.py first: its acts; then events, transitions, standing and ranking.

entries.py: who plays; seating.py: who sits with whom; sentences.py: each change in a sentence.
"""

from referee.tournament.entries import TournamentError, entries, entries_from_csv, same
from referee.tournament.events import CHANGES, Change, Score
from referee.tournament.ranking import TIE_BREAKS, Place, standings
from referee.tournament.seating import met, repeats, seat_plans, table_sizes
from referee.tournament.sentences import sentence_of
from referee.tournament.standing import TableOfRound, Tournament, TournamentRound, counted, plain_points
from referee.tournament.tournament import RecordedTournament
from referee.tournament.transitions import NotNow
