"""Parts of benchmarks/hall.py that are programs of their own: tables.py, phones.py; measures.py: their measurements."""
