"""Tiles on a table before a camera: scene.py draws a picture on its canvas; layouts and lines say where tiles lie.

subjects.py: which tiles lie where, in rows as lines.py has them; canvas.py: also the camera over them; clutter.py: what
stands and reaches in between; arrays.py: the kinds of array, and colours.
"""
