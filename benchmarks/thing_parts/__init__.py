"""Parts of `benchmarks.things`: scene.py (a drawn table), sprites.py (objects), kind.py (the form of a happening).

kinds.py, small_kinds.py and light_kinds.py: every kind of happening.
"""

from benchmarks.thing_parts import kinds, light_kinds, small_kinds
