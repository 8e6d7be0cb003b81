"""Where is a journal kept?

schema.py: its tables; place.py: where it is, why it can be none, how it is connected to, and whether a server is away;
database.py: the database, a file of SQLite's or a server; sqlite_file.py: such a file before it is opened;
owned_file.py: the only place that opens it, and lets one program write; postgresql.py: a server, who writes there and
how long it may be silent. seal.py: what was acknowledged, beside the file, and what of it is missing.
"""
