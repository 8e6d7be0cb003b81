"""Which quads are tiles? evidence.py (the table they lie on, and how unlike the sure ones each is), select.py (one
judgement of all that, one quad a tile; and which of these may have a part of their figure hidden)."""
