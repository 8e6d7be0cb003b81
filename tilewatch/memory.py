"""The program keeps no more memory than it uses."""

import ctypes
import sys
from contextlib import suppress

ARENA_MAX, MMAP_THRESHOLD = -8, -3
"""What glibc's `mallopt` calls the number of its heaps, and the bytes from which memory is the system's (malloc.h)."""
HEAPS = 2
"""Left alone glibc takes eight for each core, and each thread that ever drew a picture leaves some 20 MB in its own."""
LARGE = 250_000
"""Bytes: whatever is larger, as a picture is, is given back as soon as nobody needs it."""


def give_back_what_is_not_used() -> None:
    """Has the C library give memory back, where it is glibc; to be called before threads are started."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another library has no such call
            library = ctypes.CDLL(None)
            library.mallopt(ARENA_MAX, HEAPS)
            library.mallopt(MMAP_THRESHOLD, LARGE)
