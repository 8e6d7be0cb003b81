"""Which tiles lie in which row at the end?

realization.py: the sets of a tiling as tiles; all_as_sets.py: every way to lay a few tiles; least_change.py: the one
that leaves most sets as they lay.
"""
