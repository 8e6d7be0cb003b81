"""What is the cheapest way to lay tiles as sets?

cells.py: a place in a set; tiling_problem.py: the tiles that have to lie and those that may; tiling_search.py: the
search for the cheapest tiling, by A*; transitions.py: from a number to the next, in colour_transitions.py,
run_transitions.py, group_choices.py, group_transitions.py and packing.py; likely_groups.py: what is tried first;
colour_bounds.py: the lower bounds that guide it; backtrace.py: the sets found.
"""
