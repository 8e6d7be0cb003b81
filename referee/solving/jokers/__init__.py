"""What may become of the jokers on the table?

subproblem.py: one account of them as a tiling problem; joker_accounts.py: every account, as each joker is kept or
freed; freed_jokers.py: narrower ones, where freed jokers have to lie among tiles from the rack, in a part (part.py).
"""
