"""Detects damage of a journal.

chain.py: events read and written, each with a checksum over the one before, and presses with a checksum each;
integrity.py: the checks when a journal is opened: a damaged tail is set aside, and what can be read of a broken file is
copied. Acknowledged presses that are missing: sql/seal.py.
"""
