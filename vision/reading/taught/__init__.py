"""What is known of this set of tiles, because somebody taught it.

rows.py (tiles laid in order -> what each is), example.py (a known face), taught_set.py (a set: taught, corrected, taken
back), file.py (kept, exported, imported), views.py (faces in other light), looks.py (how a face looks), fit.py (what
the faces teach, where it is proved to help), discriminant.py, inks.py and knowledge.py (how a reading uses it).
"""
