"""The sets of tiles that are known here: own_sets.py which lies on the table, what is taught and kept of it;
set_shelf.py where they are kept, proofs.py what plays prove."""
