"""The page of a club: its tables and its tournament.

app.py first, then routes.py (the hall, the tournament). roles.py: the roles of devices; contract.py: what a club offers
to the page; bodies.py: the bodies of requests; tournament_json.py: a tournament as JSON.
"""
