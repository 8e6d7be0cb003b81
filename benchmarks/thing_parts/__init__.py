"""What `benchmarks.things` shows: scene.py (a table that is drawn), sprites.py (things), kind.py (what a happening is).

kinds.py, small_kinds.py and light_kinds.py: every kind of happening.
"""

from benchmarks.thing_parts import kinds, light_kinds, small_kinds
