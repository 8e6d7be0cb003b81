"""What is the best play? best_play.py first; problem.py, supply.py and search.py behind it."""
