"""The application: commands and the live table; the only package that imports all the others.

cli.py: the commands (commands/), in the language of language.py. server.py, serving/ and threads.py run the page;
doors.py opens it to phones at the addresses of networks.py; certificate.py and authority.py: HTTPS. The way of a
picture: table/ (the live table), view/ (its meaning), telling/ (the state as JSON), put_back/; check/: a photograph
without a match. storage/ stores everything, history/ reads past matches, club/ is many tables, demo/ a game that plays
itself. catalogues.py: translations; extras.py: optional dependencies.
"""
