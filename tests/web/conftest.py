"""A fake table without camera or match, which records the acts that the page requests."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.solving import OutOfTime
from referee.table import Table
from tests.stand_in import StandIn
from web.app import create_app
from web.contract import Act, CheckAsked, Conflict
from web.decoding import R, Record, decode, encode
from web.press import Answer

PIN = "482913"
AT = float("inf")
"""The moment of every act."""


class FakeHistory:
    """Three matches of Ada, Bo and "=Cy", the first of them unfinished."""

    def __init__(self) -> None:
        self.chosen: list[tuple[object, ...]] = []
        self.count = 3

    def matches(self, player: str | None = None, since: float | None = None) -> list[Mapping[str, Any]]:
        all_ = [self._short(number) for number in range(self.count, 0, -1)]
        return [one for one in all_ if (player is None or player in one["players"]) and (since or 0) < one["number"]]

    def match(self, number: int) -> Mapping[str, Any] | None:
        if not 0 < number <= self.count:
            return None
        turn = {
            "number": 1, "round": 1, "player": "Ada", "before": [], "after": ["r10 r11 r12"], "legal": True,
            "verdict": {"played": ["r10", "r11", "r12"], "faults": []}, "drawn": 0, "seconds": 20.0, "overruled": None,
            "had_opened": False, "pictures": {"before": None, "after": "/api/matches/1/turns/1/after.jpg"},
        }  # fmt: skip
        return {**self._short(number), "rounds": [], "turns": [turn]}

    def streamed(self, number: int) -> tuple[Mapping[str, Any], Iterator[Mapping[str, Any]]] | None:
        match = self.match(number)
        return None if match is None else ({**match, "turns": []}, iter(match["turns"]))

    def turn_picture(self, number: int, turn: int, side: str) -> bytes | None:
        return b"\xff\xd8 a table" if (number, turn) == (1, 1) else None

    def possible(self, number: int, turn: int, out_of_time: OutOfTime) -> Mapping[str, Any] | None:
        found = {"play": ["r13"], "table": ["r10 r11 r12 r13"], "points": 13, "optimal": not out_of_time()}
        return found if (number, turn) == (1, 1) else None

    def players(self) -> list[Mapping[str, Any]]:
        one = {"matches": 3, "rounds": 4, "won": 2, "points": 12, "colour": 0, "picture": None, "matches_won": 1}
        return [{"name": name, **one} for name in ("Ada", "Bo", "=Cy")]

    def player(self, name: str) -> Mapping[str, Any] | None:
        return next((one for one in self.players() if one["name"] == name), None)

    def picture(self, name: str) -> bytes | None:
        return b"\xff\xd8 a face" if name == "Ada" else None

    def choose_colour(self, name: str, colour: int | None) -> None:
        self.chosen.append((name, colour))

    def choose_picture(self, name: str, photo: bytes | None) -> None:
        self.chosen.append((name, None if photo is None else len(photo)))

    def _short(self, number: int) -> dict[str, Any]:
        scores = {"Ada": 12, "Bo": -12, "=Cy": 0}
        return {
            "number": number, "began": f"2026-01-0{number % 9 + 1}T19:00:00Z", "players": ["Ada", "Bo", "=Cy"],
            "rules": "original", "rounds": 1, "scores": scores, "state": "left" if number == 1 else "over",
            "resumable": number == 1, "turns": 1,
        }  # fmt: skip


class Recorder(StandIn):
    """Records each act's name and arguments in `asked`, without the match and the moment."""

    def __init__(self, asked: list[tuple[object, ...]]) -> None:
        self.asked = asked

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda *given, **more: self.asked.append((name, *self._told(given), *more.values()))

    def _told(self, given: tuple[object, ...]) -> Iterator[object]:
        return (one for one in given if one is not AT and not isinstance(one, Recorder))


class FakeTable(Recorder):
    """Answers like a live table, and records the requests in `asked`."""

    def __init__(self) -> None:
        super().__init__([])
        self.version = 1
        self.played = 1
        self.lacks = False
        self.question: str | None = None
        self.noted: dict[str, str] = {}
        self.answers: dict[str, Answer] = {}
        self.turn = self.match = self.tiles = self.pictures = self.notes = self.camera = self.check = self
        self.done_by_itself = self.company = self.lost = self
        self.sender: str | None = None
        self.signed_by = ""
        self.history = FakeHistory()

    def played_in(self, player: str) -> Sequence[int]:
        return [1, 2]

    def is_behind(self) -> bool:
        return self.lacks

    def state(self) -> Mapping[str, Any]:
        return {"version": self.version, "match": None, "turn": None, "table": []}

    def changed_since(self, version: int, patience: float) -> tuple[int, str]:
        return self.version, json.dumps(self.state())

    def act(self, act: Act, number: int | None = None, by: str = "") -> None:
        self.signed_by = by
        act(Recorder(self.asked), AT)  # type: ignore[arg-type]
        if number is not None:
            self.asked.append(("of match", number))

    def table_by_right(self) -> Table:
        return Table()

    def done(
        self, anyway: bool, turn: int | None = None, waits: bool = False, by_hand: str | None = None
    ) -> Mapping[str, Any] | None:
        if self.question and not anyway:
            raise Conflict(self.question, more={"question": {"text": self.question}})
        self.asked.append(("done", anyway))
        return {"legal": True, "played": ["b3"], "draw": 0, "opening_points": None, "faults": []}

    def rack(self, player: str | None, photo: bytes) -> Mapping[str, Any]:
        self.asked.append(("rack", player, len(photo)))
        return {"player": player, "tiles": ["r5"], "points": 5, "unsure": []}

    def photographs(self, after: bytes, before: bytes | None, asked: CheckAsked) -> Mapping[str, Any]:
        self.asked.append(("check", after, before, asked))
        return {"sets": []}

    tables = photographs

    def turns(self, first: int = 0, most: int | None = None) -> list[Mapping[str, Any]]:
        numbers = range(1, self.turn_count() + 1)
        turns: list[Mapping[str, Any]] = [{"number": number, "player": "Ada"} for number in numbers]
        return turns[first : None if most is None else first + most]

    def turn_count(self) -> int:
        return self.played

    def highlights(self, missed: bool) -> Mapping[str, Any]:
        return {"turns": self.played, "missed_play": {"tiles": 3} if missed else None}

    def of_turn(self, turn: int, side: str) -> bytes | None:
        return b"\xff\xd8 a picture" if turn == 1 else None

    def crop(self, corners: Sequence[tuple[float, float]]) -> bytes | None:
        return f"{corners[0]} {corners[2]}".encode()

    def newest(self, plain: bool) -> bytes | None:
        return b"plain" if plain else b"drawn"

    def choose(self, sender: str | None) -> None:
        self.sender = sender
        self.asked.append(("camera", sender))

    def sent(self, sender: str, picture: bytes, page: str = "", number: int | None = None) -> None:
        if sender != self.sender:
            raise Conflict("camera.another-chosen")
        self.asked.append(("sent", sender, len(picture)))

    def advice(self) -> Mapping[str, Any]:
        return {"phone": self.sender is not None, "size": None, "mirrored": False, "advice": []}

    def write(self, name: str, note: Record) -> None:
        self.noted[name] = encode(note)

    def read(self, name: str, kind: type[R]) -> R | None:
        return decode(self.noted[name], kind) if name in self.noted else None

    def answered(self, key: str) -> Answer | None:
        return self.answers.get(key)

    def keep_answer(self, answer: Answer) -> None:
        self.answers[answer.key] = answer


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> FakeTable:
    """A fake table without real matches: what players agree about a match is only recorded in `asked`."""
    made = FakeTable()
    monkeypatch.setattr("web.presses.agreeing", Recorder(made.asked))
    return made


@pytest.fixture
def app(table: FakeTable) -> Flask:
    made = create_app(table, PIN)
    made.testing = True
    return made


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A device that has not shown the PIN."""
    return app.test_client()


@pytest.fixture
def host(app: Flask) -> FlaskClient:
    """A device that shows the PIN with every request."""
    client = app.test_client()
    client.environ_base["HTTP_X_TABLE_PIN"] = PIN
    return client
