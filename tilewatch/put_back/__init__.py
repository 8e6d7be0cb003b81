"""After a failed turn: moves_back.py says which tile has to go where, ghosts.py draws it over the picture."""
