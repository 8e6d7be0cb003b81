"""Pixels to tiles: one file a step, `reader.py` calls them in order."""
