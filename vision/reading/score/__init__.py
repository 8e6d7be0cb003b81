"""Which quads are tiles? plane.py (the table they lie on), evidence.py (how unlike the sure ones each is),
tile_probability.py (one judgement of all that), select.py (one quad a tile),
hidden.py (which of these may have a part of their figure hidden)."""
