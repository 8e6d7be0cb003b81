"""How well readings are: measure.py prints one table; calibrate, table_layouts, webcam_views; own_sets (benchmarks)."""
