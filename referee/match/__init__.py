"""How does the match stand? match.py first, then events, transitions, standing, clock, scores and rack_check."""
