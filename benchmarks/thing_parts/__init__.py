"""What `benchmarks.things` shows: scene.py (a table that is drawn), sprites.py (what is put there), kinds.py (what happens)."""
