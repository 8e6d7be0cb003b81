"""What a sight means in this match: view.py first; doubts.py, questions.py, regroup.py."""
