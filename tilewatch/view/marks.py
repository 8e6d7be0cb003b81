"""A tile's mark: a press says with it which tile it means, wherever that lies by now."""

import secrets

from vision.watching import SettledTile

_START = secrets.token_hex(2)
"""Another after each start of the program: keys count from one again."""


def mark_of(tile: SettledTile) -> str:
    """The mark of a tile: it stays the same as long as the tile lies there."""
    return f"{_START}-{tile.key}"
