"""What is stored: the journal and the album, and who may write them.

journal.py: every event of a match; recorded_match.py: the match at the table, written to it; record_codec.py and
notes.py: events and notes in JSON; album.py: the pictures of each turn. sql/: the database behind the journal; damage/:
checksums of events and presses, and how damage is found and set aside; upgrade.py: journals of an older version.
mirrored.py: a club's table writes to its own disk first; copying.py: copies matches between journals; backups.py,
backing_up.py: copies of a whole file, made during play, and restored.
"""
