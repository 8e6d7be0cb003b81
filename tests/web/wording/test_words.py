"""docs/words.md: each term has the same name everywhere, in every language."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from web.wording.catalogue import FOLDER

WORDS = (Path(__file__).parents[3] / "docs" / "words.md").read_text(encoding="utf-8")
LANGUAGES = ("da", "fi", "nb", "sv")


def rows(heading: str) -> list[list[str]]:
    """The cells of the table below a heading, without its header row."""
    part = WORDS.partition(heading)[2].split("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines[2:]]


TERMS = rows("# Words")
EXCEPT = {line.removeprefix("- ") for line in WORDS.splitlines() if line.startswith("- ")}


def texts(language: str) -> list[tuple[str, str]]:
    """Each English text with its translation; of plural forms the singular."""
    with (FOLDER / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        found = [(message.id, message.string) for message in read_po(file) if message.id]
    return [tuple(one if isinstance(one, str) else one[0] for one in pair) for pair in found]  # type: ignore[misc]


def test_the_list_names_the_terms_of_the_game() -> None:
    assert {"tile", "rack", "pool", "joker", "round", "turn", "opening"} <= {row[0] for row in TERMS}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("term", TERMS, ids=lambda row: row[0])
def test_a_term_is_called_the_same_everywhere(term: list[str], language: str) -> None:
    stems = re.findall(r"`([^`]+)`", term[1 + LANGUAGES.index(language)])
    wanted = re.compile(rf"(?<![\w-]){term[0]}s?\b", re.IGNORECASE)
    for english, said in texts(language):
        is_meant = wanted.search(re.sub(r"\{\w+\}", "", english)) and "\n" not in english and english not in EXCEPT
        if stems and is_meant:
            assert any(stem in said.lower() for stem in stems), f"docs/words.md: {term[0]}: {english!r}: {said!r}"


@pytest.mark.parametrize(("language", "word"), [(row[0], row[1].strip("`")) for row in rows("## Never said")])
def test_what_reads_wrongly_is_never_said(language: str, word: str) -> None:
    assert [said for _, said in texts(language) if word in said.lower()] == []
