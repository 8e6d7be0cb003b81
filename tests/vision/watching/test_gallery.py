"""Doubtful tiles are judged beside those that were read surely; sure ones stay as they were read."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from referee.tiles import Tile
from vision.camera.picture import Pixels
from vision.reading.detections import PlacedTile, TableReading
from vision.watching.examples import FIGURE, Example, Face
from vision.watching.gallery import MOST_EXAMPLES, Gallery, read_as_one_set
from vision.watching.gallery_file import save_examples, saved_examples

INK = {"k": (40, 40, 40), "r": (50, 40, 190), "b": (170, 90, 30), "o": (40, 130, 230)}


def quad_of(place: int) -> NDArray[np.float32]:
    left = 20 + 44 * place
    return np.array([[left, 40], [left + 40, 40], [left + 40, 94], [left, 94]], np.float32)


def drawn(*words: str, light: tuple[float, float, float] = (1, 1, 1), large: float = 0.9, disc: int = 0) -> Pixels:
    """Tiles side by side, as they really are, in some light; larger or smaller, in a disc: another edition."""
    picture = np.full((140, 60 + 44 * len(words), 3), (90, 130, 165), np.uint8)
    for place, word in enumerate(words):
        left = 20 + 44 * place
        cv2.rectangle(picture, (left, 40), (left + 40, 94), (215, 228, 235), -1)
        cv2.putText(picture, word[1:], (left + 3, 76), 0, large, INK[word[0]], 3)
        if disc:
            cv2.circle(picture, (left + 20, 67), disc, INK[word[0]], 2)
    return np.clip(picture * np.array(light), 0, 255).astype(np.uint8)


def read(*words: str) -> TableReading:
    """A reading; `r9~r6` is r9 with 0.55, perhaps r6 with 0.4."""
    tiles = []
    for place, word in enumerate(words):
        name, _, rival = word.partition("~")
        rivals = ((Tile.from_notation(rival), 0.4),) if rival else ()
        tiles.append(PlacedTile(Tile.from_notation(name), quad_of(place), 0.55 if rival else 0.99, rivals))
    return TableReading(640, 140, tuple(tiles), (tuple(range(len(tiles))),), {})


def sure(*words: str) -> list[tuple[Tile, NDArray[np.float32]]]:
    """Faces read surely, side by side."""
    return [(Tile.from_notation(word), quad_of(place)) for place, word in enumerate(words)]


def words(reading: TableReading) -> str:
    return " ".join(str(tile.tile) for tile in reading.tiles)


@pytest.mark.parametrize("light", [(1, 1, 1), (0.6, 0.6, 0.6), (0.6, 0.85, 1.0)], ids=["day", "dusk", "lamp"])
@pytest.mark.parametrize(("is_", "doubted"), [("r6", "r8~r6"), ("o7", "r7~o7"), ("k3", "b3~k3"), ("r8", "r8~r6")])
def test_a_doubtful_tile_is_what_it_looks_like(is_: str, doubted: str, light: tuple[float, float, float]) -> None:
    seen = ("r6", "r8", "o7", "r7", "b3", "k3")
    gallery = Gallery()
    gallery.learn(drawn(*seen, light=light), sure(*seen))
    assert words(gallery.judged(drawn(is_, "b3", light=light), read(doubted, "b3"))) == f"{is_} b3"


def test_a_doubt_stays_a_doubt() -> None:
    gallery = Gallery()
    gallery.learn(drawn("r6", "r8"), sure("r6", "r8"))
    (judged,) = gallery.judged(drawn("r6"), read("r6~r8")).tiles
    assert judged.confidence < 0.9


def test_a_sure_tile_stays_as_it_was_read() -> None:
    gallery = Gallery()
    gallery.learn(drawn("r6", "r9"), sure("r6", "r9"))
    reading = read("r9", "r9", "r9")
    assert words(gallery.judged(drawn("r6", "r6", "r6"), reading)) == "r9 r9 r9"


def test_no_rule_of_play_renames_a_tile() -> None:
    """r5 r6 r9 is no run; where r9 looks as r9 does, it stays r9."""
    gallery = Gallery()
    gallery.learn(drawn("r5", "r6", "r7", "r9"), sure("r5", "r6", "r7", "r9"))
    assert words(gallery.judged(drawn("r5", "r6", "r9"), read("r5", "r6", "r9~r7"))) == "r5 r6 r9"


def test_what_a_person_told_is_an_example() -> None:
    gallery = Gallery()
    gallery.learn(drawn("r6"), sure("r6"))
    gallery.learn_told(drawn("r8"), quad_of(0), Tile.from_notation("r8"))
    assert words(gallery.judged(drawn("r8"), read("r6~r8"))) == "r8"


def test_the_third_of_a_kind_is_rather_the_other() -> None:
    gallery = Gallery()
    gallery.learn(drawn("k1"), sure("k1"))
    reading = gallery.judged(drawn("r6", "r6", "r8"), read("r6", "r6", "r6~r8"))
    assert words(reading) == "r6 r6 r8"


def test_pictures_of_one_evening_help_each_other() -> None:
    pictures = [drawn("r6", "r8"), drawn("r6", "b3")]
    readings = [read("r6", "r8"), read("r8~r6", "b3")]
    assert [words(one) for one in read_as_one_set(pictures, readings)] == ["r6 r8", "r6 b3"]


EVENING = ("r6", "r8", "o7", "r7", "b3", "k3", "b8", "k6", "o1", "k2", "b4", "o5")


def evening(
    light: tuple[float, float, float] = (1, 1, 1), large: float = 0.9, disc: int = 0, before: Gallery | None = None
) -> Gallery:
    """A gallery of an evening; `before`: that of one before, which is remembered."""
    gallery = Gallery((before.examples() or ()) if before else ())
    gallery.learn(drawn(*EVENING, light=light, large=large, disc=disc), sure(*EVENING))
    return gallery


def numbers(gallery: Gallery, number: int) -> int:
    """How many examples of a number there are."""
    return sum(one.tile.number == number for one in gallery.examples() or ())


@pytest.mark.parametrize("light", [(0.8, 0.8, 0.8), (0.7, 0.9, 1.0)], ids=["evening", "lamp"])
def test_what_was_seen_an_evening_before_is_known_again(light: tuple[float, float, float]) -> None:
    before = evening()
    before.learn(drawn("r9", "b9"), sure("r9", "b9"))
    now = evening(light, before=before)
    assert numbers(now, 9) == 2
    assert words(now.judged(drawn("r9", light=light), read("r4~r9"))) == "r9"


def test_until_the_first_sure_tiles_have_shown_that_it_is_this_set_what_was_remembered_says_nothing() -> None:
    before = evening()
    before.learn(drawn("r9"), sure("r9"))
    now = Gallery(before.examples() or ())
    now.learn(drawn("r4", "r8"), sure("r4", "r8"))
    assert now.examples() is None
    assert words(now.judged(drawn("r9"), read("r4~r9"))) == "r4"


@pytest.mark.parametrize(("large", "disc"), [(0.5, 0), (1.3, 0), (0.6, 16)], ids=["small", "large", "in a disc"])
def test_another_edition_is_forgotten(large: float, disc: int) -> None:
    before = evening(large=large, disc=disc)
    before.learn(drawn("r9", large=large, disc=disc), sure("r9"))
    assert numbers(evening(before=before), 9) == 0


def test_what_an_evening_before_says_never_touches_a_sure_tile() -> None:
    now = evening(before=evening())
    assert words(now.judged(drawn("r6", "r6"), read("r9", "r8"))) == "r9 r8"


def test_what_players_told_is_kept_longest() -> None:
    gallery = Gallery()
    gallery.learn_told(drawn("r9"), quad_of(0), Tile.from_notation("r9"))
    for _ in range(2 * MOST_EXAMPLES):
        gallery.learn(drawn("r9"), sure("r9"))
    kept = gallery.examples() or []
    assert (len(kept), sum(one.is_told for one in kept)) == (MOST_EXAMPLES, 1)


def test_what_a_tile_was_taken_for_is_forgotten_when_a_person_tells_it() -> None:
    gallery = Gallery()
    gallery.learn(drawn("r9"), sure("r6"), [7])
    gallery.learn_told(drawn("r9"), quad_of(0), Tile.from_notation("r9"), 7)
    assert [str(one.tile) for one in gallery.examples() or ()] == ["r9"]


def test_a_gallery_is_written_and_read_again(tmp_path: Path) -> None:
    gallery = evening()
    gallery.learn_told(drawn("r9"), quad_of(0), Tile.from_notation("r9"))
    save_examples(tmp_path / "looks.npz", gallery.examples() or [])
    again = saved_examples(tmp_path / "looks.npz")
    assert sorted(str(one.tile) for one in again) == sorted([*EVENING, "r9"])
    assert [str(one.tile) for one in again if one.is_told] == ["r9"]
    assert (tmp_path / "looks.npz").stat().st_size < 20_000
    assert numbers_after_trial(again) == 1


def numbers_after_trial(remembered: list[Example]) -> int:
    """How many nines are known once what was remembered has stood its trial."""
    gallery = Gallery(remembered)
    gallery.learn(drawn(*EVENING), sure(*EVENING))
    return numbers(gallery, 9)


@pytest.mark.parametrize("content", [b"", b"no file of ours", b"PK\x03\x04 broken"], ids=["empty", "text", "broken"])
def test_a_file_that_is_not_ours_is_no_gallery(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "looks.npz").write_bytes(content)
    assert saved_examples(tmp_path / "looks.npz") == []


def test_arrays_of_another_shape_are_no_gallery(tmp_path: Path) -> None:
    np.savez(tmp_path / "looks.npz", tiles=np.array(["r5"]), figures=np.zeros((1, 3, 3)), inks=[[0, 0, 0]], told=[True])
    assert saved_examples(tmp_path / "looks.npz") == []
    assert saved_examples(tmp_path) == saved_examples(tmp_path / "missing.npz") == []


def test_no_damaged_byte_of_a_gallery_ends_the_start(tmp_path: Path) -> None:
    """A flipped bit of its directory says: encrypted, packed in another way, of a later kind of file."""
    path, looks = tmp_path / "looks.npz", Face(np.zeros(FIGURE[::-1], np.float32), np.zeros(3, np.float32))
    save_examples(path, [Example(Tile.from_notation("k5"), looks, is_told=True)])
    whole = path.read_bytes()
    directory = whole.index(b"PK\x01\x02")
    for place in range(directory, directory + 46):
        for bit in (1, 8, 32):
            path.write_bytes(whole[:place] + bytes([whole[place] ^ bit]) + whole[place + 1 :])
            assert len(saved_examples(path)) <= 1


@pytest.mark.parametrize(("guess", "rival", "read_so"), [("r8", "r6", "b3 r6"), ("r11", "r12", "b3")])
def test_a_tile_that_cannot_be_read_by_itself_is_one_where_the_examples_make_a_name_likely(
    guess: str, rival: str, read_so: str
) -> None:
    """Of 11 and 12 nobody has seen any: then it stays unread."""
    seen = ("r6", "r8", "b3")
    gallery = Gallery()
    gallery.learn(drawn(*seen), sure(*seen))
    unread = PlacedTile(Tile.from_notation(guess), quad_of(1), 0.4, ((Tile.from_notation(rival), 0.38),))
    judged = gallery.judged(drawn("b3", "r6"), replace(read("b3"), unread=(unread,)))
    assert words(judged) == read_so
    assert len(judged.unread) == (read_so == "b3")
    assert sorted(place for row in judged.sets for place in row) == list(range(len(judged.tiles)))
