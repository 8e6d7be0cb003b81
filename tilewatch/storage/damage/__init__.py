"""Is a journal whole?

chain.py: events read and written, each with a checksum made of the one before, and presses, with theirs; integrity.py:
what is looked at when a journal is opened, and a damaged tail put aside, what can still be read of a broken file.
What was acknowledged and is gone: sql/seal.py.
"""
