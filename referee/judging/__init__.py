"""Was the turn allowed?

judge.py: a table before and after a turn gives a verdict; faults.py: every way to be wrong; opening.py: the first
play; history_check.py, joker_histories.py, joker_rules.py, all_or_three.py: whether some account of what moved where
is legal; restore.py: what has to lie on the table again after a failed turn.
"""

from referee.judging.faults import Fault, FaultCode, in_order, spoken
from referee.judging.history_check import breaks_nothing, violations
from referee.judging.judge import Verdict, faults_of_table, judge
from referee.judging.rearrangement import Breach, Position, Violation
from referee.judging.restore import table_to_restore

__all__ = [
    "Breach",
    "Fault",
    "FaultCode",
    "Position",
    "Verdict",
    "Violation",
    "breaks_nothing",
    "faults_of_table",
    "in_order",
    "judge",
    "spoken",
    "table_to_restore",
    "violations",
]
