"""One file for each command, imported only when the command runs, so that `judge` does not load a network.

play, read, check, cameras, teach, judge, solve, score, rules, club, certificate, import, pictures, backup, restore;
inputs.py and places.py: input that several commands share; camera_memory.py: which device was the camera.
"""
