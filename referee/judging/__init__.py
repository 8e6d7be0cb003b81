"""Was the turn allowed?

position.py: the table as it counts when a turn begins; judge.py: a position and the table after it give a verdict;
legality.py: only whether it is legal; faults.py: every way to be wrong; opening.py, from_rack.py: the first play. Where
tiles that look alike may have gone several ways, the best for the player counts: rearrangement.py: what is asked;
joker_moves.py: how the jokers may have moved; broken_rules.py, closed_sets.py, freed_jokers.py, all_or_three.py: what
that breaks, and what is left of old sets; violations.py: the way that breaks fewest, and what jokers of the rack are
worth; simplest.py: of these the one in which fewest tiles moved, as homes.py (what became of each set) and flow.py
(where each tile went) have it; account.py: that way as data, account_told.py: in sentences. restore.py: what has to lie
on the table again after a failed turn.
"""

from referee.judging.account import Account, MovedTile, account_of
from referee.judging.account_told import account_to_json, sentences
from referee.judging.faults import Fault, FaultCode, Violation
from referee.judging.homes import homes
from referee.judging.judge import Verdict, judge, late_unseen, tiles_drawn_if_failed
from referee.judging.legality import faults_of_table, is_legal
from referee.judging.opening import with_jokers_taken
from referee.judging.position import Position
from referee.judging.rearrangement import Rearrangement, rearrangement
from referee.judging.restore import table_to_restore
from referee.judging.violations import breaks_nothing, in_the_way, jokers_worth, most_jokers_worth, violations
