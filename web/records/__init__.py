"""The records of answers in JSON, which document themselves: `web/interface.py` makes the document from them.

said.py first: parts that other records share. state.py, turns.py, verdicts.py, history.py, rules.py, tournament.py,
check.py, networks.py; answers.py: all others.
"""
