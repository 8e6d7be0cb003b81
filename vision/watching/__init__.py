"""Pictures over time -> one settled table. watch.py first; motion.py, settle.py, shift.py."""
