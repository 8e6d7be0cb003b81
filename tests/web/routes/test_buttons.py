"""The buttons: the acts that they request of the table, and the presses that are refused."""

import io
from unittest.mock import ANY

import pytest
from flask.testing import FlaskClient

from referee.rules import Rules


def test_the_state_is_what_the_table_says(client: FlaskClient) -> None:
    answer = client.get("/api/state")
    assert answer.status_code == 200
    assert answer.json == {"version": 1, "match": None, "turn": None, "table": []}


ANYBODY, FINNISH = ANY, Rules.from_json("finnish")


@pytest.mark.parametrize(
    ("path", "body", "asked"),
    [
        ("/api/match", {"players": ["Ada", "Bo"]}, ("start", ("Ada", "Bo"), "original", None, None, True)),
        (
            "/api/match",
            {"players": [" Ada ", "Bo"], "rules": {"preset": "finnish"}, "first": "Bo", "points": 200},
            ("start", ("Ada", "Bo"), {"preset": "finnish"}, "Bo", 200, True),
        ),
        ("/api/round", None, ("round_ready", None)),
        ("/api/round/again", {"player": "Bo"}, ("dealt_again", "Bo")),
        ("/api/turn/done", None, ("done", False)),
        ("/api/turn/done", {"anyway": True}, ("done", True)),
        ("/api/turn/restored", {}, ("restored", False)),
        (
            "/api/turn/overrule",
            {"legal": True, "reason": "We agreed so."},
            ("overrule", True, "We agreed so.", ANYBODY),
        ),
        ("/api/turn/undo", None, ("taken_back", None)),
        ("/api/turn/undo", {"turn": 17}, ("taken_back", 17)),
        ("/api/turn/redo", {"turn": 17}, ("counting_again", 17)),
        ("/api/round/begin", {"first": "Bo", "anyway": True}, ("begin_round", "Bo", True)),
        ("/api/round/begin", None, ("begin_round", None, False)),
        ("/api/round/stop", None, ("stopped",)),
        ("/api/match/end", None, ("ended",)),
        ("/api/match/on", None, ("played_on",)),
        ("/api/turn/extend", None, ("extended",)),
        ("/api/turn/by-itself", {"seconds": 5}, ("choose_seconds", 5)),
        ("/api/turn/by-itself", {"seconds": None}, ("choose_seconds", None)),
        ("/api/tile", {"set": 2, "place": 0, "tile": "r6"}, ("correct", 2, 0, "r6", "", ANYBODY)),
        ("/api/tile", {"set": 2, "place": 0, "tile": None}, ("correct", 2, 0, None, "", ANYBODY)),
        ("/api/tile", {"at": [120.5, 80], "tile": "k13"}, ("add", 120.5, 80, "k13", ANYBODY)),
        ("/api/tile", {"at": [120.5, 80], "tile": None}, ("free", 120.5, 80, ANYBODY)),
        ("/api/tile", {"set": 2, "place": 0, "tile": "r6", "mark": "a-1"}, ("correct", 2, 0, "r6", "a-1", ANYBODY)),
        ("/api/tile/untold", {"set": 2, "place": 0}, ("untell", 2, 0, "", ANYBODY)),
        ("/api/tile/untold", {"absent": 1}, ("untell_absent", 1, "", ANYBODY)),
        ("/api/table/clear", None, ("insist",)),
        ("/api/turn/player", {"player": "Bo"}, ("turn_given", "Bo")),
        ("/api/clock", {"seconds": -30}, ("clock_corrected", -30)),
        ("/api/lost/seen", None, ("confirm",)),
        ("/api/camera/mirror", {"mirrored": True}, ("mirror", True)),
        ("/api/pause", None, ("pause", None)),
        ("/api/resume", None, ("go_on", None)),
        ("/api/rack/count", {"player": "Bo", "tiles": 9}, ("rack_corrected", "Bo", 9)),
        ("/api/round/end", {"racks": {"Bo": "r5"}}, ("counted", {"Bo": "r5"}, None)),
        ("/api/round/end", {"racks": {"Bo": 37, "Cy": "r5"}}, ("counted", {"Bo": "37", "Cy": "r5"}, None)),
        ("/api/players/leave", {"player": "Bo", "rack": "keep"}, ("left", "Bo", "keep")),
        ("/api/players/stay", {"player": "Bo"}, ("stayed", "Bo")),
        ("/api/players/pace", {"player": "Bo", "pace": 1.5}, ("paced", "Bo", 1.5)),
        ("/api/undo", {"number": 3}, ("undo", 3, ANYBODY)),
        ("/api/players/join", {"player": " Di "}, ("joined", "Di", False)),
        ("/api/players/join", {"player": "Di", "now": True}, ("joined", "Di", True)),
        ("/api/players/rename", {"player": "Bo", "to": "Bob", "merge": True}, ("rename", "Bo", "Bob", True, ANYBODY)),
        ("/api/players/order", {"players": ["Bo", "Ada"]}, ("ordered", ("Bo", "Ada"))),
        ("/api/players/forget", {"player": "Bo"}, ("forget", "Bo", ANYBODY)),
        ("/api/rules", {"rules": "finnish", "reason": "so it is"}, ("rules_changed", FINNISH, "so it is")),
        (
            "/api/rounds/2/racks",
            {"racks": {"Bo": 37}, "reason": "?"},
            ("round_mended", 2, {"Bo": "37"}, "?", False),
        ),
        ("/api/rounds/2/void", {"reason": "mixed"}, ("round_voided", 2, "mixed")),
        ("/api/rounds/2/unvoid", None, ("round_unvoided", 2)),
    ],
)
def test_each_button_asks_the_table(host: FlaskClient, table, path: str, body: object, asked: tuple) -> None:
    answer = host.post(path, json=body) if body is not None else host.post(path)
    assert answer.status_code in (200, 201), answer.text
    assert table.asked == [asked]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/turn/overrule", {"legal": True, "reason": "so it is"}),
        ("/api/round/end", {"racks": {"Bo": "r5"}}),
        ("/api/rules", {"rules": "finnish", "reason": "so it is"}),
        ("/api/rounds/2/void", {}),
        ("/api/rounds/2/unvoid", {}),
        ("/api/turn/player", {"player": "Bo"}),
        ("/api/clock", {"seconds": -30}),
        ("/api/rack/count", {"player": "Bo", "tiles": 9}),
        ("/api/round/stop", {}),
        ("/api/match/end", {}),
        ("/api/players/leave", {"player": "Bo", "rack": "keep"}),
        ("/api/players/rename", {"player": "Bo", "to": "Bob"}),
        ("/api/players/forget", {"player": "Bo"}),
        ("/api/undo", {"number": 3}),
        ("/api/tile", {"set": 2, "place": 0, "tile": "r6"}),
        ("/api/tile", {"at": [120.5, 80], "tile": "k13"}),
        ("/api/tile", {"at": [120.5, 80], "tile": None}),
        ("/api/tile/untold", {"set": 2, "place": 0}),
        ("/api/tile/untold", {"absent": 1}),
    ],
)
def test_what_is_mended_is_signed_by_the_player_whose_device_it_is(
    host: FlaskClient, table, path: str, body: object
) -> None:
    assert host.post(path, json=body, headers={"X-Table-Seat": "%C3%85sa"}).status_code == 200
    assert "Åsa" in (table.asked[0][-1], table.signed_by)


@pytest.mark.parametrize(
    "body",
    [
        {"tile": "r6"},
        {"set": 1, "tile": "r6"},
        {"at": [1, 2], "set": 1, "tile": None},
        {"at": [1, 2], "set": 1, "tile": "r6"},
    ],
)
def test_a_tile_is_named_by_its_place_or_by_where_it_lies(host: FlaskClient, table, body: dict[str, object]) -> None:
    assert host.post("/api/tile", json=body).status_code == 400
    assert table.asked == []


def test_done_answers_with_the_verdict(host: FlaskClient) -> None:
    answer = host.post("/api/turn/done")
    assert answer.json is not None
    assert answer.json["verdict"]["played"] == ["b3"]


def test_a_question_of_the_table_is_a_409_that_says_what_is_asked(host: FlaskClient, table) -> None:
    table.question = "Is the red 7 covered?"
    answer = host.post("/api/turn/done")
    assert answer.status_code == 409
    asked = "Is the red 7 covered?"
    told = {"error": asked, "code": asked, "values": {}, "text": asked}
    assert answer.json == {**told, "question": {"text": asked}}
    assert host.post("/api/turn/done", json={"anyway": True}).status_code == 200


@pytest.mark.parametrize(
    ("path", "body", "named"),
    [
        ("/api/match", {}, "players"),
        ("/api/match", {"players": "Ada"}, "players"),
        ("/api/match", {"players": ["Ada", 7]}, "players[1]"),
        ("/api/match", {"players": ["Ada", "B\u0000o"]}, "players[1]"),
        ("/api/match", {"players": ["Ada", "x" * 99]}, "players[1]"),
        ("/api/match", {"players": ["Ada", "Bo"], "colour": 1}, "colour"),
        ("/api/turn/overrule", {"legal": 1, "reason": "x"}, "legal"),
        ("/api/turn/overrule", {"legal": True, "reason": "  "}, "reason"),
        ("/api/tile", {"set": -1, "place": 0, "tile": "r6"}, "set"),
        ("/api/tile", {"set": 1.5, "place": 0, "tile": "r6"}, "set"),
        ("/api/tile", {"set": True, "place": 0, "tile": "r6"}, "set"),
        ("/api/tile", {"set": 1, "place": 0}, "tile"),
        ("/api/turn/done", {"anyway": "yes"}, "anyway"),
        ("/api/turn/by-itself", {}, "seconds"),
        ("/api/turn/by-itself", {"seconds": 1}, "seconds"),
        ("/api/round/end", {"racks": ["r5"]}, "racks"),
        ("/api/round/end", {"racks": {"Bo": -5}}, "racks"),
        ("/api/round/end", {"racks": {"Bo": True}}, "racks"),
        ("/api/rounds/2/racks", {"racks": {"Bo": "\u0000"}}, "racks"),
    ],
)
def test_an_unusable_body_is_a_400_that_names_what_is_wrong(
    host: FlaskClient, table, path: str, body: object, named: str
) -> None:
    answer = host.post(path, json=body)
    assert answer.status_code == 400
    assert answer.json is not None
    assert named in answer.json["error"]
    assert answer.json["text"] == answer.json["error"]
    assert table.asked == []


@pytest.mark.parametrize("body", [b"{", b"[]", b"7", b"\xff\xfe", b"[" * 60_000, b'"x"'])
def test_what_is_no_json_object_is_a_400(host: FlaskClient, body: bytes) -> None:
    answer = host.post("/api/turn/undo", data=body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json is not None


def test_a_photograph_of_a_rack_is_handed_to_the_table(host: FlaskClient, table) -> None:
    answer = host.post("/api/rack", data={"player": "Bo", "photo": (io.BytesIO(b"jpeg"), "../../x.jpg")})
    assert answer.json == {"player": "Bo", "tiles": ["r5"], "points": 5, "unsure": []}
    assert table.asked == [("rack", "Bo", 4)]
    host.post("/api/rack", data={"photo": (io.BytesIO(b"jpeg"), "x.jpg")})
    assert table.asked[1:] == [("rack", None, 4)], "nobody's, where there is no match"


@pytest.mark.parametrize("form", [{}, {"player": "Bo"}])
def test_a_rack_without_a_photograph_is_a_400(host: FlaskClient, form: dict[str, object]) -> None:
    assert host.post("/api/rack", data=form, content_type="multipart/form-data").status_code == 400


def test_a_photograph_that_is_too_large_is_refused_unread(host: FlaskClient, table) -> None:
    form = {"data": b"--x", "content_type": "multipart/form-data; boundary=x"}
    answer = host.post("/api/rack", **form, environ_overrides={"CONTENT_LENGTH": "13000000"})
    assert answer.status_code == 413
    assert table.asked == []


def test_pictures(client: FlaskClient) -> None:
    assert client.get("/api/picture.jpg").data == b"drawn"
    assert client.get("/api/picture.jpg?plain=1").data == b"plain"
    assert client.get("/api/turns/1/before.jpg").mimetype == "image/jpeg"
    assert client.get("/api/turns/9/after.jpg").status_code == 404
    assert client.get("/api/turns").json == [{"number": 1, "player": "Ada"}]


def test_turns_come_a_hundred_a_page_the_newest_last(client: FlaskClient, table) -> None:
    table.played = 201
    pages = [client.get(f"/api/turns?page={page}").json for page in (1, 2, 3)]
    assert [len(page["turns"]) for page in pages] == [100, 100, 1]
    assert {page["pages"] for page in pages} == {3}
    assert pages[2]["turns"][0]["number"] == 201
    table.played = 0
    assert client.get("/api/turns?page=1").json == {"turns": [], "page": 1, "pages": 1}


@pytest.mark.parametrize("page", ["0", "2", "-1", "x", "", "9" * 30])
def test_a_page_of_turns_that_is_not_there_is_refused(client: FlaskClient, page: str) -> None:
    assert client.get(f"/api/turns?page={page}").status_code == 400


@pytest.mark.parametrize("path", ["/api/turns/-1/before.jpg", "/api/turns/1/..%2fx.jpg", "/api/turns/1/x.jpg"])
def test_no_other_file_can_be_asked_for(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.json is not None


def test_a_place_of_the_table_is_shown_as_a_picture_of_its_own(client: FlaskClient) -> None:
    answer = client.get("/api/crop.jpg?quad=0.1,0.2,0.3,0.2,0.3,0.4,0.1,0.4")
    assert (answer.mimetype, answer.data) == ("image/jpeg", b"(0.1, 0.2) (0.3, 0.4)")


@pytest.mark.parametrize("quad", ["", "1,2,3", "a,b,c,d,e,f,g,h", "nan,0,1,0,1,1,0,1", "0,0,1e9,0,1,1,0,1"])
def test_a_place_that_is_none_is_refused(client: FlaskClient, quad: str) -> None:
    answer = client.get("/api/crop.jpg", query_string={"quad": quad})
    assert (answer.status_code, answer.json["code"]) == (400, "which-place")


@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        ("/api/turn/overrule", {"legal": True, "reason": " "}, '"reason" is empty; it has to be a text'),
        ("/api/match", {"players": [f"P{n}" for n in range(12)]}, '"players" holds 12, but 6 are the most'),
        ("/api/match", {"players": ["Ada", ""]}, '"players[1]" is empty; it has to be a name'),
        (
            "/api/tile/untold",
            {"set": 2},
            "Say which tile is meant: its set and place, or where in the picture it lies.",
        ),
        ("/api/clock", {"seconds": 9000}, '"seconds" has to be a whole number from -600 to 600, not 9000'),
    ],
)
def test_an_unusable_body_hears_what_is_wrong_with_it(
    host: FlaskClient, table, path: str, body: dict[str, object], said: str
) -> None:
    answer = host.post(path, json=body)
    assert (answer.status_code, answer.json["error"]) == (400, said)
    assert table.asked == []


def test_addresses_and_methods_that_are_none_say_so_with_a_code(client: FlaskClient, host: FlaskClient) -> None:
    assert client.get("/api/nothing").json["code"] == "http.404"
    refused = host.put("/api/pause")
    assert (refused.status_code, refused.json["code"]) == (405, "http.405")
    assert refused.json["error"] == "This address does not answer to PUT."
