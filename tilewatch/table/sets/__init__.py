"""The sets of tiles that are known here: set_on_table.py (the set on the table, and what is learnt about it),
own_sets.py (what players do with sets), complaint_told.py (complaints about their pictures), set_shelf.py (where sets
are stored), proofs.py (what plays prove)."""
