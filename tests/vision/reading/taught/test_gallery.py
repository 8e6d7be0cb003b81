"""Doubtful tiles are judged by the surely read ones; sure readings stay unchanged."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from referee.tiles import Tile
from vision.camera.picture import Pixels
from vision.reading.detections import PlacedTile, TableReading
from vision.reading.taught.example import Example, Source
from vision.reading.taught.file import bytes_of_set, saved_set
from vision.reading.taught.gallery import Gallery, read_as_one_set
from vision.reading.taught.taught_set import MOST_VOUCHED, TaughtSet

INK = {"k": (40, 40, 40), "r": (50, 40, 190), "b": (170, 90, 30), "o": (40, 130, 230)}


def quad_of(place: int) -> NDArray[np.float32]:
    left = 20 + 44 * place
    return np.array([[left, 40], [left + 40, 40], [left + 40, 94], [left, 94]], np.float32)


def drawn(*words: str, light: tuple[float, float, float] = (1, 1, 1), large: float = 0.9, disc: int = 0) -> Pixels:
    """A picture of tiles side by side in some light; a larger or smaller figure, or a disc, makes another edition."""
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
@pytest.mark.parametrize(("is_", "doubted"), [("r6", "r8~r6"), ("o7", "o1~o7"), ("k3", "k8~k3"), ("r8", "r8~r6")])
def test_a_doubtful_tile_is_what_it_looks_like(is_: str, doubted: str, light: tuple[float, float, float]) -> None:
    seen = ("r6", "r8", "o7", "o1", "b3", "k3", "k8")
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
    """r5 r6 r9 is no run; if r9 resembles the example of r9, it stays r9."""
    gallery = Gallery()
    gallery.learn(drawn("r5", "r6", "r7", "r9"), sure("r5", "r6", "r7", "r9"))
    assert words(gallery.judged(drawn("r5", "r6", "r9"), read("r5", "r6", "r9~r7"))) == "r5 r6 r9"


def test_what_a_person_told_is_an_example() -> None:
    gallery = Gallery()
    gallery.learn(drawn("r6"), sure("r6"))
    gallery.learn_told(drawn("r8"), quad_of(0), Tile.from_notation("r8"))
    assert words(gallery.judged(drawn("r8"), read("r6~r8"))) == "r8"


def test_what_looks_like_no_example_stays_as_it_was_read() -> None:
    """An object covers the tile, or a lamp is reflected in it."""
    gallery = Gallery()
    gallery.learn(drawn("r6", "r8"), sure("r6", "r8"))
    hidden = drawn("r6")
    hidden[40:70, 20:60] = (90, 130, 165)
    assert words(gallery.judged(hidden, read("r8~r6"))) == "r8"


def test_pictures_of_one_evening_help_each_other() -> None:
    pictures = [drawn("r6", "r8"), drawn("r6", "b3")]
    readings = [read("r6", "r8"), read("r8~r6", "b3")]
    assert [words(one) for one in read_as_one_set(pictures, readings, TaughtSet())] == ["r6 r8", "r6 b3"]


EVENING = ("r6", "r8", "o7", "r7", "b3", "k3", "b8", "k6", "o1", "k2", "b4", "o5")


def evening(
    light: tuple[float, float, float] = (1, 1, 1), large: float = 0.9, disc: int = 0, before: Gallery | None = None
) -> Gallery:
    """A gallery of one evening; `before`: the stored gallery of the evening before."""
    gallery = Gallery([before.set] if before else ())
    gallery.learn(drawn(*EVENING, light=light, large=large, disc=disc), sure(*EVENING))
    return gallery


def numbers(gallery: Gallery, number: int) -> int:
    """The number of examples of a number."""
    return sum(one.tile.number == number for one in gallery.set.examples)


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
    now = Gallery([before.set])
    now.learn(drawn("r4", "r8"), sure("r4", "r8"))
    assert not now.is_tried
    assert words(now.judged(drawn("r9"), read("r4~r9"))) == "r4"


def test_tiles_that_are_read_anew_do_not_count_twice_for_a_set_that_may_lie_there() -> None:
    """A player corrected a tile, and the example learnt from it is used."""
    now = Gallery([evening().set])
    for _ in EVENING:
        now.learn(drawn("r6", "r8"), sure("r6", "r8"))
        assert not now.is_tried
        now.forget_read()
    now.learn(drawn(*EVENING), sure(*EVENING))
    assert now.is_tried


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
    for key in range(2 * MOST_VOUCHED):
        gallery.take([replace(face("r9"), key=key, source=Source.PLAYED)])
    assert [one.source for one in gallery.set.examples].count(Source.TOLD) == 1
    assert len(gallery.set.examples) == MOST_VOUCHED


def test_of_what_was_only_read_nothing_is_kept(tmp_path: Path) -> None:
    gallery = evening()
    gallery.take([replace(face("r9"), source=Source.PLAYED)])
    gallery.learn_told(drawn("b9"), quad_of(0), Tile.from_notation("b9"))
    (tmp_path / "ours.npz").write_bytes(bytes_of_set(gallery.set))
    assert [(str(one.tile), one.source) for one in saved_set(tmp_path / "ours.npz").examples] == [
        ("r9", Source.PLAYED),
        ("b9", Source.TOLD),
    ]


def test_what_was_told_is_forgotten_when_it_is_taken_back() -> None:
    gallery = evening()
    gallery.learn_told(drawn("r9"), quad_of(0), Tile.from_notation("r9"), 7)
    gallery.forget(7)
    assert numbers(gallery, 9) == 0


def wrongly(gallery: Gallery) -> list[Example]:
    """A player's wrong correction."""
    return [one for one in gallery.set.examples if one.source is Source.TOLD]


def test_what_was_said_before_a_start_is_taken_back_before_it_is_known_which_set_lies_there() -> None:
    before = evening()
    before.learn_told(drawn("r9"), quad_of(0), Tile.from_notation("k9"))
    now = Gallery([before.set])
    now.forget_of_before(drawn("r9"), quad_of(0), Tile.from_notation("k9"))
    now.learn(drawn(*EVENING), sure(*EVENING))
    assert (now.is_tried, wrongly(now)) == (True, [])


@pytest.mark.parametrize("is_tried", [False, True])
def test_what_was_told_is_taken_back_although_it_was_kept_and_is_remembered(is_tried: bool) -> None:
    now = evening()
    now.learn_told(drawn("r9"), quad_of(0), Tile.from_notation("k9"), 7)
    now.remember([TaughtSet("", tuple(replace(one, key=None) for one in now.set.examples))])
    if is_tried:
        now.learn(drawn(*EVENING), sure(*EVENING))
    now.forget(7)
    now.learn(drawn(*EVENING), sure(*EVENING))
    assert (now.is_tried, wrongly(now)) == (True, [])


def test_what_plays_proved_is_taken_back_but_not_what_was_told_of_the_same_tile_and_kept() -> None:
    now = Gallery()
    now.set = TaughtSet("", (replace(face("r9"), source=Source.TOLD),))
    now.take([replace(face("r9"), key=7, source=Source.PLAYED, turn=(2, 7))])
    for last, left in (((1, 0), 2), ((2, 7), 2), ((2, 6), 1)):
        now.disprove(last)
        assert len(now.set.examples) == left
    assert [one.source for one in now.set.examples] == [Source.TOLD]


def face(word: str, large: float = 0.9) -> Example:
    """An example of a face."""
    gallery = Gallery()
    gallery.learn(drawn(word, large=large), sure(word))
    return gallery.set.examples[0]


def taught(name: str, **look: float) -> TaughtSet:
    """A set of that name, with every face of the evening; drawn larger, smaller or in a disc."""
    seen = evening(**look)  # type: ignore[arg-type]
    told = tuple(replace(one, source=Source.TOLD) for one in seen.set.examples)
    return TaughtSet(name, told)


def test_of_the_sets_that_are_kept_the_one_on_the_table_is_recognised() -> None:
    gallery = Gallery([taught("ours"), taught("small", large=0.5), taught("discs", large=0.6, disc=16)])
    gallery.learn(drawn(*EVENING, large=0.6, disc=16), sure(*EVENING))
    assert gallery.set.name == "discs"


@pytest.mark.parametrize(("large", "known"), [(0.9, 5), (0.5, 4)])
def test_a_set_of_which_one_number_is_known_is_recognised_by_the_four_tiles_of_that_number(
    large: float, known: int
) -> None:
    gallery = Gallery([TaughtSet("", (replace(face("r6", large), source=Source.TOLD),))])
    gallery.learn(drawn("r6", "k6", "b6", "o6"), sure("r6", "k6", "b6", "o6"))
    assert (gallery.is_tried, len(gallery.set.examples)) == (True, known)


def test_a_set_of_which_all_is_known_goes_before_one_of_which_a_single_number_is() -> None:
    """Somebody taught one tile of the same box under another name."""
    gallery = Gallery([TaughtSet("one tile", (replace(face("r6"), source=Source.TOLD),)), taught("ours")])
    gallery.learn(drawn(*EVENING), sure(*EVENING))
    gallery.learn(drawn("r6", "k6", "b6", "o6"), sure("r6", "k6", "b6", "o6"))
    assert (gallery.is_tried, gallery.set.name) == (True, "ours")


def test_none_is_recognised_where_none_of_them_lies_there() -> None:
    gallery = Gallery([taught("small", large=0.5), taught("discs", large=0.6, disc=16)])
    gallery.learn(drawn(*EVENING), sure(*EVENING))
    assert (gallery.is_tried, gallery.set.name) == (True, "")


def test_what_a_person_chose_stays_where_it_fits_too_and_gives_way_where_it_does_not() -> None:
    for chosen, used in (("twin", "twin"), ("small", "ours"), ("", "ours")):
        gallery = Gallery()
        gallery.use(taught(chosen, large=0.5 if chosen == "small" else 0.9))
        gallery.remember([taught("ours"), gallery.set])
        gallery.learn(drawn(*EVENING), sure(*EVENING))
        assert gallery.set.name == used, chosen


def test_what_a_tile_was_taken_for_is_forgotten_when_a_person_tells_it() -> None:
    gallery = Gallery()
    gallery.learn(drawn("r9"), sure("r6"), [7])
    gallery.learn_told(drawn("r9"), quad_of(0), Tile.from_notation("r9"), 7)
    assert [str(one.tile) for one in gallery.set.examples] == ["r9"]


@pytest.mark.parametrize(("guess", "rival", "read_so"), [("r8", "r6", "b3 r6"), ("r11", "r12", "b3")])
def test_a_tile_that_cannot_be_read_by_itself_is_one_where_the_examples_make_a_name_likely(
    guess: str, rival: str, read_so: str
) -> None:
    """Nobody has seen an 11 or a 12: a tile that may be either stays unread."""
    seen = ("r6", "r8", "b3")
    gallery = Gallery()
    gallery.learn(drawn(*seen), sure(*seen))
    unread = PlacedTile(Tile.from_notation(guess), quad_of(1), 0.4, ((Tile.from_notation(rival), 0.38),))
    judged = gallery.judged(drawn("b3", "r6"), replace(read("b3"), unread=(unread,)))
    assert words(judged) == read_so
    assert len(judged.unread) == (read_so == "b3")
    assert sorted(place for row in judged.sets for place in row) == list(range(len(judged.tiles)))
