"""The table's camera.

camera_choice.py: which camera it is; pictures.py: its pictures for the page, whole or cropped, and the reading of a
rack's photograph; mirror.py: detects mirrored pictures, and turns them back.
"""
