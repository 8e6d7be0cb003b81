"""Every position of rulebook.txt; a player adds a position by writing a line in that file."""

import json
from pathlib import Path

import pytest

from referee.judging import FaultCode, Position, Verdict, judge
from referee.rules import PRESETS, Rules
from referee.table import Table

LINES = [
    (number, line)
    for number, line in enumerate((Path(__file__).parent / "rulebook.txt").read_text("utf-8").splitlines(), 1)
    if line.strip() and not line.startswith("#")
]


def columns(line: str) -> list[str]:
    return [column.strip() for column in line.split("|")]


def table(text: str) -> Table:
    return Table() if text == "-" else Table.from_notation([row.strip() for row in text.split("/")])


def verdict(played_by: str, before: str, after: str) -> Verdict:
    preset, *words = played_by.split()
    options = dict(word.split("=") for word in words if "=" in word)
    rules = Rules.from_json({"preset": preset, **{name: value_of(text) for name, text in options.items()}})
    seconds = next((float(word[:-1]) for word in words if word[:-1].isdigit()), None)
    lay = table(before)
    lies = Table(lay.sets + table(after[1:].lstrip(" /") or "-").sets) if after[0] == "=" else table(after)
    return judge(Position(rules, "opening" not in words, lay), lies, seconds)


def value_of(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return text


def told(found: Verdict, wanted: str) -> str:
    """The verdict in the words of the rulebook, as detailed as the rulebook's line."""
    words = [fault.code.value for fault in found.faults] or ["legal"]
    words = list(dict.fromkeys(words))
    if "points" in wanted:
        words.append(f"{found.opening_points} points")
    if "draw" in wanted:
        words.append(f"draw {found.draw}")
    return ", ".join(words)


@pytest.mark.parametrize(("number", "line"), LINES, ids=[f"line {number}" for number, _ in LINES])
def test_the_rulebook(number: int, line: str) -> None:
    played_by, before, after, wanted, source = columns(line)
    assert told(verdict(played_by, before, after), wanted) == wanted, f"rulebook.txt, line {number}: {source}"


def test_the_rulebook_has_150_positions_and_every_preset() -> None:
    assert len(LINES) >= 150
    assert {columns(line)[0].split()[0] for _, line in LINES} == set(PRESETS)


def test_every_fault_stands_in_the_rulebook_and_names_its_source() -> None:
    verdicts = [verdict(*columns(line)[:3]) for _, line in LINES]
    found = [fault for one in verdicts for fault in one.faults]
    assert {fault.code for fault in found} == set(FaultCode)
    assert all(fault.source and fault.text.endswith((".", "?")) for fault in found)
