"""How well readings are: measure.py prints one table; calibrate, table_layouts, webcam_views; own_sets (benchmarks).

ablate.py: a reading without one of its rules; own_jokers.py: jokers that no network knows.
"""
