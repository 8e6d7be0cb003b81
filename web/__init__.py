"""The page: what players see and press; app.py first, then presses.py, every address for presses.

It knows the referee, and what a live table offers (contract.py). Bodies are decoded (decoding.py, texts.py) into
records: bodies.py, bodies_company.py, tables_sent.py; records of answers are in records/; interface.py makes the
document of both. routes/: addresses that answer questions; wording/: languages; club/: a club's page. address.py: what
an address is, and what all share; press.py and idempotency.py: a press, and a repeated press. Access: access.py,
sessions.py (with the PIN), security.py. agreements.py: what players agree on; kept.py: what a table stores beside its
match; looking.py: who may look; taken_away.py: what can be restored for a day; files.py: the page's own files, which
browsers keep.
"""
