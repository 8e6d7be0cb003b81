"""What goes out as JSON, as records that document themselves: `web/interface.py` makes the document of them.

said.py first: what the others are made of. state.py, turns.py, verdicts.py, history.py, rules.py,
tournament.py, check.py, networks.py; answers.py: all else.
"""
