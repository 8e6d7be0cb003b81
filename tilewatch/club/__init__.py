"""Many tables, one database: what a club's page knows of them, and what each table tells.

club_database.py: what is kept for all tables beside their journals, and how news come. club_tables.py: a table tells
how it stands, and rounds_of_journal.py what was counted before; hall.py: all tables as they stand now, for everybody
who listens; tournament_book.py: the tournament, in which what a table counted is entered by itself; evenings.py: the
matches and players of all tables. at_table.py: what a table of the club does besides, and whom it seats.
"""
