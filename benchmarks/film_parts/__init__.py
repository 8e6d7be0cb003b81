"""Parts of `benchmarks.films`: film.py (pictures and labels), camera.py (the camera's effects), family.py (the players
who answer). make.py draws films: script.py (a game), prints.py (table tops), shot.py (tiles, lamp, camera, arm),
beside.py (objects on the table that are no sets).
"""
