"""Enumerates the possible fates of the jokers on the table.

joker_accounts.py: every account of the jokers, in which each joker is kept or freed; subproblem.py: one account as a
tiling problem; freed_jokers.py: the places of freed jokers that have to be laid with tiles from the rack.
"""
