"""The pages: frames in every language, rules in plain words, exports, and the data that only the household may ask
for."""

import io
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient

import web.app
from referee.match.match import Match
from referee.rules import CHAPTERS, OPTIONS, PRESETS, Rules
from referee.table import Table
from tests.web.conftest import PIN, FakeTable
from tilewatch.telling import state_json, turns_json
from web import files
from web.app import create_app
from web.routes import joining
from web.routes.exports import times_of
from web.wording.catalogue import catalogue, languages
from web.wording.rules_told import disputed

SCREENS = ["/", "/setup", "/turns", "/racks", "/scores", "/tv", "/my-rack", "/sets", "/more", "/agreement"]
SCREENS += ["/matches", "/matches/1", "/players", "/players/Ada"]
WEB = Path(web.app.__file__).parent
SCRIPTS = sorted((WEB / "static" / "js").rglob("*.js"))
OPENING = Table.from_notation(["r10 r11 r12"])
FAULTY = Table.from_notation(["r10 r11 r12", "b4 b6 k6"])


def told(match: Match) -> dict[str, Any]:
    """The state of a match, without the camera's fields."""
    return {"version": 7, "table": [], **state_json.of_match(match, 1, 0.0)}


@pytest.fixture
def match() -> Match:
    """Ada opened, Bo's turn failed and the table was put back; Ada's is the next."""
    begun = Match.begun(["Ada", "=Bo"], Rules(), 0.0).round_begun(1.0, "Ada")
    return begun.claimed(OPENING, 21.0).claimed(FAULTY, 61.0).restored(70.0)


@pytest.fixture
def played(table: Any, match: Match) -> Any:
    """A table with that match."""
    table.state = lambda: told(match)
    turns = [turns_json.turn_of(turn, {"before": False, "after": True}) for turn in match.now.turns]
    table.turns = lambda: turns
    table.table_by_right = lambda: match.now.table
    return table


@pytest.fixture(scope="module")
def onlooker() -> FlaskClient:
    """A device that only reads and changes nothing, so many screens share it."""
    return create_app(FakeTable(), PIN).test_client()


def status(client: FlaskClient, path: str) -> int:
    """Asks for a file and closes it again."""
    with client.get(path) as answer:
        return answer.status_code


@pytest.mark.parametrize("path", SCREENS)
@pytest.mark.parametrize("language", languages())
def test_every_screen_is_served_in_every_language(onlooker: FlaskClient, path: str, language: str) -> None:
    answer = onlooker.get(path, headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert f'<html lang="{language}">' in answer.text
    assert catalogue(language).gettext("Scores") in answer.text


@pytest.mark.parametrize("path", SCREENS)
def test_nothing_comes_from_outside_and_nothing_is_written_into_the_page(onlooker: FlaskClient, path: str) -> None:
    """The Content-Security-Policy forbids external resources and inline scripts."""
    html = onlooker.get(path).text
    assert not re.findall(r'(?:src|href|action)="(?:https?:)?//', html)
    assert " style=" not in html
    assert not re.findall(r" on[a-z]+=", html)
    assert all("src=" in tag or 'type="application/json"' in tag for tag in re.findall(r"<script[^>]*>", html))


def test_every_file_a_page_names_is_there(client: FlaskClient) -> None:
    for path in SCREENS:
        for name in re.findall(r'(?:src|href)="(/[^"?#]*\.\w+)"', client.get(path).text):
            if not name.startswith("/export/"):
                assert status(client, name) == 200, name


def test_a_file_is_kept_until_one_of_them_changes(onlooker: FlaskClient) -> None:
    """A screen loads some fifty files: a phone that revalidated each at every tap on a tab would be slow."""
    for address, kept in ((files.address(), "immutable"), ("/static/0123456789ab", "no-cache")):
        with onlooker.get(f"{address}/js/page/looks.js") as script:
            assert kept in script.headers["Cache-Control"]
    assert f'src="{files.address()}/js/page/looks.js"' in onlooker.get("/").text


def test_a_file_that_changed_while_the_program_ran_is_not_kept(
    onlooker: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file belongs to another version: a browser that returned to this version would keep a mixture for ever."""
    monkeypatch.setitem(files.digests(), "base.css", b"as it was")
    for file, kept in (("base.css", "no-cache"), ("tv.css", files.FOR_GOOD)):
        with onlooker.get(f"{files.address()}/{file}") as answer:
            assert answer.headers["Cache-Control"] == kept


def test_a_script_imports_only_what_is_there() -> None:
    for script in SCRIPTS:
        for name in re.findall(r'from "(\.[^"]+)"', script.read_text(encoding="utf-8")):
            assert (script.parent / name).resolve() in SCRIPTS, f"{script.name}: {name}"


def test_a_language_is_remembered_on_the_device(client: FlaskClient) -> None:
    assert client.get("/language/fi").headers["Location"] == "/more"
    assert '<html lang="fi">' in client.get("/").text
    client.get("/language/xx")
    assert '<html lang="fi">' in client.get("/").text


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_told_in_plain_words(onlooker: FlaskClient, preset: str) -> None:
    answer = onlooker.get(f"/api/rules?rules={preset}")
    assert answer.status_code == 200
    short = " ".join(answer.json["short"])
    assert str(PRESETS[preset].opening_points) in short
    assert onlooker.get(f"/agreement?rules={preset}").status_code == 200


def test_unknown_rules_are_refused_in_one_sentence(client: FlaskClient) -> None:
    answer = client.get("/api/rules?rules=<b>")
    assert answer.status_code == 400
    assert "not a preset" in answer.json["error"]


def test_every_option_is_told_somewhere() -> None:
    assert {option.name for option in OPTIONS} <= {name for names in CHAPTERS.values() for name in names}


def test_a_house_rule_stands_first_among_the_disputed(app: Flask) -> None:
    with app.test_request_context():
        first = disputed(Rules.from_json({"preset": "original", "joker_on_rack": 50}))[0]
    assert first.option == "joker_on_rack"
    assert "50" in first.sentence
    assert ("Original game", "A joker left on a rack costs 30 points.") in [
        (presets.split(", ")[0], said) for presets, said in first.others
    ]


def test_scores_go_home_as_csv_and_no_name_is_a_formula(client: FlaskClient, played: Any) -> None:
    answer = client.get("/export/scores.csv")
    assert answer.mimetype == "text/csv"
    assert "attachment" in answer.headers["Content-Disposition"]
    assert answer.text.splitlines()[0] == "\ufeffround,Ada,'=Bo,winner"


def test_scores_and_turns_go_home_as_a_workbook_in_which_numbers_are_numbers(client: FlaskClient, played: Any) -> None:
    pytest.importorskip("xlsxwriter", reason="what was installed before this dependency came lacks it")
    answer = client.get("/export/match.xlsx")
    assert "tilewatch-match.xlsx" in answer.headers["Content-Disposition"]
    with zipfile.ZipFile(io.BytesIO(answer.data)) as book:
        scores, texts = (book.read(f"xl/{name}.xml").decode() for name in ("worksheets/sheet1", "sharedStrings"))
        assert 'name="scores"' in book.read("xl/workbook.xml").decode()
    assert "<f>" not in scores
    assert "<t>=Bo</t>" in texts
    assert '<c r="B2"><v>0</v></c>' in scores
    assert "/export/match.xlsx" in client.get("/scores").text


def test_without_its_library_no_workbook_is_offered(
    client: FlaskClient, played: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.application.jinja_env.globals["has_workbook"] = False
    monkeypatch.setattr("web.routes.workbook.can_be_made", lambda: False)
    assert status(client, "/export/match.xlsx") == 404
    assert "/export/match.xlsx" not in client.get("/scores").text


def test_turns_go_home_as_csv_and_json(client: FlaskClient, played: Any) -> None:
    lines = client.get("/export/turns.csv").text.splitlines()
    assert len(lines) == 3
    assert "not-a-set" in lines[2]
    whole = client.get("/export/match.json").json
    assert [turn["player"] for turn in whole["turns"]] == ["Ada", "=Bo"]


def test_times_are_told_for_each_player(client: FlaskClient, played: Any) -> None:
    times = client.get("/api/times").json
    assert times["players"]["Ada"] == {"turns": 1, "total": 20.0, "mean": 20.0, "longest": 20.0}
    assert times["longest"]["player"] == "=Bo"


def test_a_missed_play_is_told_only_where_all_help_is_allowed(host: FlaskClient) -> None:
    assert host.get("/api/highlights").json == {"turns": 1, "missed_play": None}
    host.post("/api/house", json={"help": "opening"})
    assert host.get("/api/highlights").json["missed_play"] is None
    host.post("/api/house", json={"help": "all"})
    assert host.get("/api/highlights").json["missed_play"] == {"tiles": 3}


def test_before_the_first_turn_there_are_no_times() -> None:
    assert times_of([]) == {"players": {}, "longest": None}


def test_help_is_forbidden_until_the_players_allow_it(host: FlaskClient, played: Any) -> None:
    question = "/api/coach?rack=r13+k1+k2+k3&player=Ada"
    assert host.get(question).status_code == 403
    assert host.post("/api/house", json={"help": "all"}).json == {"help": "all"}
    answer = host.get(question).json
    assert answer["opened"] is True
    assert answer["best"]["play"] == ["k1", "k2", "k3", "r13"]


def test_the_opening_alone_may_be_asked_for(host: FlaskClient, played: Any) -> None:
    host.post("/api/house", json={"help": "opening"})
    answer = host.get("/api/coach?rack=k1+k2+k3+r5&player=%3DBo").json
    assert answer["opening"] == {"is_there": False, "needed": 30, "points": 6}
    assert answer["best"] is None
    assert host.get("/api/coach?rack=k10+k11+k12&player=%3DBo").json["opening"]["is_there"] is True


def test_without_a_match_anybody_may_ask_by_any_leaflet_what_a_bare_table_takes(host: FlaskClient) -> None:
    answer = host.get("/api/coach?rack=k10+k11+k12+r5").json
    assert (answer["opened"], answer["opening"]["is_there"], answer["opening"]["points"]) == (False, True, 33)
    assert answer["best"]["play"] == ["k10", "k11", "k12"]
    assert host.get("/api/coach?rack=k10+k11+k12&rules=nobody's").status_code == 400


def test_help_needs_the_pin(client: FlaskClient, played: Any) -> None:
    assert client.post("/api/house", json={"help": "all"}).status_code == 403
    assert client.get("/api/coach?rack=k1&player=Ada").status_code == 403


@pytest.mark.parametrize("body", [{"help": "some"}, {"help": 1}, {}, {"other": "all"}])
def test_help_of_another_kind_is_refused(host: FlaskClient, body: dict[str, object]) -> None:
    assert host.post("/api/house", json=body).status_code == 400


def test_each_loser_confirms_a_rack_and_may_take_it_back(host: FlaskClient, played: Any) -> None:
    assert host.post("/api/racks", json={"player": "Ada", "tiles": "k3 J"}).json == {"racks": {"Ada": "k3 J"}}
    assert host.get("/api/racks").json == {"racks": {"Ada": "k3 J"}}
    assert host.post("/api/racks", json={"player": "Ada", "tiles": None}).json == {"racks": {}}
    assert host.post("/api/racks", json={"player": "Ada", "tiles": "k33"}).status_code == 400
    assert host.post("/api/racks", json={"player": "Cy", "tiles": "k3"}).status_code == 400


def of_a_device(app: Flask, address: str) -> FlaskClient:
    """A client with a session of its own."""
    made = app.test_client()
    made.environ_base["REMOTE_ADDR"] = address
    assert made.post("/api/pin", json={"pin": PIN}).status_code == 200
    return made


def test_a_rack_is_changed_by_whoever_confirmed_it_or_the_host(app: Flask, host: FlaskClient, played: Any) -> None:
    first, ada, other = (of_a_device(app, f"10.0.0.{number}") for number in (2, 3, 4))
    assert ada.post("/api/racks", json={"player": "Ada", "tiles": "k3 J"}).status_code == 200
    refused = other.post("/api/racks", json={"player": "Ada", "tiles": "k3"})
    assert (refused.status_code, refused.json["code"]) == (403, "not-your-rack")
    any_pin = {"X-Table-Pin": "nonsense"}  # a client with a session is not asked for the PIN
    assert other.post("/api/racks", json={"player": "Ada", "tiles": "k3"}, headers=any_pin).status_code == 403
    assert other.post("/api/racks", json={"player": "Ada", "tiles": None}).status_code == 403
    assert ada.post("/api/racks", json={"player": "Ada", "tiles": None}).json == {"racks": {}}
    assert other.post("/api/racks", json={"player": "Ada", "tiles": "k3"}).status_code == 403
    for own in (first, host):
        assert own.post("/api/racks", json={"player": "Ada", "tiles": "k4"}).json == {"racks": {"Ada": "k4"}}


def test_racks_are_shown_to_the_players_devices_only(client: FlaskClient, host: FlaskClient, played: Any) -> None:
    host.post("/api/racks", json={"player": "Ada", "tiles": "k3 J"})
    assert client.get("/api/racks").status_code == 403
    assert "k3" not in client.get("/api/racks").text


@pytest.mark.parametrize("rack", ["k3 k3 k3", "J J J", " ".join(["J"] * 8)])
def test_a_rack_that_no_box_holds_is_not_searched(host: FlaskClient, played: Any, rack: str) -> None:
    host.post("/api/house", json={"help": "all"})
    answer = host.get("/api/coach", query_string={"rack": rack, "player": "Ada"})
    assert (answer.status_code, answer.json["code"]) == (400, "no-box-holds")


def test_where_the_round_goes_on_after_all_its_racks_are_confirmed_anew(
    host: FlaskClient, played: Any, match: Match
) -> None:
    host.post("/api/racks", json={"player": "Ada", "tiles": "k3"})
    later = told(match)
    later["turn"]["number"] += 1
    played.state = lambda: later
    assert host.get("/api/racks").json == {"racks": {}}


def test_the_next_round_begins_without_confirmed_racks(host: FlaskClient, played: Any, match: Match) -> None:
    host.post("/api/racks", json={"player": "Ada", "tiles": "k3"})
    later = told(match)
    later["match"]["round"] = 2
    played.state = lambda: later
    assert host.get("/api/racks").json == {"racks": {}}


def test_help_and_racks_are_as_they_were_after_a_start(table: Any, host: FlaskClient, played: Any) -> None:
    host.post("/api/house", json={"help": "opening"})
    host.post("/api/racks", json={"player": "Ada", "tiles": "k3 J"})
    again = web.app.create_app(table, None).test_client()
    assert again.get("/api/house").json == {"help": "opening"}
    assert again.get("/api/racks").json == {"racks": {"Ada": "k3 J"}}


def test_help_on_each_screen_is_three_sentences_and_a_picture_about_that_screen(host: FlaskClient) -> None:
    told = {}
    for screen in [*SCREENS, "/check", "/camera", "/middle"]:
        text = host.get(screen).text
        _, help_here = text.split('id="help-here"')
        help_here = re.split("</details>|</template>", help_here)[0]
        assert help_here.count("<svg") == 1, screen
        told[screen] = re.findall("<p>(.*?)</p>", help_here)
        assert len(told[screen]) == 3, screen
    assert len({sentence for sentences in told.values() for sentence in sentences}) == 3 * len(told)


def test_the_code_for_phones_has_the_pin_only_for_devices_that_showed_it(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A television shows a code that anybody may scan: a person who joins by it is asked for the PIN."""
    app.config["TILEWATCH_ADDRESS"] = "http://192.168.1.5:8017/"
    monkeypatch.setattr(joining, "code_of", Response)
    assert app.test_client().get("/qr.svg").text == "http://192.168.1.5:8017/"
    assert app.test_client().get("/qr.svg", headers={"X-Table-Pin": "1"}).status_code == 403
    host = app.test_client()
    host.get("/?pin=482913")
    assert host.get("/qr.svg").text == "http://192.168.1.5:8017/?pin=482913"


def test_whose_racks_are_still_to_come_is_everybodys_to_see(
    app: Flask, table: Any, host: FlaskClient, match: Match
) -> None:
    table.state = lambda: told(match.stopped(80.0))
    assert app.test_client().get("/api/racks/missing").json == {"missing": ["Ada", "=Bo"]}
    host.post("/api/racks", json={"player": "Ada", "tiles": "k3 J"})
    assert app.test_client().get("/api/racks/missing").json == {"missing": ["=Bo"]}


def test_a_page_for_this_machine_alone_has_no_code(host: FlaskClient) -> None:
    host.get("/?pin=482913")
    assert host.get("/qr.svg").status_code == 404


def test_the_page_can_be_put_on_a_home_screen(client: FlaskClient) -> None:
    told = client.get("/manifest.webmanifest").json
    assert told["display"] == "standalone"
    assert all(status(client, icon["src"]) == 200 for icon in told["icons"])
    with client.get("/sw.js") as script:
        assert "no-cache" in script.headers["Cache-Control"]


def test_a_wrong_link_is_a_page_for_a_person_and_json_for_a_program(client: FlaskClient) -> None:
    page = client.get("/nowhere", headers={"Accept": "text/html,*/*;q=0.8", "Accept-Language": "sv"})
    assert page.status_code == 404
    assert "Det finns ingen sådan sida här." in page.text
    assert client.get("/nowhere").is_json
    assert client.get("/api/nowhere", headers={"Accept": "text/html"}).is_json


CHROMIUM_ACCEPTS = (
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,"
    "application/signed-exchange;v=b3;q=0.7"
)


@pytest.mark.parametrize("path", ["/nowhere", "/matches/99", "/players/Nobody", "/?pin=000000"])
def test_a_wrong_link_is_a_page_in_chromium_too(client: FlaskClient, path: str) -> None:
    assert client.get(path, headers={"Accept": CHROMIUM_ACCEPTS}).mimetype == "text/html"


def test_a_link_with_a_wrong_pin_says_so_on_a_page(client: FlaskClient) -> None:
    page = client.get("/?pin=000000", headers={"Accept": "text/html", "Accept-Language": "en"})
    assert page.status_code == 403
    assert "not the table" in page.text


def test_the_agreement_says_what_the_leaflets_are(client: FlaskClient) -> None:
    assert "the leaflet in the box of the original game" in client.get("/agreement").text
