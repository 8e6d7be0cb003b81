"""Tiles on a table in front of a camera: scene.py draws a picture on its canvas; layouts and lines place the tiles.
subjects.py chooses which tiles lie where, in rows from lines.py; canvas.py is the picture and the camera over it;
clutter.py draws objects and hands in between; arrays.py has kinds of array, and colours.
"""
