"""The sets of tiles that are known here: set_on_table.py which lies on the table and what is learnt of it, own_sets.py
what persons do about sets, complaint_told.py what is wrong with their pictures; set_shelf.py where sets are kept,
proofs.py what plays prove.
"""
