"""Tiles on a table before a camera: scene.py draws a picture on its canvas; layouts and lines say where tiles lie."""
