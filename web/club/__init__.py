"""The page of a club: its tables, its tournament. app.py first, then routes.py (the hall, the tournament).

roles.py: who may what. contract.py: what it shows and does; bodies.py: what it is sent; tournament_json.py: a
tournament as it is told.
"""
