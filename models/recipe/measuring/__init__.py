"""How well readings are: measure.py prints one table; calibrate, sizes, webcam_views; own_sets (benchmarks).

measure.py also reads without one of the rules; own_jokers.py: jokers that no network knows.
"""
