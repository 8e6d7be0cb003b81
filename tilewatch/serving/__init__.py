"""How the page is served: one thread waits for everybody, a few answer, and listeners cost none.

gateway.py: a request's way to the page and back, read it first; requests.py: how long and how slowly it may
be sent, and what Flask is told of it; workers.py: the threads that answer, long answers too, sent as they are made;
listeners.py: Server-Sent Events without a thread each; budget.py: how many connections may be unfinished, before their
TLS, and how those that are idle or too slow are shed.
"""
