"""What is known of this set of tiles: taught by persons, proved by plays, and read surely this evening.

example.py (a known face, and who says so), taught_set.py (a set: taught, corrected, taken back), file.py (kept,
exported, imported), rows.py (tiles laid in order -> what each is; row_colours.py: which colour a row has;
complaints.py: what is wrong there; rows_told.py: as a person writes it). looks.py: how a face looks, to be compared
with others. gallery.py is the set that lies on the table, and judges doubts; trial.py: which known set lies there. What
a reading gains is fitted: views.py (faces in other light), fit.py (what the faces teach, where it is proved to help),
discriminant.py, inks.py, ends.py (which end of a six or nine is up) and knowledge.py (how a reading uses it).
"""
