"""What is kept: the journal, the album, and who may write.

journal.py: every event of a match; recorded_match.py: the match that is played into it; record_codec.py and notes.py:
how events and notes look in JSON; album.py: the pictures of each turn. sql/: the database behind the journal; damage/:
how rows are written (presses too, which are sent twice), and damage is found and put aside; upgrade.py: journals of an
older version. mirrored.py: a table of a club writes to its own disk first; copying.py: matches between journals;
backups.py, backing_up.py: copies of a whole file, made while it is played, and put back.
"""
