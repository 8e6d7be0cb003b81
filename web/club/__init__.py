"""The page of a club: its tables, its tournament. app.py first, then hall_routes.py, routes.py (the tournament)
and pages.py; roles.py: who may what."""
