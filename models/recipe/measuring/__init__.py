"""Measures how well pictures are read: measure.py prints one table, also without one of the rules; calibrate, sizes,
webcam_views; own_sets (benchmarks); own_jokers.py: jokers that no network knows; printed.py: lids of boxes and score
sheets.
"""
