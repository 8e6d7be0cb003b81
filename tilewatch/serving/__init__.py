"""Serves the page: one thread handles all connections, a few threads answer, and listeners need none.

gateway.py: the way of a request, to be read first; requests.py: limits on size and speed of a request, and its form for
Flask; workers.py: the threads that answer, and long answers sent as they are made; listeners.py: Server-Sent Events
without a thread each; places.py: the places for connections by trust, and who gives one up; budget.py: connections get
these places, before their TLS; connection.py: idle and slow connections are cut; log_lines.py: one log line of a kind
per minute.
"""
