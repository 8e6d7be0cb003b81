"""The switchboard: commands and the live table; the only package that knows all the others.

cli.py: the commands (commands/), said in language.py's language. server.py, serving/ and threads.py run the page,
doors.py opens it and lets phones in, at the addresses that networks.py finds: certificate.py and authority.py for
HTTPS. A picture's way: table/ (the live table), view/ (what it means), telling/ (how it is told), put_back/; check/:
a photograph's, without a match. storage/ keeps everything, history/ looks back, club/ is many tables, demo/ a game
that plays itself. catalogues.py: translations; extras.py: what may be installed besides.
"""
