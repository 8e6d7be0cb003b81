"""What is kept: the journal, the album, and who may write.

journal.py: every event of a match; recorded_match.py: the match that is played into it; event_codec.py,
record_codec.py and notes.py: how events and notes look in JSON; album.py: the pictures of each turn. sql/:
the database behind the journal; damage/: how damage is found and put aside; upgrade.py and version_1.py: journals of an
older version. presses.py: presses that are sent twice; mirrored.py: a club's table writes to its own disk first;
copying.py: matches from one journal to another.
"""
