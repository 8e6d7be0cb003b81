"""Similar faces raise a doubt before a player is blamed: the names that tiles are confused with."""

import pytest

from referee.tiles import ALL_TILES, Tile
from vision.reading import lookalikes


class TestNearMisses:
    @pytest.mark.parametrize(
        ("read", "could_be"),
        [
            ("r6", "r9 r5 o6"),
            ("r9", "r6 o9"),
            ("o1", "o7 o11 r1"),
            ("o8", "o3 r8"),
            ("k7", "k1 b7"),
            ("J", ""),
        ],
    )
    def test_what_a_tile_is_taken_for(self, read: str, could_be: str) -> None:
        assert " ".join(map(str, lookalikes(Tile.from_notation(read)))) == could_be

    def test_tiles_are_taken_for_one_another(self) -> None:
        for tile in ALL_TILES:
            assert all(tile in lookalikes(other) for other in lookalikes(tile))
