"""Judges a turn: from the position before it and the table after it to a verdict.

position.py: the state in which a turn begins; judge.py: the verdict on a turn; legality.py: the faster answer to
"legal or not"; faults.py: every fault and its sentence; opening.py, from_rack.py: a player's first play.

Equal tiles cannot be told apart, so one turn may have happened in several ways; the way that is best for the player
counts. rearrangement.py: the sets before and after a turn; joker_moves.py: every way in which the jokers may have
moved; broken_rules.py, closed_sets.py, freed_jokers.py, all_or_three.py: the rules that one such way breaks;
violations.py: the way that breaks fewest rules, and the value of jokers from the rack; simplest.py: among those ways
the one that moves fewest tiles, with homes.py (which new set each old set became) and flow.py (where each tile went);
account.py: that way as data; account_told.py: that way in sentences. restore.py: the table that a failed turn has to
leave.
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
