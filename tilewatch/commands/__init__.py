"""One file a command; each is imported only when it is called, so that `judge` never loads a network.

play, read, check, cameras, teach, judge, solve, score, rules, club, certificate, import, pictures,
backup, restore; inputs.py and
places.py: what several of them are given; camera_memory.py: which device the camera was.
"""
