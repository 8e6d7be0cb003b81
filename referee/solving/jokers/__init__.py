"""What may become of the jokers on the table?

subproblem.py: one account of them as a tiling problem; joker_accounts.py: every account, as each joker is kept or
freed; freed_jokers.py: where freed jokers may lie that have to lie among tiles from the rack.
"""
