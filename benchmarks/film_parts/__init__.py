"""What `benchmarks.films` plays: film.py (pictures and their truth), camera.py (how a camera sees them), family.py (who
answers what is asked).
"""
