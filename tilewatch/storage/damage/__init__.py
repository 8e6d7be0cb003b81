"""Is a journal whole?

chain.py: events read and written, each with a checksum made of the one before;
integrity.py: what is looked at when a journal is opened, and a damaged tail put aside; salvage.py: what can still be
read of a broken file. missing.py: what was acknowledged and is gone, by the seal; profile_rows.py: colours and pictures
with their checksums.
"""
