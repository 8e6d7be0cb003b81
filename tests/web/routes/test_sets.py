"""A set taught, stored, chosen and deleted over HTTP."""

import io
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from referee.messages import Message
from referee.tiles import Tile
from tests.vision.reading.taught.drawn import IN_ORDER, few_views, table
from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal
from tilewatch.table.live import LiveTable
from tilewatch.table.sets import set_shelf
from tilewatch.table.sets.proofs import News
from tilewatch.table.sets.set_shelf import SetShelf
from vision.camera import Picture
from vision.reading import Example, Knowledge, Reader, Source, TableReading, TaughtSet, bytes_of_set, patches_of
from vision.reading.taught.example import PATCH
from web.app import create_app


class NoCamera:
    """A table without a camera."""

    newest: Picture | None = None
    is_lost = True
    trouble = Message("unplugged")
    rate = 0.0
    size = (0, 0)
    sender: str | None = None


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.fixture
def started(reader: Reader, tmp_path: Path) -> Iterator[Callable[[], FlaskClient]]:
    """Starts the program, or restarts it. Sets are learnt from a few views; other files test the quality of
    learning."""
    running: list[LiveTable] = []

    def start() -> FlaskClient:
        for live in running[-1:]:
            live.close()
        journal = Journal(str(tmp_path / "game.db"), durable=False)
        running.append(LiveTable(reader, journal, Album(tmp_path / "album"), NoCamera(), sets=tmp_path / "sets"))  # type: ignore[arg-type]
        return create_app(running[-1]).test_client()

    with few_views():
        yield start
    running[-1].close()


@pytest.fixture
def client(started: Callable[[], FlaskClient]) -> FlaskClient:
    return started()


def photo(*rows: str) -> tuple[io.BytesIO, str]:
    return io.BytesIO(cv2.imencode(".jpg", table(rows))[1].tobytes()), "rows.jpg"


def taught_jokers(client: FlaskClient, name: str, row: str, then: str | None = None) -> Any:
    """The answer after a player insists that these tiles are jokers; `then`: followed by a photograph of this row."""
    sent = {"name": name, "rows": "J J"}
    asked = client.post("/api/sets", data={**sent, "photo": photo(row)}).get_json()["complaints"]
    insist = " ".join(one["insist"] for one in asked)
    return client.post("/api/sets", data={**sent, "photo": photo(then or row), "insist": insist}).get_json()


def test_an_answer_is_about_the_photograph_and_the_face_that_was_asked_about(client: FlaskClient) -> None:
    """Meanwhile somebody moved the tiles, or another device taught from another picture."""
    answer = taught_jokers(client, "Ours", "k5 b8", then="o1 o2 o3 k7 r9")
    assert (answer["faces"], len(answer["complaints"])) == ({}, 1)
    without = client.post("/api/sets", data={"name": "Ours", "rows": "J J", "insist": "J@82,70"})
    assert (without.status_code, without.get_json()["code"]) == (400, "taught.no-answer")


@pytest.mark.parametrize("chosen", ["Granny's", None])
def test_a_late_answer_teaches_its_set_and_leaves_the_one_that_was_chosen_since(
    client: FlaskClient, reader: Reader, chosen: str | None
) -> None:
    for name in ("Granny's", "Ours"):
        client.post("/api/sets", data={"name": name, "photo": photo("k1 k2"), "rows": "k1 k2"})
    sent = {"name": "Ours", "rows": "J J"}
    asked = client.post("/api/sets", data={**sent, "photo": photo("J J")}).get_json()["complaints"]
    client.post(f"/api/sets/{chosen or 'Ours'}/use", json={"used": chosen is not None})
    insist = " ".join(one["insist"] for one in asked)
    answer = client.post("/api/sets", data={**sent, "photo": photo("J J"), "insist": insist}).get_json()
    assert (answer["name"], sorted(answer["faces"]), answer["helps"]) == ("Ours", ["J", "k1", "k2"], ["jokers"])
    listed = client.get("/api/sets").get_json()
    assert (listed["used"], [one["known"] for one in listed["sets"]]) == (chosen, [2, 3])
    assert reader.taught.parts == []


def test_a_late_answer_about_a_set_that_was_never_begun_names_the_one_that_another_device_taught_since(
    client: FlaskClient,
) -> None:
    sent = {"name": "Ours", "rows": "J J"}
    asked = client.post("/api/sets", data={**sent, "photo": photo("J J")}).get_json()["complaints"]
    begun(client, "Granny's")
    insist = " ".join(one["insist"] for one in asked)
    late = client.post("/api/sets", data={**sent, "photo": photo("J J"), "insist": insist})
    told = "Granny's was taught or chosen since: photograph Ours once more."
    assert (late.status_code, late.get_json()["error"], named(client)) == (409, told, {"Granny's": 2})


def begun(client: FlaskClient, name: str = "Ours") -> Any:
    """The answer after two tiles of a set were taught: its mark, and the marks of its faces."""
    return client.post("/api/sets", data={"name": name, "photo": photo("k1 k2"), "rows": "k1 k2"}).get_json()


def is_gone(answer: Any) -> bool:
    """Whether a press was refused because the thing it refers to no longer exists."""
    return (answer.status_code, answer.get_json()["code"]) == (409, "no-longer-there")


def named(client: FlaskClient) -> dict[str, int]:
    """The sets' names, and how many faces of each are known."""
    return {one["name"]: one["known"] for one in client.get("/api/sets").get_json()["sets"]}


def test_an_answer_does_not_make_a_set_again_that_was_forgotten_since_or_before_a_start(
    client: FlaskClient, started: Callable[[], FlaskClient]
) -> None:
    """Another device deleted the set while the question was open; somebody who begins it anew may answer."""
    mark = begun(client)["mark"]
    client.post("/api/sets/Ours/forget", json={})
    for _ in range(2):
        late = {"name": "Ours", "rows": "J J", "photo": photo("J J"), "insist": "J@82,70", "mark": mark}
        assert is_gone(client.post("/api/sets", data=late))
        assert named(client) == {}
        client = started()
    assert taught_jokers(client, "Ours", "J J")["known"] == 1


@pytest.mark.parametrize(("rows", "insist"), [("r1", ""), ("J J", "J@82,70")], ids=["row by row", "a late answer"])
def test_a_set_goes_on_under_its_new_name_where_another_device_still_calls_it_as_before(
    client: FlaskClient, started: Callable[[], FlaskClient], rows: str, insist: str
) -> None:
    mark = begun(client)["mark"]
    client.post("/api/sets/Ours/rename", json={"to": "Granny's"})
    client = started()
    sent = {"name": "Ours", "photo": photo(rows), "rows": rows, "insist": insist, "mark": mark}
    assert client.post("/api/sets", data=sent).get_json()["name"] == "Granny's"
    assert named(client) == {"Granny's": 3}
    begun(client)
    client.post("/api/sets/Ours/forget", json={"mark": mark})
    assert named(client) == {"Ours": 2}, "and not the one that is called so now"


def test_a_tap_takes_back_the_face_that_was_shown_and_none_that_was_taught_since(client: FlaskClient) -> None:
    shown = begun(client)["marks"]
    client.post("/api/sets/Ours/forget", json={"tile": "k1", "mark": shown["k1"]})
    again = begun(client)["marks"]
    assert (again["k2"], named(client)) == (shown["k2"], {"Ours": 2}), "what is the same is the same"
    client.post("/api/sets/Ours/forget", json={"tile": "k1"})
    other = client.post("/api/sets", data={"name": "Ours", "photo": photo("k3", "k1 k2"), "rows": "k1 k2"}).get_json()
    assert other["marks"]["k1"] != shown["k1"]
    assert is_gone(client.post("/api/sets/Ours/forget", json={"tile": "k1", "mark": shown["k1"]}))
    client.post("/api/sets/Ours/forget", json={})
    begun(client)
    assert is_gone(client.post("/api/sets/Ours/forget", json={"rows": "k1 k2", "mark": other["mark"]}))
    assert named(client) == {"Ours": 2}


def test_an_answer_without_a_mark_does_not_make_a_set_again_that_was_forgotten(client: FlaskClient) -> None:
    begun(client)
    sent = {"name": "Ours", "rows": "J J"}
    asked = client.post("/api/sets", data={**sent, "photo": photo("J J")}).get_json()["complaints"]
    client.post("/api/sets/Ours/forget", json={})
    insist = " ".join(one["insist"] for one in asked)
    assert is_gone(client.post("/api/sets", data={**sent, "photo": photo("J J"), "insist": insist}))
    assert named(client) == {}


def test_marks_stay_the_same_while_a_set_is_kept_used_no_longer_used_and_after_each_start(
    client: FlaskClient, started: Callable[[], FlaskClient]
) -> None:
    """A file stores faces like a photograph, not to the last bit."""
    told = begun(client)
    for used in (False, True):
        client.post("/api/sets/Ours/use", json={"used": used, "mark": told["mark"]})
        (now,) = client.get("/api/sets").get_json()["sets"]
        assert (now["mark"], now["marks"]) == (told["mark"], told["marks"])
    for one in ("k3", "k4"):
        client = started()
        now = client.post("/api/sets", data={"name": "Ours", "photo": photo(one), "rows": one}).get_json()
        assert (now["mark"], {tile: now["marks"][tile] for tile in told["marks"]}) == (told["mark"], told["marks"])


def test_sets_that_were_kept_before_marks_were_are_told_apart_though_nothing_is_known_of_them(
    started: Callable[[], FlaskClient], tmp_path: Path
) -> None:
    for name in ("Granny's", "Ours"):
        SetShelf(tmp_path / "sets").keep(TaughtSet(name))
    client = started()
    mark = client.get("/api/sets").get_json()["sets"][1]["mark"]
    client.post("/api/sets/Ours/forget", json={"mark": mark})
    assert named(client) == {"Granny's": 0}


def test_the_answer_which_colour_teaches_its_rows_and_no_face_that_was_taken_back_since(
    client: FlaskClient,
) -> None:
    rows = [IN_ORDER[0], IN_ORDER[1], IN_ORDER[2], IN_ORDER[1]]
    asked = client.post("/api/sets", data={"name": "Ours", "photo": photo(*rows)}).get_json()["complaints"]
    assert [(one["code"], one["values"]["row"]) for one in asked] == [("taught.which-colour", k) for k in (2, 4)]
    client.post("/api/sets/Ours/forget", json={"tile": "k7"})
    told = {"rows": "k1-k13; r1-r13; b1-b13; o1-o13", "insist": " ".join(one["insist"] for one in asked)}
    answer = client.post("/api/sets", data={"name": "Ours", "photo": photo(*rows), **told}).get_json()
    assert (answer["complaints"], answer["missing"]) == ([], ["k7", "J"])


@pytest.mark.parametrize(("name", "knows"), [("Ours", ["jokers"]), ("Granny's", [])])
def test_a_lesson_is_read_with_what_is_known_of_its_own_set(
    client: FlaskClient, reader: Reader, monkeypatch: pytest.MonkeyPatch, name: str, knows: list[str]
) -> None:
    """The faces taught for another set would rename its tiles."""
    taught_jokers(client, "Ours", "J J")
    read, known = Reader.read, list[list[str]]()

    def reads(self: Reader, *picture: Any, **how: Any) -> TableReading:
        known.append(self.taught.parts)
        return read(self, *picture, **how)

    monkeypatch.setattr(Reader, "read", reads)
    client.post("/api/sets", data={"name": name, "photo": photo("k1 k2"), "rows": "k1 k2"})
    assert known == [knows]


def test_a_set_is_taught_used_taken_along_and_forgotten(client: FlaskClient, reader: Reader) -> None:
    answer = taught_jokers(client, "Granny's", "J J")
    assert (answer["name"], list(answer["faces"]), answer["helps"]) == ("Granny's", ["J"], ["jokers"])
    assert answer["missing"][:2] == ["k1", "k2"]
    assert client.get("/api/sets").get_json()["used"] == "Granny's"
    assert reader.taught.parts == ["jokers"]
    assert client.get("/api/sets/Granny's/faces/J.jpg").data[:2] == b"\xff\xd8"
    assert client.get("/api/sets/Granny's/faces/k1.jpg").status_code == 404
    file = client.get("/api/sets/Granny's/file").data
    there = client.post("/api/sets/file", data={"file": (io.BytesIO(file), "set.npz")})
    assert there.status_code == 409
    assert client.post("/api/sets/Granny's/use", json={"used": False}).get_json()["used"] is None
    assert reader.taught.parts == []
    assert client.post("/api/sets/Granny's/forget", json={}).get_json() == {"sets": [], "used": None, "damaged": []}
    assert client.post("/api/sets/file", data={"file": (io.BytesIO(file), "set.npz")}).get_json()["name"] == "Granny's"


def test_a_set_is_renamed_and_lies_on_the_table_still(client: FlaskClient) -> None:
    for name in ("Granny's", "Ours"):
        client.post("/api/sets", data={"name": name, "photo": photo("k1 k2"), "rows": "k1 k2"})
    taken = client.post("/api/sets/Ours/rename", json={"to": "Granny's"})
    assert (taken.status_code, taken.get_json()["code"]) == (409, "set-there")
    told = client.post("/api/sets/Ours/rename", json={"to": "a/b 👵"}).get_json()
    assert [(one["name"], one["known"]) for one in told["sets"]] == [("Granny's", 2), ("a-b 👵", 2)]
    assert told["used"] == "a-b 👵"
    gallery = client.application.extensions["tilewatch.table"].set_on_table._gallery
    assert gallery.is_tried, "it was chosen: nobody asks anew which one lies there"
    assert client.get("/api/sets/a-b 👵/faces/k1.jpg").status_code == 200
    assert client.post("/api/sets/Ours/rename", json={"to": "Mine"}).status_code == 400
    assert client.post("/api/sets/a-b 👵/rename", json={"to": "a/b 👵"}).get_json() == told


def test_a_set_keeps_its_name_where_no_other_is_written(client: FlaskClient) -> None:
    client.post("/api/sets", data={"name": "Ours", "photo": photo("k1 k2"), "rows": "k1 k2"})
    assert client.post("/api/sets/Ours/rename", json={"to": "Ours"}).get_json()["used"] == "Ours"
    assert client.post("/api/sets/nobody's/rename", json={"to": "nobody's"}).status_code == 400


def test_a_set_is_renamed_where_as_many_are_kept_as_may_be(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(set_shelf, "MOST", 1)
    client.post("/api/sets", data={"name": "Ours", "photo": photo("k1 k2"), "rows": "k1 k2"})
    told = client.post("/api/sets/Ours/rename", json={"to": "Mine"}).get_json()
    assert [one["name"] for one in told["sets"]] == ["Mine"]


def test_what_is_said_while_a_set_is_renamed_is_not_lost(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """On another phone somebody corrects a tile at that moment."""
    client.post("/api/sets", data={"name": "Ours", "photo": photo("k1 k2"), "rows": "k1 k2"})
    on_table = client.application.extensions["tilewatch.table"].set_on_table
    corner = np.array([[60, 40], [104, 40], [104, 100], [60, 100]], np.float32)
    forget = SetShelf.forget

    def corrected_meanwhile(shelf: SetShelf, name: str) -> None:
        on_table._gallery.learn_told(table(["k5"]), corner, Tile.from_notation("k5"), 8)
        forget(shelf, name)

    monkeypatch.setattr(SetShelf, "forget", corrected_meanwhile)
    told = client.post("/api/sets/Ours/rename", json={"to": "Mine"}).get_json()
    assert [(one["name"], one["known"]) for one in told["sets"]] == [("Mine", 3)]
    on_table.keep()
    assert [(one["name"], one["known"]) for one in client.get("/api/sets").get_json()["sets"]] == [("Mine", 3)]


def test_a_set_that_was_forgotten_is_recognised_no_more(client: FlaskClient, reader: Reader) -> None:
    for name in ("Ours", "Granny's"):
        client.post("/api/sets", data={"name": name, "photo": photo("k1 k2", "r1 r2"), "rows": "k1 k2; r1 r2"})
    live = client.application.extensions["tilewatch.table"]
    gallery = live.set_on_table._gallery
    client.post("/api/sets/Granny's/use", json={"used": False})
    client.post("/api/sets/Ours/forget", json={"tile": "k1"})
    client.post("/api/sets/Granny's/forget", json={})
    assert [trial.taught.name for trial in gallery._trials] == ["Ours"]
    assert "k1" in [str(tile) for tile in gallery._trials[0].taught.missing]


def test_what_cannot_be_taught_is_said(client: FlaskClient) -> None:
    for sent, status in (
        ({"photo": photo("J J")}, 400),
        ({"name": "Ours"}, 409),
        ({"name": "Ours", "photo": (io.BytesIO(b"no picture"), "a.jpg")}, 400),
        ({"name": "Ours", "photo": photo("J J"), "rows": "k1-r9"}, 400),
    ):
        assert client.post("/api/sets", data=sent).status_code == status
    answer = client.post("/api/sets", data={"name": "Ours", "photo": photo("k5 b8")}).get_json()
    assert [one["code"] for one in answer["complaints"]] == ["taught.are-these-jokers"] * 2
    assert answer["complaints"][0]["values"] == {"insist": ["J"], "read": ["k5"]}
    assert answer["complaints"][0]["crop"].startswith("data:image/jpeg;base64,/9j/")
    assert client.get("/api/sets").get_json()["sets"] == []
    assert client.post("/api/sets/nobody's/use", json={}).status_code == 400
    assert client.post("/api/sets/file", data=b"no set").status_code == 400


def test_what_is_said_while_a_set_is_taught_is_not_lost(
    client: FlaskClient, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Learning takes seconds; on another phone somebody meanwhile corrects a tile and withdraws another answer."""
    taught_jokers(client, "Ours", "J J")
    gallery = client.application.extensions["tilewatch.table"].set_on_table._gallery
    corner = np.array([[60, 40], [104, 40], [104, 100], [60, 100]], np.float32)
    gallery.learn_told(table(["k9"]), corner, Tile.from_notation("r9"), 7)

    learnt = list[set[str]]()

    def learn(examples: Sequence[Example]) -> Knowledge:
        if not learnt:
            gallery.forget(7)
            gallery.learn_told(table(["k5"]), corner, Tile.from_notation("k5"), 8)
        learnt.append({str(one.tile) for one in examples})
        return Reader.learn(reader, examples)

    monkeypatch.setattr(reader, "learn", learn)
    answer = client.post("/api/sets", data={"name": "Ours", "photo": photo("k1 k2"), "rows": "k1 k2"}).get_json()
    assert (answer["known"], sorted(answer["faces"])) == (4, ["J", "k1", "k2", "k5"])
    assert sorted({str(one.tile) for one in gallery.set.examples}) == ["J", "k1", "k2", "k5"]
    monkeypatch.setattr(threading.Thread, "start", threading.Thread.run)
    client.application.extensions["tilewatch.table"].set_on_table.tick(News())
    assert learnt[1:] == [{"J", "k1", "k2", "k5"}], "readings use what was said meanwhile, too"


def test_what_plays_proved_of_a_set_is_kept_when_another_is_taught_or_chosen(client: FlaskClient) -> None:
    gallery = client.application.extensions["tilewatch.table"].set_on_table._gallery
    corner = np.array([[60, 40], [104, 40], [104, 100], [60, 100]], np.float32)
    for name, proved in (("Ours", "k9"), ("Granny's", "r9")):
        client.post("/api/sets", data={"name": name, "photo": photo("k1 k2"), "rows": "k1 k2"})
        patch = patches_of(table([proved]), [corner])[0]
        gallery.take([Example(Tile.from_notation(proved), patch, 7, Source.PLAYED)])
    client.post("/api/sets/Granny's/use", json={"used": False})
    assert [one["known"] for one in client.get("/api/sets").get_json()["sets"]] == [3, 3]


@pytest.mark.parametrize(
    ("name", "called"),
    [("a/b", "a-b"), ("..", "--"), ("Cafe\u0301", "Caf\u00e9"), ("\u0958" * 40, "\u0915\u093c" * 20)],
)
def test_a_set_can_be_chosen_and_forgotten_whatever_it_is_called(client: FlaskClient, name: str, called: str) -> None:
    sent = {"name": name, "photo": photo("k1 k2"), "rows": "k1 k2"}
    assert client.post("/api/sets", data=sent).get_json()["name"] == called
    assert client.post(f"/api/sets/{called}/use", json={"used": False}).get_json()["sets"][0]["known"] == 2
    assert client.post(f"/api/sets/{called}/forget", json={}).get_json()["sets"] == []


@pytest.mark.parametrize("name", ["\ud800", "a\nb", "\u202eab", "   "])
def test_a_file_with_a_name_that_nobody_can_write_is_no_set(client: FlaskClient, name: str) -> None:
    example = Example(Tile.from_notation("k1"), np.zeros(PATCH, np.uint8), source=Source.TOLD)
    file = io.BytesIO(bytes_of_set(TaughtSet(name, (example,))))
    answer = client.post("/api/sets/file", data={"file": (file, "set.npz")})
    assert (answer.status_code, answer.get_json()["code"]) == (400, "taught.no-set")


def test_a_damaged_file_is_listed_and_never_written_over(client: FlaskClient, tmp_path: Path) -> None:
    taught, folder = {"name": "Ours", "rows": "k1 k2"}, tmp_path / "sets"
    for damage, kept in ((b"half", ["half"]), (b"", ["", "half"])):
        client.post("/api/sets", data={**taught, "photo": photo("k1 k2")})
        client.post("/api/sets/Ours/use", json={"used": False})
        SetShelf(folder)._path(folder, "Ours").write_bytes(damage)
        listed = client.get("/api/sets").get_json()
        assert (listed["sets"], len(listed["damaged"])) == ([], len(kept))
        client.post("/api/sets", data={**taught, "photo": photo("k1 k2")})
        listed = client.get("/api/sets").get_json()
        assert [one["known"] for one in listed["sets"]] == [2]
        assert sorted((folder / one).read_text() for one in listed["damaged"]) == kept


def test_a_file_that_was_put_there_by_hand_is_listed_and_stands_for_no_set(client: FlaskClient, tmp_path: Path) -> None:
    client.post("/api/sets", data={"name": "Ours", "photo": photo("k1 k2"), "rows": "k1 k2"})
    for copy in ("Ours", *map(str, range(60))):
        (tmp_path / "sets" / f"{copy}.set.npz").write_bytes(client.get("/api/sets/Ours/file").data)
    listed = client.get("/api/sets").get_json()
    assert [one["name"] for one in listed["sets"]] == ["Ours"]
    client.post("/api/sets/Ours/forget", json={})
    listed = client.get("/api/sets").get_json()
    assert (listed["sets"], listed["used"], len(listed["damaged"])) == ([], None, 61)
