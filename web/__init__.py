"""The page: what the players look at and press; app.py first, then presses.py, every address that is pressed.

It knows the referee and what a live table offers (contract.py).
"""
