"""Measures how well pictures are read: measure.py prints one table, also without one of the rules; calibrate.py,
sizes.py; own_sets.py (benchmarks); own_jokers.py: jokers that no network knows; printed.py: lids of boxes and score
sheets.
"""
