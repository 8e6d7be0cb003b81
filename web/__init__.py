"""The page: what the players look at and press; app.py first. It knows the referee and what a live table offers."""
