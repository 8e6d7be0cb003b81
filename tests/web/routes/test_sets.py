"""A set taught, kept, chosen and forgotten over HTTP."""

import io
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest
from flask.testing import FlaskClient

from referee.messages import Message
from tests.vision.reading.taught.drawn import table
from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal
from tilewatch.table.live import LiveTable
from vision.camera import Picture
from vision.reading import Reader
from web.app import create_app


class NoCamera:
    """Sees nothing."""

    newest: Picture | None = None
    is_lost = True
    trouble = Message("unplugged")
    rate = 0.0
    size = (0, 0)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.fixture
def client(reader: Reader, tmp_path: Path) -> Iterator[FlaskClient]:
    journal = Journal(str(tmp_path / "game.db"), durable=False)
    live = LiveTable(reader, journal, Album(tmp_path / "album"), NoCamera(), sets=tmp_path / "sets")  # type: ignore[arg-type]
    yield create_app(live).test_client()
    live.close()


def photo(*rows: str) -> tuple[io.BytesIO, str]:
    return io.BytesIO(cv2.imencode(".jpg", table(rows))[1].tobytes()), "rows.jpg"


def test_a_set_is_taught_used_taken_along_and_forgotten(client: FlaskClient, reader: Reader) -> None:
    sent = {"name": "Granny's", "photo": photo("J J"), "rows": "J J"}
    answer = client.post("/api/sets", data=sent).get_json()
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
    assert client.post("/api/sets/Granny's/forget", json={}).get_json() == {"sets": [], "used": None}
    assert client.post("/api/sets/file", data={"file": (io.BytesIO(file), "set.npz")}).get_json()["name"] == "Granny's"


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
    assert [one["code"] for one in answer["complaints"]] == ["taught.are-these-jokers"]
    assert answer["complaints"][0]["crop"].startswith("data:image/jpeg;base64,/9j/")
    assert client.get("/api/sets").get_json()["sets"] == []
    assert client.post("/api/sets/nobody's/use", json={}).status_code == 400
    assert client.post("/api/sets/file", data=b"no set").status_code == 400
