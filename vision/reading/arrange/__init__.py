"""Tiles -> rows. rows.py (lines of tiles, parted into sets), orientation.py (which end is up), lines.py (each tile
beside the next), partition.py (where a line is cut), melds.py (what looks like a set)."""
