"""Was the turn allowed? judge.py first: a table before and after gives a verdict; faults.py: every way to be wrong."""
