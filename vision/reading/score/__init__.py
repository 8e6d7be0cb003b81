"""Which candidates are tiles? evidence.py (the plane of the table, and how each candidate differs from the sure tiles),
select.py (the tile probability, and one quad per tile), doubts.py (which selected tiles may be other tiles, or print).
"""
