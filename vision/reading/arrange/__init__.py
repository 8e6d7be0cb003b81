"""Tiles -> rows. rows.py (joins neighbours to lines, and parts lines into sets), orientation.py (which end of a tile is
up), partition.py (where a line is cut, and how much a row looks like a set).
"""
