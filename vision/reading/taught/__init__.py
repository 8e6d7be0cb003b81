"""Knowledge of the set of tiles on the table: taught by players, proved by legal turns, and read surely this evening.

example.py (a known face, and its source), taught_set.py (a set: taught, corrected, taken back), file.py (saved,
exported, imported), rows.py (tiles laid in order -> the name of each; row_colours.py: the colour of a row;
complaints.py: mistakes in a row; rows_told.py: rows as a person writes them). looks.py: features of a face for
comparison. gallery.py: the set on the table, which judges doubtful tiles; trial.py: which known set lies there. To
improve readings, knowledge is fitted: views.py (faces in simulated light), fit.py (learns from the faces, and keeps
what demonstrably helps), discriminant.py, inks.py, ends.py (which end of a six or nine is up) and knowledge.py (applies
it to a reading).
"""
