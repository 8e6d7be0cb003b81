"""How this set of tiles looks, kept in a file from one evening to the next."""

from pathlib import Path
from threading import Lock

from vision.watching import Gallery, save_examples, saved_examples

PAUSE = 60.0
"""Seconds between two writings."""


class KeptGallery:
    """A gallery, and the file that it came from and goes to; None: it is not kept.

    `lock`: held while the gallery is asked.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.gallery = Gallery(saved_examples(path) if path is not None else ())
        self._written, self._due = 0, 0.0

    def keep(self, now: float, lock: Lock) -> None:
        """Writes it where it has grown, once a while."""
        if now >= self._due:
            self._due = now + PAUSE
            self.write(lock)

    def write(self, lock: Lock) -> None:
        """Writes it where it has grown; where nothing can be written there, the next evening learns it anew."""
        with lock:
            learnt, examples = self.gallery.learnt, self.gallery.examples()
        if self._path is None or not examples or learnt == self._written:
            return
        self._written = learnt
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            save_examples(self._path, examples)
        except OSError:
            self._path = None
