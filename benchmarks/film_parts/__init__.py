"""What `benchmarks.films` plays: film.py (pictures and labels), camera.py (how they are seen), family.py (who
answers what is asked). make.py draws films: script.py (a game), prints.py (tops), shot.py (tiles, lamp, camera, arm),
beside.py (what lies there and is no set).
"""
