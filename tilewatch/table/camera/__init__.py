"""What the table's camera gives.

camera_choice.py: which camera it is; pictures.py: they are shown, whole or one place, large, and a rack's is read;
mirror.py: pictures that the camera mirrors are turned back.
"""
