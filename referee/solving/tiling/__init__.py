"""Finds the cheapest way to lay tiles as sets.

cells.py: a place in a set; tiling_problem.py: the tiles that must be laid and those that may; tiling_search.py: the
search for the cheapest tiling (A*); steps.py: its states and steps; runs.py, groups.py: the ways to lay the tiles of
one number in runs and in groups; colours.py: the moves of one colour, and a lower bound of its cost; laid_sets.py: the
sets of a solution.
"""
