"""Which tiles form a set? lines.py (tiles one beside the other), melds.py (what looks like a set), partition.py."""
