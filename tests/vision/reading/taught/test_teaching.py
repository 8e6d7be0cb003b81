"""A set that was never printed is taught from one picture of its rows, and then read."""

import io
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.tiles import JOKER, NotationError, Tile
from tests.vision.reading.taught.drawn import IN_ORDER, Pixels, few_views, table
from vision.reading import (
    Knowledge,
    NoSet,
    PlacedTile,
    Reader,
    TableReading,
    TaughtSet,
    answers_told,
    bytes_of_set,
    lessons_in,
    rows_told,
    saved_set,
)
from vision.reading.classify.cache import KnownFaces
from vision.reading.taught.example import PATCH
from vision.reading.taught.file import FORM, LARGEST, read_set
from vision.reading.taught.rows import Lessons
from vision.reading.taught.rows_told import RowsError
from vision.reading.taught.taught_set import MOST_VOUCHED

ALL_ROWS = "k1-k13; r1-r13; b1-b13; o1-o13; J J"
PLAYED = ["r5 r6 J r8 k1 b1 o1", "b3 r3 o3 J r11 r12 r13", "k9 k10 k11 o6 o7 o8"]


class Remembering(Reader):
    """A reader that caches the reading of a picture by what is known of the set, since the tests read the same few
    pictures."""

    def __init__(self) -> None:
        super().__init__()
        self._read: dict[tuple[bytes, Knowledge | None, bool], TableReading] = {}

    def read(self, picture: Pixels, known: KnownFaces | None = None, is_lesson: bool = False) -> TableReading:
        asked = picture.tobytes(), self.taught if self.taught.parts else None, is_lesson
        if asked not in self._read:
            self._read[asked] = super().read(picture, known, is_lesson)
        return self._read[asked]


@pytest.fixture(scope="module")
def reader() -> Iterator[Reader]:
    """A reader that learns from a third of the views, three in each kind of light."""
    with few_views(9):
        yield Remembering()


@pytest.fixture(scope="module")
def in_order(reader: Reader) -> TaughtSet:
    """The set, taught from one picture."""
    return taught_by(reader, table(IN_ORDER))[0]


@pytest.fixture(scope="module")
def knowledge(reader: Reader, in_order: TaughtSet) -> Knowledge:
    """The knowledge that a reader learns of the drawn set."""
    return reader.learn(in_order.examples)


@pytest.fixture(scope="module")
def knows_dots(reader: Reader) -> Knowledge:
    """The knowledge of a set whose sixes and nines differ in a dot."""
    return learnt_of_ends(reader, "dot")


@pytest.fixture(scope="module")
def knows_no_marks(reader: Reader) -> Knowledge:
    """The knowledge of a set whose sixes and nines do not differ."""
    return learnt_of_ends(reader, "")


def learnt_of_ends(reader: Reader, mark: str) -> Knowledge:
    """The lesson from sixes and nines with a given mark, and from the tiles beside them."""
    taught, _ = taught_by(reader, table(IN_ORDER, mark=mark), ALL_ROWS)
    return reader.learn([one for one in taught.examples if one.tile.number in (5, 6, 9)])


def words(reading: TableReading) -> list[str]:
    return sorted(str(one.tile) for one in reading.tiles)


def tiles_of(rows: Sequence[str]) -> list[str]:
    return sorted(" ".join(rows).split())


def taught_by(reader: Reader, picture: Pixels, rows: str = "") -> tuple[TaughtSet, Lessons]:
    """The lesson from a picture whose jokers a player named."""
    reader.taught = Knowledge()
    lessons = lessons_in(reader.read(picture, is_lesson=True), rows_told(rows) if rows else [])
    middles = [(one.tile, one.quad.mean(axis=0)) for one in lessons.lessons]
    answers = [(tile, (int(x), int(y))) for tile, (x, y) in middles if tile.is_joker]
    taught, _ = TaughtSet("Granny's").with_lessons(picture, lessons.lessons)
    taught, complaints = taught.with_lessons(picture, lessons.lessons, answers)
    assert not complaints
    return taught, lessons


@pytest.mark.parametrize("turned", [False, True])
def test_the_order_gives_the_names_from_either_side_of_the_table(reader: Reader, turned: bool) -> None:
    taught, lessons = taught_by(reader, table(IN_ORDER, turned))
    assert taught.missing == []
    assert not lessons.complaints


def test_rows_may_run_downwards_and_lie_in_any_order(reader: Reader) -> None:
    backwards = [" ".join(row.split()[::-1]) for row in (IN_ORDER[2], IN_ORDER[0])]
    _, lessons = taught_by(reader, table([*backwards, IN_ORDER[3], "J J", IN_ORDER[1]]))
    named = [str(one.tile) for one in lessons.lessons]
    assert named[:13] == backwards[0].split()
    assert sorted(set(named)) == sorted(set(" ".join(IN_ORDER).split()))


@pytest.mark.parametrize("turned", [False, True])
def test_a_letter_that_is_read_as_a_number_is_the_joker_once_it_was_taught(
    reader: Reader, knowledge: Knowledge, turned: bool
) -> None:
    reader.taught = Knowledge()
    assert words(reader.read(table(PLAYED, turned))).count("J") == 0
    reader.taught = knowledge
    assert words(reader.read(table(PLAYED, turned))) == tiles_of(PLAYED)


@pytest.mark.parametrize("joker", ["J", "%"], ids=["read as a number", "not read at all"])
def test_the_jokers_alone_are_enough(reader: Reader, joker: str) -> None:
    taught, _ = taught_by(reader, table(["J J"], joker=joker), "J J")
    reader.taught = reader.learn(taught.examples)
    assert words(reader.read(table(PLAYED, joker=joker))) == tiles_of(PLAYED)


def test_numbers_that_are_taught_once_more_take_nothing_from_the_jokers(reader: Reader, in_order: TaughtSet) -> None:
    """Numbers proved by plays, a second face of each, do not either."""
    picture = table(IN_ORDER[:2], gap=20)
    reader.taught = Knowledge()
    taught, _ = in_order.with_lessons(
        picture, lessons_in(reader.read(picture, is_lesson=True), rows_told("k1-k13; r1-r13")).lessons
    )
    twice = [one for one in taught.vouched if str(one.tile)[0] in "krJ"]
    assert len(twice) == 54
    assert "jokers" in reader.learn(twice).parts


def test_where_everything_is_read_right_nothing_is_lost(reader: Reader) -> None:
    taught, _ = taught_by(reader, table(IN_ORDER, joker="*"))
    reader.taught = reader.learn([one for one in taught.examples if str(one.tile)[0] in "krbJ"])
    assert "numbers" not in reader.taught.parts
    assert words(reader.read(table(PLAYED, joker="*"))) == tiles_of(PLAYED)


def test_what_is_taught_is_as_sure_as_it_is_told(reader: Reader, in_order: TaughtSet, knowledge: Knowledge) -> None:
    sure = in_order.sureness(lambda crops: reader.named(crops, knowledge))
    assert len(sure) == 53
    assert min(sure.values()) > 0.6
    assert sure[JOKER] > in_order.sureness(reader.named)[JOKER]


def test_a_tile_too_few_is_said_at_once_and_the_other_rows_are_learnt(reader: Reader) -> None:
    short = IN_ORDER[0].replace("k7 ", "")
    taught, lessons = taught_by(reader, table([short, *IN_ORDER[1:]]))
    (complaint,) = lessons.complaints
    assert (complaint.message.code, len(complaint.quads)) == ("taught.too-few", 12)
    assert complaint.message.text == "row 1 has 12 tiles, not 13; not read there: 7"
    assert {str(tile) for tile in taught.missing} == set(IN_ORDER[0].split())


def test_a_tile_too_many_is_said_with_the_tile(reader: Reader) -> None:
    _, lessons = taught_by(reader, table([IN_ORDER[0] + " k7", *IN_ORDER[1:]]))
    (complaint,) = lessons.complaints
    assert (complaint.message.code, len(complaint.quads)) == ("taught.too-many", 1)


def test_a_tile_of_another_colour_in_a_row_is_said(reader: Reader) -> None:
    mixed = [IN_ORDER[0].replace("k4", "b4"), IN_ORDER[1], IN_ORDER[2].replace("b4", "k4"), *IN_ORDER[3:]]
    _, lessons = taught_by(reader, table(mixed))
    assert [one.message.code for one in lessons.complaints] == ["taught.other-colour"] * 2


def asked_about(
    reader: Reader, picture: Pixels, rows: str = "", insist: str = "", known: TaughtSet | None = None
) -> tuple[TaughtSet, list[tuple[str, ...]]]:
    """The lesson from a picture, and each question whether a tile has the name of its place, with the name it
    resembles.

    `insist`: the tiles for which a player answers yes to each question.
    """
    reader.taught = Knowledge()
    lessons = lessons_in(reader.read(picture, is_lesson=True), rows_told(rows) if rows else [])
    assert lessons.complaints == ()
    taught, complaints = (known or TaughtSet()).with_lessons(picture, lessons.lessons)
    if insist:
        answers = [one.insist for one in complaints if one.insist.partition("@")[0] in insist.split()]
        taught, complaints = taught.with_lessons(picture, lessons.lessons, answers_told(" ".join(answers)))
    asked = [(one.insist.partition("@")[0], one.message.values["read"]) for one in complaints]
    return taught, [(tile, *map(str, read)) for tile, read in asked]  # type: ignore[call-overload]


def test_two_tiles_that_changed_places_are_asked_about(reader: Reader) -> None:
    row = IN_ORDER[0].replace("k3 k4", "k4 k3")
    taught, asked = asked_about(reader, table([row, *IN_ORDER[1:]]))
    assert asked == [("k3", "k4"), ("k4", "k3")]
    assert [str(tile) for tile in taught.missing] == ["k3", "k4"]


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("mark", ["", "dot"])
@pytest.mark.parametrize(
    ("six", "nine", "asked"),
    [("6", "9", []), ("9", "6", [("k6", "k9"), ("k9", "k6")]), ("6", "6", [("k9", "k6")]), ("9", "9", [("k6", "k9")])],
)
def test_a_six_in_the_place_of_a_nine_is_asked_about_although_nothing_but_the_row_says_which_end_is_up(
    reader: Reader, turned: bool, mark: str, six: str, nine: str, asked: list[tuple[str, str]]
) -> None:
    row = IN_ORDER[0].replace("k6", "k?").replace("k9", f"k{nine}").replace("k?", f"k{six}")
    taught, questions = asked_about(reader, table([row], turned, mark=mark), "k1-k13")
    assert sorted(questions) == asked
    assert len(taught.examples) == 13 - len(asked)
    assert len(asked_about(reader, table([row], turned, mark=mark), "k1-k13", "k6 k9")[0].examples) == 13


def test_sixes_that_are_read_as_nines_turned_round_are_sixes_where_their_row_says_so(reader: Reader) -> None:
    assert asked_about(reader, table(IN_ORDER, mark=""))[1] == []


@pytest.mark.parametrize(
    ("lies", "said", "asked"),
    [
        ("k7 b8", "J J", [("J", "k7"), ("J", "b8")]),
        ("k1 k2 k4", "k1-k3", [("k3", "k4")]),
        ("r5 k9", "r5 o9", [("o9", "k9")]),
        ("k3 k2 k1", "k1-k3", []),
    ],
)
def test_what_is_told_and_surely_read_otherwise_is_asked_about_and_learnt_if_somebody_insists(
    reader: Reader, lies: str, said: str, asked: list[tuple[str, str]]
) -> None:
    taught, questions = asked_about(reader, table([lies]), said)
    assert sorted(questions) == sorted(asked)
    assert len(taught.examples) == len(lies.split()) - len(asked)
    insisted, questions = asked_about(reader, table([lies]), said, " ".join({tile for tile, _ in asked}))
    assert (len(insisted.examples), questions) == (len(lies.split()), [])


def test_an_answer_is_about_the_face_that_was_asked_about_and_no_other_of_its_name(reader: Reader) -> None:
    picture = table(["k7 b8"])
    reader.taught = Knowledge()
    lessons = lessons_in(reader.read(picture, is_lesson=True), rows_told("J J")).lessons
    _, (first, second) = TaughtSet().with_lessons(picture, lessons)
    taught, asked = TaughtSet().with_lessons(picture, lessons, answers_told(first.insist))
    assert [one.insist for one in asked] == [second.insist]
    assert len(taught.examples) == 1


def test_an_answer_teaches_the_face_it_is_about_and_none_that_was_taken_back_since(reader: Reader) -> None:
    """A player saw that the first tile was taught wrongly while the question about the third was still open."""
    picture = table(["k1 k2 k4"])
    reader.taught = Knowledge()
    lessons = lessons_in(reader.read(picture, is_lesson=True), rows_told("k1-k3")).lessons
    taught, (asked,) = TaughtSet().with_lessons(picture, lessons)
    without = taught.without(lambda one: one.tile == Tile.from_notation("k1"))
    taught, again = without.with_lessons(picture, lessons, answers_told(asked.insist))
    assert ([str(one.tile) for one in taught.examples], again) == (["k2", "k3"], [])


@pytest.mark.parametrize("text", ["J", "J@", "J@1", "x4@1,2", "J@-1,2", "J@1,2,3", "J@1.5,2", "J@123456,1"])
def test_answers_that_name_no_face_are_said(text: str) -> None:
    with pytest.raises((RowsError, NotationError)):
        answers_told(text)


def test_a_joker_that_is_read_as_a_number_is_none_where_that_number_is_known(
    reader: Reader, in_order: TaughtSet
) -> None:
    assert asked_about(reader, table(["J J"]), "J J")[1] == [("J", "r3")] * 2
    without = in_order.without(lambda one: one.tile == JOKER)
    assert asked_about(reader, table(["J J"]), "J J", known=without)[1] == []


def test_the_order_names_tiles_that_are_surely_read_as_others_if_these_are_not_in_their_places() -> None:
    read = ["k1", "k2", "k3", "k6", "k5", "k8", "k7", "k8", "k9", "k10", "k11", "k12", "k13"]
    square = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)
    placed = [PlacedTile(Tile.from_notation(name), square + (40 * k, 0), 0.98) for k, name in enumerate(read, 1)]
    lessons = lessons_in(TableReading(640, 80, tuple(placed), (), {}))
    assert lessons.complaints == ()
    assert [(str(one.tile), one.read) for one in lessons.lessons] == [(name, None) for name in IN_ORDER[0].split()]


def test_another_games_tiles_are_not_learnt(reader: Reader) -> None:
    rows = [" ".join(["k7 k3 k7 k5 k3 k12 k5 k9 k7 k1 k2 k7 k5"])]
    taught, lessons = taught_by(reader, table(rows))
    assert taught.examples == ()
    assert [one.message.code for one in lessons.complaints] == ["taught.not-in-order"]


def test_numbers_that_lie_alone_are_no_jokers_unless_somebody_says_so(reader: Reader) -> None:
    assert asked_about(reader, table(["k5 b8"]))[1] == [("J", "k5"), ("J", "b8")]


def test_a_set_with_a_joker_from_the_middle_of_a_game_is_no_row_of_jokers() -> None:
    """A photograph from the middle of a game would otherwise have every blue 8 read as a joker from then on."""
    square = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)
    names = map(Tile.from_notation, ("J", "b8", "b9", "b10"))
    row = tuple(PlacedTile(tile, square + (40 * x, 0), 0.98) for x, tile in enumerate(names))
    lessons = lessons_in(TableReading(640, 200, row, (tuple(range(4)),), {})).lessons
    taught, complaints = TaughtSet().with_lessons(table([]), lessons)
    assert [str(one.tile) for one in taught.examples] == ["J"]
    assert [one.message.code for one in complaints] == ["taught.are-these-jokers"] * 3


@pytest.mark.parametrize("rows", ["", ALL_ROWS])
def test_a_tile_left_beside_the_rows_is_no_joker_whoever_says_so(reader: Reader, rows: str) -> None:
    """Otherwise the second blue 7 and red 9 would be read as jokers from then on."""
    picture = table([*IN_ORDER[:4], "b7 r9"])
    reader.taught = Knowledge()
    lessons = lessons_in(reader.read(picture, is_lesson=True), rows_told(rows) if rows else [])
    taught, complaints = TaughtSet().with_lessons(picture, lessons.lessons)
    assert taught.missing == [JOKER]
    assert [one.message.code for one in complaints] == ["taught.are-these-jokers"] * 2
    assert [one.message.values["read"] for one in complaints] == [("b7",), ("r9",)]


def test_a_tile_laid_twice_in_the_place_of_another_is_not_learnt_as_that(reader: Reader) -> None:
    """Thirteen tiles in a row, with a second 3 in place of the missing 4: threes would be read as fours."""
    taught, asked = asked_about(reader, table([IN_ORDER[0].replace("k4", "k3"), *IN_ORDER[1:]]))
    assert [str(tile) for tile in taught.missing] == ["k4"]
    assert asked == [("k4", "k3")]


def test_tiles_that_were_taught_are_no_jokers_in_another_picture(reader: Reader, in_order: TaughtSet) -> None:
    picture = table(["b7 r9"], noise=8)
    reader.taught = Knowledge()
    lessons = lessons_in(reader.read(picture, is_lesson=True), rows_told("J J"))
    again, complaints = in_order.with_lessons(picture, lessons.lessons)
    assert (len(again.examples), len(complaints)) == (len(in_order.examples), 2)


def test_pieces_of_rows_are_no_jokers(reader: Reader) -> None:
    """Where hardly a tile is read, rows fall apart into pieces as short as a row of jokers."""
    square = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)
    places = [(x, 60 * y) for y in range(3) for x in (0, 40)]
    pieces = tuple(PlacedTile(JOKER, square + place, 0.6) for place in places)
    lessons = lessons_in(TableReading(640, 400, pieces, (), {}))
    assert (len(lessons.lessons), [one.message.code for one in lessons.complaints]) == (0, ["taught.too-few"] * 3)


@pytest.mark.parametrize(("short", "learnt"), [(11, []), (12, ["J", "J"])])
def test_what_may_be_the_rest_of_a_row_with_tiles_too_few_is_no_joker(short: int, learnt: list[str]) -> None:
    """Small figures are hardly read: the end of a row that lay a little aside would be read as jokers from then on."""
    square = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)
    row = [PlacedTile(Tile.from_notation(f"b{n + 1}"), square + (40 * n, 0), 0.98) for n in range(short)]
    pair = [PlacedTile(Tile.from_notation(f"b{n}"), square + (40 * n, 90), 0.5) for n in (2, 3)]
    lessons = lessons_in(TableReading(640, 200, (*row, *pair), (), {}))
    assert [str(one.tile) for one in lessons.lessons] == learnt


def test_an_empty_table_teaches_nothing(reader: Reader) -> None:
    _, lessons = taught_by(reader, table([]))
    assert [one.message.code for one in lessons.complaints] == ["taught.no-tiles"]


def test_a_face_taught_twice_differently_is_said_and_stays_as_it_was(reader: Reader, in_order: TaughtSet) -> None:
    taught = in_order
    picture = table(["k8"])
    wrong = lessons_in(reader.read(picture), [[Tile.from_notation("o1")]])
    again, complaints = taught.with_lessons(picture, wrong.lessons)
    assert [one.message.code for one in complaints] == ["taught.otherwise"]
    assert len(again.examples) == len(taught.examples)
    assert taught.without(lambda one: one.tile == Tile.from_notation("o1")).missing == [Tile.from_notation("o1")]


def test_a_picture_that_is_answered_about_teaches_no_face_twice(reader: Reader, tmp_path: Path) -> None:
    """Examples from the daytime picture are kept beside those of the evening, however often the latter is answered
    about."""
    day = table(["k3 k2 k1"])
    evening = (0.7 * day).astype(np.uint8)
    lessons = lessons_in(reader.read(day, is_lesson=True), rows_told("k1-k3")).lessons
    taught = TaughtSet("ours").with_lessons(day, lessons)[0].with_lessons(evening, lessons)[0]
    (tmp_path / "set.npz").write_bytes(bytes_of_set(taught))
    for known in (taught, saved_set(tmp_path / "set.npz")):
        again, _ = known.with_lessons(evening, lessons)
        assert sorted(one.patch.mean() > 115 for one in again.examples) == [False] * 3 + [True] * 3


def test_a_set_is_written_and_read_again(reader: Reader, in_order: TaughtSet, tmp_path: Path) -> None:
    taught = in_order
    (tmp_path / "granny.npz").write_bytes(bytes_of_set(taught))
    again = saved_set(tmp_path / "granny.npz")
    assert (again.name, len(again.examples), again.missing) == ("Granny's", 54, [])
    differ = [
        np.abs(one.patch.astype(int) - other.patch).mean()
        for one, other in zip(taught.examples, again.examples, strict=True)
    ]
    assert max(differ) < 4
    assert reader.learn([one for one in again.examples if str(one.tile)[0] in "rJ"]).parts == ["jokers"]


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"\x93NUMPY", b"not a set" * 100])
def test_a_file_that_is_not_ours_is_no_set(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "set.npz").write_bytes(content)
    with pytest.raises(NoSet):
        saved_set(tmp_path / "set.npz")


def test_no_damaged_byte_of_a_set_is_an_error_of_another_kind(reader: Reader, tmp_path: Path) -> None:
    path = tmp_path / "set.npz"
    (path).write_bytes(bytes_of_set(taught_by(reader, table(["J J"]), "J J")[0]))
    whole = path.read_bytes()
    for place in range(0, len(whole), max(len(whole) // 300, 1)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        try:
            assert len(saved_set(path).examples) <= 2
        except NoSet:
            continue


def as_file(**parts: np.ndarray) -> io.BytesIO:
    """A packed file like the file of a set with one black 1, except for these parts."""
    sheet = cv2.imencode(".jpg", np.zeros(PATCH, np.uint8))[1].ravel()
    usual = {"form": np.array(FORM), "name": np.array("x"), "tiles": np.array(["k1"]), "told": np.array([2])}
    np.savez_compressed(file := io.BytesIO(), allow_pickle=False, **{**usual, "sheet": sheet, **parts})
    file.seek(0)
    return file


def test_a_file_never_takes_more_room_than_a_set_may(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(read_set(as_file()).examples) == 1
    too_much = as_file(sheet=np.zeros(LARGEST + 1, np.uint8))
    of_another_size = as_file(sheet=cv2.imencode(".jpg", np.zeros((4000, 4000, 3), np.uint8))[1].ravel())
    for module, makes_room, file in ((np, "load", too_much), (cv2, "imdecode", of_another_size)):
        monkeypatch.setattr(module, makes_room, lambda *_, **__: pytest.fail("room was made for it"))
        with pytest.raises(NoSet):
            read_set(file)
        monkeypatch.undo()


@pytest.mark.parametrize("part", ["mark", "marks"])
def test_a_file_with_marks_that_no_page_can_be_sent_is_no_set(part: str) -> None:
    with pytest.raises(NoSet):
        read_set(as_file(**{part: np.array(["\ud800"] if part == "marks" else "\ud800")}))


def test_a_file_tells_which_turns_proved_a_face_unless_it_was_written_before_that_was_told() -> None:
    assert [one.turn for one in read_set(as_file()).examples] == [None]
    assert [one.turn for one in read_set(as_file(turns=np.array([[3, 17]]))).examples] == [(3, 17)]
    with pytest.raises(NoSet):
        read_set(as_file(turns=np.array([[3, 17], [3, 18]])))


def test_a_file_with_one_face_hundreds_of_times_teaches_as_much_as_ours_do() -> None:
    sheet = cv2.imencode(".jpg", np.zeros((300 * PATCH[0], *PATCH[1:]), np.uint8))[1].ravel()
    many = as_file(tiles=np.array(["k1"] * 300), told=np.array([2] * 300), sheet=sheet)
    assert len(read_set(many).examples) == MOST_VOUCHED


def test_rows_are_told_as_ranges_either_way() -> None:
    assert [[str(tile) for tile in row] for row in rows_told("k3-k1; J J, o5")] == [
        ["k3", "k2", "k1"],
        ["J", "J", "o5"],
    ]


@pytest.mark.parametrize("text", ["", ";", "k1-r3", "J-J", "k1-", "k1-k99", "x4"])
def test_rows_that_cannot_be_are_said(text: str) -> None:
    with pytest.raises((RowsError, NotationError)):
        rows_told(text)


def test_a_row_that_is_named_may_run_either_way_among_others_that_still_lie_there(reader: Reader) -> None:
    """Step by step: the rows taught before are still on the table."""
    backwards = " ".join(IN_ORDER[1].split()[::-1])
    _, lessons = taught_by(reader, table([IN_ORDER[0], backwards, IN_ORDER[2]]), "r1-r13")
    assert [str(one.tile) for one in lessons.lessons] == backwards.split()


@pytest.mark.parametrize(
    ("row", "code"),
    [
        (IN_ORDER[1].replace(" r7", ""), "taught.too-few"),
        (IN_ORDER[1] + " r13", "taught.too-many"),
        (IN_ORDER[1].replace("r4", "k4"), "taught.other-colour"),
        (IN_ORDER[2], "taught.other-row"),
    ],
)
def test_a_row_that_is_named_and_does_not_fit_is_said(reader: Reader, row: str, code: str) -> None:
    taught, lessons = taught_by(reader, table([IN_ORDER[0], row]), "r1-r13")
    assert [one.message.code for one in lessons.complaints] == [code]
    assert taught.examples == ()


@pytest.mark.parametrize("turned", [False, True])
def test_how_a_set_marks_its_sixes_and_nines_is_learnt(reader: Reader, knows_dots: Knowledge, turned: bool) -> None:
    reader.taught = knows_dots
    assert "ends" in knows_dots.parts
    alone = ["r6", "k9", "b6", "o9"]
    assert words(reader.read(table(alone, turned, mark="dot"))) == tiles_of(alone)


@pytest.mark.parametrize("turned", [False, True])
def test_sixes_that_are_nines_turned_round_are_told_by_how_the_other_rows_lie(
    reader: Reader, knows_no_marks: Knowledge, turned: bool
) -> None:
    """These sixes have no mark: the mark that the general network sees is ignored."""
    rows = ["k1 k2 k3 k4", "r6 k6 b6 o6", "b2 b3 b4 b5", "r9 k9 b9", "o10 o11 o12"]
    reader.taught = knows_no_marks
    assert words(reader.read(table(rows, turned, mark=""))) == tiles_of(rows)


def test_jokers_that_cannot_even_be_read_are_the_two_that_are_left_side_by_side() -> None:
    square = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)
    row = tuple(PlacedTile(Tile.from_notation(f"k{n}"), square + (40 * n, 0), 0.98) for n in range(1, 14))
    for gap, learnt in ((40, 15), (80, 13)):
        faint = tuple(PlacedTile(Tile.from_notation("o10"), square + (200 + x, 90), 0.1) for x in (0, gap))
        assert len(lessons_in(TableReading(640, 200, row, (), {}, faint)).lessons) == learnt


def test_two_things_of_a_tiles_shape_are_the_jokers_where_a_person_says_so_and_nothing_is_read() -> None:
    square = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)
    for gap, said, learnt in ((31, "J J", ["J", "J"]), (31, "", []), (31, "k1-k13", []), (60, "J J", [])):
        faint = tuple(PlacedTile(Tile.from_notation("o10"), square + (200 + x, 90), 0.1) for x in (0, gap, 400))
        found = lessons_in(TableReading(640, 200, (), (), {}, faint), rows_told(said) if said else [])
        assert [str(one.tile) for one in found.lessons] == learnt
        assert bool(found.complaints) != bool(learnt)
        assert not found.is_clear, "nothing but a person says that these are tiles"


def of_two_reds(rows: str = "") -> Lessons:
    """Rows in order, of which the second and the fourth look alike: both are read as red."""
    square = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)
    placed = [
        PlacedTile(Tile.from_notation(name.replace("o", "r")), square + (40 * x, 60 * y), 0.98)
        for y, row in enumerate(IN_ORDER)
        for x, name in enumerate(row.split())
    ]
    told = rows_told(rows) if rows else []
    return lessons_in(TableReading(640, 400, tuple(placed), (), {}), told)


def test_rows_whose_colours_cannot_be_told_are_asked_about_and_the_others_learnt() -> None:
    lessons = of_two_reds()
    assert [one.message.code for one in lessons.complaints] == ["taught.which-colour"] * 2
    assert [one.message.values["row"] for one in lessons.complaints] == [2, 4]
    assert lessons.complaints[0].message.values["rows"] == "k1-k13; ?; b1-b13; ?; J J"
    assert {str(one.tile)[0] for one in lessons.lessons} == {"k", "b", "J"}


def test_the_answer_which_row_is_which_is_believed_but_not_where_another_row_surely_has_that_colour() -> None:
    answered = of_two_reds(ALL_ROWS)
    assert (answered.complaints, len(answered.lessons), answered.is_clear) == ((), 54, False)
    wrong = of_two_reds("b1-b13; r1-r13; k1-k13; o1-o13; J J")
    assert {one.message.code for one in wrong.complaints} == {"taught.other-row"}


def test_a_row_that_is_told_is_clear_where_no_other_can_be_meant() -> None:
    assert of_two_reds("k1-k13").is_clear
    assert of_two_reds("J J").is_clear
    assert not of_two_reds("r1-r4").is_clear
    assert not of_two_reds("o1-o13").is_clear


def test_more_rows_of_one_colour_than_there_are_colours_are_no_error_of_another_kind() -> None:
    assert of_two_reds("; ".join(["k1-k13"] * 5)).complaints


@pytest.mark.parametrize(("row", "is_clear"), [("k1-k13", True), ("k3 r3 b3", True), ("k3 r3 b4", False)])
def test_a_row_is_known_by_its_colour_in_order_or_by_tiles_that_are_read_as_told(row: str, is_clear: bool) -> None:
    """If all tiles are read as expected, every row is known; if one of three tiles is read otherwise, another row may
    be meant."""
    (told,) = rows_told(row)
    read = rows_told("k3 r3 b3")[0] if not is_clear else told
    square = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)
    placed = [PlacedTile(tile, square + (40 * k, 0), 0.5) for k, tile in enumerate(read, 1)]
    assert lessons_in(TableReading(640, 80, tuple(placed), (), {}), [told]).is_clear is is_clear
