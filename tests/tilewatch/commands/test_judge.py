"""`tilewatch judge`: exit status, answers, and a clear message of one line for unusable input."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from tilewatch.cli import main
from tilewatch.commands.inputs import InputError

TURN = {"rules": "original", "opened": True, "before": ["b4 b5 b6"], "after": ["b3 b4 b5 b6"], "seconds": 41.5}


def judge(given: object, *options: str) -> Result:
    text = given if isinstance(given, str) else json.dumps(given)
    return CliRunner().invoke(main, ["judge", "-", *options], input=text)


def test_a_legal_turn() -> None:
    result = judge(TURN, "--json")
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    account = answer.pop("account")
    assert answer == {"legal": True, "played": ["b3"], "draw": 0, "opening_points": None, "faults": []}
    assert account["tiles"] == [{"tile": "b3", "from": None, "to": 0}]
    assert account["sentences"][0]["text"] == "From the rack: blue 3 to (blue 3, blue 4, blue 5, blue 6)."


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_legal_turn_that_cannot_be_told_is_no_foul() -> None:
    command = [sys.executable, "-m", "tilewatch", "judge", "-", "--json"]
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ended = subprocess.run(
            command, input=json.dumps(TURN), text=True, stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert (ended.returncode, ended.stderr.count("\n"), "Traceback" in ended.stderr) == (2, 1, False)


def test_an_illegal_turn() -> None:
    turn = {**TURN, "opened": False, "after": ["b4 b5 b6", "k9 r9 b9"]}
    result = judge(turn, "--json")
    assert result.exit_code == 1
    answer = json.loads(result.stdout)
    assert list(answer) == ["legal", "played", "draw", "opening_points", "faults", "account"]
    assert (answer["legal"], answer["draw"], answer["opening_points"]) == (False, 3, 27)
    (fault,) = answer["faults"]
    assert list(fault) == ["code", "values", "text", "sets", "tiles", "source", "rule", "from"]
    assert (fault["code"], fault["sets"]) == ("opening-too-low", [1])
    assert fault["source"].startswith("leaflet 001")


def test_a_set_that_the_players_let_lie() -> None:
    turn = {**TURN, "before": ["b4 b5 b6", "k8 r8 b10"], "after": ["b3 b4 b5 b6", "k8 r8 b10"]}
    assert judge(turn).exit_code == 1
    assert judge({**turn, "accepted": ["k8 r8 b10"]}).exit_code == 0
    assert "accepted, set 1: no such set lies in before" in judge({**turn, "accepted": ["k8 r8"]}).stderr


def test_a_turn_in_words() -> None:
    result = judge({**TURN, "seconds": 75})
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "illegal",
        "played: b3",
        "- The turn took 75 s; 60 s are allowed. [time-over; leaflet “Original game”: one minute a turn]",
        "draw: 3",
        "  From the rack: blue 3 to (blue 3, blue 4, blue 5, blue 6).",
    ]


def test_seconds_may_be_missing_and_rules_may_be_an_object() -> None:
    turn = {**TURN, "rules": {"preset": "finnish", "turn_seconds": None}}
    del turn["seconds"]
    assert judge(turn).exit_code == 0


def test_a_turn_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "turn.json"
    path.write_text(json.dumps(TURN), encoding="utf-8")
    assert CliRunner().invoke(main, ["judge", str(path), "--json"]).exit_code == 0


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({**TURN, "after": ["b3 b4 b5", "k1 k2 k3", "b1 x9"]}, 'after, set 3: "x9" is not a tile'),
        ({**TURN, "before": ["b14 b4 b5"]}, 'before, set 1: "b14" is not a tile'),
        ({**TURN, "before": ["g4 b4 b5"]}, 'before, set 1: "g4" is not a tile'),
        ({**TURN, "before": ["b" + 9000 * "9"]}, f'before, set 1: "b{39 * "9"}…" is not a tile'),
        ({**TURN, "after": ["b3 b4 b5", 7]}, '"after[1]" has to be a text, not 7'),
        ({**TURN, "after": [["b3", "b4"]]}, '"after[0]" has to be a text, not ["b3","b4"]'),
        ({**TURN, "after": ["b3 b4 b5", " "]}, "after, set 2: a set without tiles"),
        ({**TURN, "after": "b3 b4 b5"}, '"after" has to be a list of sets in notation, not "b3 b4 b5"'),
        ({**TURN, "after": None}, '"after" has to be a list of sets in notation, not null'),
        ({**TURN, "rules": "klingon"}, 'rules: "klingon" is not a preset'),
        ({**TURN, "rules": {"opening_pionts": 4}}, 'rules: "opening_pionts" is not an option'),
        ({**TURN, "rules": {"opening_points": "x"}}, "rules, option \"opening_points\": 'x' is not possible"),
        ({**TURN, "rules": {"opening_points": 10**400}}, f"{10**39}… is not possible"),
        ({**TURN, "rules": {"opening_points": 30.0}}, 'rules, option "opening_points": 30.0 is not possible'),
        ({**TURN, "rules": {"opening_points": [30]}}, 'rules, option "opening_points": [30] is not possible'),
        ({**TURN, "opened": "yes"}, '"opened" has to be true or false, not "yes"'),
        ({**TURN, "seconds": "long"}, '"seconds" has to be seconds that a turn can take, not "long"'),
        ({**TURN, "seconds": -1}, '"seconds" has to be seconds that a turn can take, not -1'),
        ({**TURN, "second": 41}, '"second" is not known here'),
        ({"opened": True, "before": []}, '"after" is missing'),
        ([TURN], "the input has to be an object {…}"),
        ("b4 b5 b6", "the input is not JSON"),
        ("", "the input is not JSON"),
        ("[" * 100_000, "the input is not JSON"),
        ('{"opened": true, "before": [], "after": [], "seconds": NaN}', "the input is not JSON"),
    ],
)
def test_what_cannot_be_used_is_named_in_one_line(given: object, said: str) -> None:
    result = judge(given, "--json")
    assert result.exit_code == 2
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert said in line


def test_a_file_saved_by_a_windows_editor_begins_with_a_mark(tmp_path: Path) -> None:
    path = tmp_path / "turn.json"
    path.write_text(json.dumps(TURN, indent=1), encoding="utf-8-sig", newline="\r\n")
    assert CliRunner().invoke(main, ["judge", str(path), "--json"]).exit_code == 0


def test_a_file_that_is_missing() -> None:
    result = CliRunner().invoke(main, ["judge", "/nowhere/turn.json"])
    assert result.exit_code == 2
    assert result.stderr == "/nowhere/turn.json: No such file or directory\n"


@pytest.mark.parametrize(
    ("name", "told"), [("a\nb", "a\\nb"), ("a\u2028b", "a\\u2028b"), ("a\x1b[2Jb", "a\\x1b[2Jb"), ("så ☃", "så ☃")]
)
def test_a_name_that_would_end_or_hide_the_line_is_told_as_programs_write_it(name: str, told: str) -> None:
    result = CliRunner().invoke(main, ["judge", f"/nowhere/{name}"])
    assert result.stderr == f"/nowhere/{told}: No such file or directory\n"


def test_a_turn_that_nobody_waited_for_is_no_foul(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while the turn is typed: status 1 would say that it is illegal."""

    def interrupted(_: str) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr("tilewatch.commands.inputs.text_of", interrupted)
    result = judge("")
    assert (result.exit_code, result.stdout, result.stderr) == (130, "", "\nAborted!\n")


@pytest.mark.parametrize("options", [[], ["--lines"]])
def test_a_turn_from_a_standard_input_that_is_closed(monkeypatch: pytest.MonkeyPatch, options: list[str]) -> None:
    monkeypatch.setattr("tilewatch.commands.inputs.sys.stdin", None)
    with pytest.raises(InputError, match="standard input: Bad file descriptor"):
        main(["judge", "-", *options], standalone_mode=False)


def test_one_answer_a_line() -> None:
    illegal = {**TURN, "after": ["b4 b5 b6", "b1"]}
    result = judge("\n".join(map(json.dumps, (TURN, illegal, TURN))), "--lines", "--json")
    assert result.exit_code == 1
    assert [json.loads(line)["legal"] for line in result.stdout.splitlines()] == [True, False, True]


def test_a_bad_line_is_answered_and_the_rest_are_judged() -> None:
    bad = {**TURN, "after": ["b3 b4 b5", "x9"]}
    lines = [json.dumps(TURN), json.dumps(bad), "", "nonsense", json.dumps(TURN)]
    result = judge("\n".join(lines) + "\n", "--lines")
    assert result.exit_code == 2
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [next(iter(answer)) for answer in answers] == ["legal", "error", "error", "error", "legal"]
    assert answers[1] == {"error": 'after, set 2: "x9" is not a tile'}
    assert result.stderr.splitlines() == ['standard input, line 2: after, set 2: "x9" is not a tile (and 2 more lines)']


def test_a_line_ends_where_a_file_s_lines_end_and_nowhere_else() -> None:
    """A JSON text may contain other line separators unescaped: it is still one turn, and gets one answer."""
    odd = json.dumps({**TURN, "rules": "no\u2028such\u0085rules"}, ensure_ascii=False)
    result = judge(f"{odd}\r\n{json.dumps(TURN)}\n", "--lines")
    assert [next(iter(json.loads(line))) for line in result.stdout.split("\n")[:-1]] == ["error", "legal"]


def test_whoever_asks_line_by_line_is_answered_before_the_next_question(
    monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """A program may hold the pipe open: it sends the next question after the answer."""
    answered: list[bytes] = []

    def asked() -> Iterator[bytes]:
        for _ in range(3):
            yield json.dumps(TURN).encode() + b"\n"
            answered.append(capsysbinary.readouterr().out)

    lines = asked()
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=SimpleNamespace(readline=lambda _most: next(lines, b""))))
    with pytest.raises(SystemExit):
        main(["judge", "-", "--lines"])
    assert [json.loads(one)["legal"] for one in answered] == [True, True, True]


def test_no_lines_at_all() -> None:
    result = judge("", "--lines")
    assert (result.exit_code, result.stdout) == (0, "")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no /dev/zero")
@pytest.mark.parametrize("options", [(), ("--lines",)])
def test_input_that_never_ends_is_one_line_and_exit_2(options: tuple[str, ...]) -> None:
    result = CliRunner().invoke(main, ["judge", "/dev/zero", *options])
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
    assert "/dev/zero: goes on after 64 MB" in result.stderr
