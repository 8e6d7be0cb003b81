"""What `benchmarks.things` shows: scene.py (a table that is drawn), sprites.py (things), kinds.py (what happens)."""
