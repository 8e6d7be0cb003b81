"""How the page is served: one thread waits for everybody, a few answer, and listeners cost none.

gateway.py: a request's way to the page and back, read it first; requests.py: how long and how slowly it may
be sent, and what Flask is told of it; workers.py: the threads that answer, long answers too, sent as they are made;
listeners.py: Server-Sent Events without a thread each; impatience.py: connections that are idle or too slow are shed;
budget.py: how many may be unfinished, before their TLS.
"""
