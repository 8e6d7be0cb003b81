"""A club: many tables, one database.

club_database.py: what is stored for all tables beside their journals, and notifications. club_tables.py: each table
reports its state, and rounds_of_journal.py the rounds it counted before. hall.py: the present state of all tables, for
every listener. tournament_book.py: the tournament, into which tables' results are entered automatically. evenings.py:
the matches and players of all tables. at_table.py: what a club's table does besides playing, and the players seated
there.
"""
