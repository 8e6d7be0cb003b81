"""The page of a club: its tables, its tournament. app.py first, then routes.py and pages.py; roles.py: who may what."""
