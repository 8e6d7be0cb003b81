"""A table without camera or match, which remembers what it was asked."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.solving import OutOfTime
from referee.table import Table
from web.app import create_app
from web.contract import Conflict
from web.decoding.decode import R, Record, decode, encode
from web.press import Answer

PIN = "482913"


class FakeHistory:
    """Three matches of Ada, Bo and "=Cy", the first of them left."""

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


class FakeTable:
    """Answers as a live table would, and keeps what was asked in `asked`."""

    def __init__(self) -> None:
        self.asked: list[tuple[object, ...]] = []
        self.version = 1
        self.played = 1
        self.is_behind = False
        self.question: str | None = None
        self.noted: dict[str, str] = {}
        self.answers: dict[str, Answer] = {}
        self.turn = self.match = self.tiles = self.pictures = self.notes = self.camera = self
        self.done_by_itself = self.company = self
        self.sender: str | None = None
        self.history = FakeHistory()

    def state(self) -> Mapping[str, Any]:
        return {"version": self.version, "match": None, "turn": None, "table": []}

    def changed_since(self, version: int, patience: float) -> tuple[int, str]:
        return self.version, json.dumps(self.state())

    def start(self, players: Sequence[str], rules: object, first: str | None, points: int | None, anyway: bool) -> None:
        self.asked.append(("match", tuple(players), rules, first, points, anyway))

    def resume_match(self, number: int) -> None:
        self.asked.append(("resume", number))

    def next_round(self, first: str | None) -> None:
        self.asked.append(("round", first))

    def begin_round(self, first: str | None, anyway: bool) -> None:
        self.asked.append(("begin", first, anyway))

    def stop_round(self) -> None:
        self.asked.append(("stop",))

    def end_match(self) -> None:
        self.asked.append(("end match",))

    def play_on(self) -> None:
        self.asked.append(("play on",))

    def deal_again(self, player: str) -> None:
        self.asked.append(("again", player))

    def leave(self, player: str, rack: str) -> None:
        self.asked.append(("leave", player, rack))

    def join(self, player: str, is_now: bool) -> None:
        self.asked.append(("join", player, is_now))

    def rename(self, player: str, to: str, merge: bool) -> None:
        self.asked.append(("rename", player, to, merge))

    def order(self, players: Sequence[str]) -> None:
        self.asked.append(("order", tuple(players)))

    def forget(self, player: str) -> None:
        self.asked.append(("forget", player))

    def change_rules(self, rules: object, reason: str, by: str) -> None:
        self.asked.append(("rules", rules, reason))

    def mend_round(
        self, number: int, racks: Mapping[str, str], reason: str, by: str, anyway: bool, match: int | None = None
    ) -> None:
        self.asked.append(("mend", number, dict(racks), reason, anyway, match))

    def void_round(self, number: int, reason: str, by: str, match: int | None = None) -> None:
        self.asked.append(("void", number, reason, match))

    def unvoid_round(self, number: int, by: str, match: int | None = None) -> None:
        self.asked.append(("unvoid", number, match))

    def table_by_right(self) -> Table:
        return Table()

    def forget_done(self) -> None:
        self.asked.append(("forget done",))

    def done(
        self, anyway: bool, turn: int | None = None, waits: bool = False, by_hand: str | None = None
    ) -> Mapping[str, Any] | None:
        if self.question and not anyway:
            raise Conflict(self.question, more={"question": {"text": self.question}})
        self.asked.append(("done", anyway))
        return {"legal": True, "played": ["b3"], "draw": 0, "opening_points": None, "faults": []}

    def choose_seconds(self, seconds: int | None) -> None:
        self.asked.append(("by itself", seconds))

    def restored(self, anyway: bool) -> None:
        self.asked.append(("restored", anyway))

    def overrule(self, legal: bool, reason: str) -> None:
        self.asked.append(("overrule", legal, reason))

    def undo(self, turn: int | None = None) -> None:
        self.asked.append(("undo", turn))

    def redo(self, turn: int | None = None) -> None:
        self.asked.append(("redo", turn))

    def correct(self, set_: int, place: int, tile: str | None) -> None:
        self.asked.append(("tile", set_, place, tile))

    def add(self, x: float, y: float, tile: str) -> None:
        self.asked.append(("there", x, y, tile))

    def free(self, x: float, y: float) -> None:
        self.asked.append(("free", x, y))

    def untell(self, set_: int, place: int) -> None:
        self.asked.append(("untold", set_, place))

    def untell_absent(self, place: int) -> None:
        self.asked.append(("absent untold", place))

    def insist(self) -> None:
        self.asked.append(("insist",))

    def pause(self, why: str | None = None) -> None:
        self.asked.append(("pause", why) if why else ("pause",))

    def resume(self, why: str | None = None) -> None:
        self.asked.append(("resume", why) if why else ("resume",))

    def extend(self) -> None:
        self.asked.append(("extend",))

    def add_seconds(self, seconds: int) -> None:
        self.asked.append(("seconds", seconds))

    def give_turn(self, player: str) -> None:
        self.asked.append(("turn of", player))

    def count_rack(self, player: str, tiles: int) -> None:
        self.asked.append(("count", player, tiles))

    def rack(self, player: str, photo: bytes) -> Mapping[str, Any]:
        self.asked.append(("rack", player, len(photo)))
        return {"player": player, "tiles": ["r5"], "points": 5, "unsure": []}

    def end_round(self, racks: Mapping[str, str], anyway: bool) -> None:
        self.asked.append(("end", dict(racks), anyway))

    def turns(self, first: int = 0, most: int | None = None) -> list[Mapping[str, Any]]:
        turns = [{"number": number, "player": "Ada"} for number in range(1, self.turn_count() + 1)]
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
        return {"phone": self.sender is not None, "size": None, "advice": []}

    def write(self, name: str, note: Record) -> None:
        self.noted[name] = encode(note)

    def read(self, name: str, kind: type[R]) -> R | None:
        return decode(self.noted[name], kind) if name in self.noted else None

    def answered(self, key: str) -> Answer | None:
        return self.answers.get(key)

    def keep_answer(self, answer: Answer) -> None:
        self.answers[answer.key] = answer


@pytest.fixture
def table() -> FakeTable:
    return FakeTable()


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
