"""Quads -> names. rectify.py (where corners really lie; upright crops), classifier.py (crops -> probabilities, small
figures enlarged), cache.py (what lies still is not named again)."""
