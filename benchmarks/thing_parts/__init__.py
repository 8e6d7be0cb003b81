"""What `benchmarks.things` shows: scene.py (a table that is drawn), sprites.py (things), kind.py (what a happening is).

kinds.py, more_kinds.py and late_kinds.py: every kind of happening, in this order in KINDS.
"""

from benchmarks.thing_parts import kinds, late_kinds, more_kinds
