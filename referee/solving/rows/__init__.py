"""Turns the sets of a tiling into the rows of the table after the play.

realization.py: the sets of a tiling as tiles; all_as_sets.py: a few tiles laid as sets; least_change.py: the same tiles
laid so that as many old sets as possible are unchanged.
"""
