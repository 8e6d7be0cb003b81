"""How well readings are: measure.py prints one table; calibrate, stills, one_set, table_layouts, worsen."""
