"""A press whose answer is lost, a press whose PIN is requested but not given, and a phone that slept."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.browser.family_table import Table

PIN = "482913"
ESCAPE, ENTER = "\ue00c", "\ue007"
TOO_SLOW_ONCE = """const [files, done] = arguments, reach = window.fetch, sent = [];
window.fetch = (path, press) => {
  if (press?.method !== 'POST') return reach(path, press);
  sent.push(press.headers['Idempotency-Key']);
  return sent.length === 1 ? Promise.resolve(new Response('too slowly', {status: 408})) : reach(path, press);
};
import(`${files}/js/page/table.js`).then(({post}) => post('/api/house', {help: 'all'}))
  .then(() => done(sent), (error) => done(error.message));"""
HELD = """const held = arguments[0], reach = window.fetch;
window.fetch = async (path, sent) => {
  if (!String(path).startsWith(held)) return reach(path, sent);
  await new Promise((resolve) => { window.goOn = resolve; });
  const answer = await reach(path, sent);
  setTimeout(() => { window.isAnswered = true; }, 300);
  return answer;
};"""
UNPLUGGED = "window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path, PIN)
    made.stage.table.match.start(["Ada", "Bo"], "original", "Ada", None, False)
    made.stage.table.match.begin_round(None, True)
    yield made
    made.end()


def test_a_press_that_came_too_slowly_is_sent_again_and_one_that_is_lost_is_told_in_the_players_language(
    table: Table, device: Any
) -> None:
    phone = device("phone", 390, 844, f"{table.address}/?pin={PIN}")
    phone.open("")
    phone.one("#done")
    first, again = phone.answer(TOO_SLOW_ONCE, table.app.jinja_env.globals["files"])
    assert first == again
    phone.open("/language/da")
    phone.open("/players/Ada")
    phone.one("[name=colour]")
    phone.run(UNPLUGGED)
    phone.press("[name=colour][value='3']")
    phone.says("#notice", "Bordet svarer ikke")


def test_done_can_be_pressed_again_after_the_question_for_the_pin_was_closed(table: Table, device: Any) -> None:
    guest = device("guest", 390, 844, f"{table.address}/")
    guest.open("")
    for _ in range(2):
        guest.awake("#done")
        guest.press("#done")
        guest.one("#asked-pin")
        guest.keys(ESCAPE)
        guest.says("#notice", "PIN")
    assert table.now == ("Ada", "playing")


def test_a_sheet_lies_there_as_it_was_once_the_pin_is_given_or_not(table: Table, device: Any) -> None:
    guest = device("guest", 390, 844, f"{table.address}/")
    guest.open("")
    guest.press("#join")
    guest.write("#join-name", "Cleo")
    guest.press("#join-next")
    guest.one("#asked-pin")
    guest.keys(ESCAPE)
    guest.says("#notice", "PIN")
    assert guest.all("#join-name", "value") == ["Cleo"]
    guest.press("#join-next")
    guest.write("#asked-pin", PIN)
    guest.keys(ENTER)
    guest.until("document.querySelector('#sheet').hidden")
    guest.says("#players", "Cleo")


def test_a_count_that_is_lost_on_the_way_is_no_doubt_about_the_racks(table: Table, device: Any) -> None:
    table.stage.table.act(lambda match, at: match.stopped(at))
    phone = device("counting", 390, 844, f"{table.address}/?pin={PIN}")
    phone.open("")
    phone.open("/racks")
    for place, points in enumerate(("0", "12")):
        phone.write(f"#points-{place}", points)
        phone.keys(ENTER)
        phone.until(f"!document.querySelector('#points-{place}')")
    phone.one("#score")
    phone.run(UNPLUGGED)
    phone.press("#score")
    phone.says("#notice", "The table does not answer")
    assert phone.text("#score") == "Score the round"


def test_a_phone_that_slept_shows_the_seconds_that_are_left(table: Table, device: Any) -> None:
    """The phone's clock may stop while its connection stays open: in this test only the table's time runs on."""
    table.stage.table.match.start(["Ada", "Bo"], {"preset": "original", "turn_seconds": 120}, "Ada", None, True)
    table.stage.table.match.begin_round(None, True)
    phone = device("sleeper", 390, 844, f"{table.address}/")
    phone.open("")
    phone.says("#left", "1:5")
    table.stage.wait(90)  # news may come to the phone meanwhile, or not
    phone.run("document.dispatchEvent(new Event('visibilitychange'))")
    phone.until("Number(document.getElementById('left').textContent) <= 30")


def test_a_late_answer_about_one_rack_is_not_shown_below_another(table: Table, device: Any) -> None:
    phone = device("helped", 390, 844, f"{table.address}/?pin={PIN}")
    phone.open("")
    phone.open("/my-rack")
    phone.press("[name=help][value=all]")
    phone.press("#type-mine")
    for tile in ("k11", "k12", "k13"):
        phone.press(f"#sheet [data-tile={tile}]")
    phone.keys(ESCAPE)
    phone.run(HELD, "/api/coach")
    phone.press("#ask")
    phone.until("typeof window.goOn === 'function'")
    phone.choose("#who", "Bo")
    phone.run("window.goOn()")
    phone.until("window.isAnswered")
    assert phone.count("#told") == 0


def test_a_late_answer_closes_no_other_sheet(table: Table, device: Any) -> None:
    phone = device("quick", 390, 844, f"{table.address}/?pin={PIN}")
    phone.open("")
    phone.run(HELD, "/api/players/leave")
    phone.press("#players li:nth-child(2) .player-name")
    phone.press("#leave-pool")
    phone.until("typeof window.goOn === 'function'")
    phone.keys(ESCAPE)
    phone.press("#players li:nth-child(1) .player-name")
    phone.run("window.goOn()")
    phone.until("window.isAnswered")
    assert phone.text("#sheet h2") == "Ada"


def test_what_a_sheet_was_refused_stays_when_the_turn_moves_on(table: Table, device: Any) -> None:
    phone = device("joining", 390, 844, f"{table.address}/?pin={PIN}")
    phone.open("")
    phone.press("#join")
    phone.press("#join-next")
    phone.says("#notice", "Write a name.")
    table.stage.table.act(lambda match, at: match.turn_given("Bo", at))
    phone.until("document.getElementById('whose').textContent.startsWith('Bo')")
    assert phone.all("#notice", "hidden") == [False]
