"""What is the cheapest way to lay tiles as sets?

cells.py: a place in a set; tiling_problem.py: the tiles that have to lie and those that may; tiling_search.py: how
the cheapest tiling is searched for, step by step; best_first.py: the search, A*; mirrored.py: the same from 13 to 1;
transitions.py: from a number to the next, in colour_transitions.py, run_transitions.py (partial_runs.py: a run so
far; fixed_runs.py: those that can only be extended), group_choices.py, group_transitions.py and packing.py;
colour_bounds.py, run_lengths.py (what they know of runs), prices.py, reckoned_prices.py, price_search.py: the lower
bounds that guide it; backtrace.py: the sets found.
"""
