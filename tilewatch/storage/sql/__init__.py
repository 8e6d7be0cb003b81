"""The database of a journal.

schema.py: its tables; place.py: where it is, why a place is unusable, how to connect, and whether a server answers;
database.py: the database, an SQLite file or a server; sqlite_file.py: such a file before it is opened; owned_file.py:
the only module that opens it, and lets one program write; postgresql.py: a server, its single writer, and how long it
may be silent; seal.py: what was acknowledged, stored beside the file, and what of it is missing; synced.py: files
that a power cut leaves whole.
"""
