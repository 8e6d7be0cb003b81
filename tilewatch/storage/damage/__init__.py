"""Is a journal whole?

chain.py: the checksum of each event, made of the one before; integrity.py: what is looked at when a journal is opened,
and a damaged tail put aside; salvage.py: what can still be read of a broken file.
"""
