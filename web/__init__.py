"""The page: what the players look at and press; app.py first, then presses.py, every address that is pressed.

It knows the referee and what a live table offers (contract.py). What is sent is decoded (decoding.py, texts.py) into
records: bodies.py, bodies_company.py, tables_sent.py; what is told is records/; interface.py makes the document of
both. routes/: what is asked for; wording/: in which language; club/: a club's page. address.py: what an address is,
and what all share; press.py and idempotency.py: a press, and one that is sent twice. Who may: access.py, sessions.py
(with the PIN), security.py. agreements.py: what players settle; kept.py: what a table keeps beside its match;
files.py: the page's own files, which browsers keep.
"""
