"""Tiles -> rows. rows.py (each tile beside the next; lines of tiles, parted into sets), orientation.py (which end is
up), partition.py (where a line is cut, and what looks like a set)."""
