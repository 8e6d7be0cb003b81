"""Each leaflet's own vocabulary, used if its rules are played."""

import re
from collections.abc import Iterator

import pytest

from referee.rules import PRESET_FILES
from web.wording.catalogue import Catalogue, catalogue, script_texts
from web.wording.vocabulary import in_words_of, words_of


@pytest.mark.parametrize(
    ("preset", "language", "text", "said"),
    [
        ("original", "fi", "Nosta laatta nostopinosta telineeseen.", "Nosta nappula kasasta pidikkeeseen."),
        ("tournament", "fi", "Suora: kolme laattaa", "Rivi: kolme nappulaa"),
        ("finnish", "fi", "Nosta laatta nostopinosta telineeseen.", "Nosta laatta varastosta telineeseen."),
        ("danish-card", "da", "Et sæt med en joker; {n} sæt", "En kombination med en joker; {n} kombinationer"),
        ("danish-card", "da", "Første melding er ét sæt.", "Første nedlægning er én kombination."),
        ("original", "da", "Et sæt med en joker", "Et sæt med en joker"),
        (None, "fi", "laatta", "laatta"),
    ],
)
def test_a_text_is_said_in_the_words_of_the_leaflet(preset: str | None, language: str, text: str, said: str) -> None:
    assert in_words_of(text, preset, language) == said


LEFT = {
    ("original", "fi"): r"(?i)(?<!pe)laat[ot]|laata|telin|nostopin|(?<!\w)suora(?!an)",
    ("finnish", "fi"): r"(?i)nostopin",
    ("danish-card", "da"): r"(?i)(?<!\w)(?<!eget )sæt(tet|tene)?(?!\w)(?! den)|første melding",
}
"""Words of preset and language that the leaflet itself does not use; "sæt den" is "put it", "jeres eget sæt" a taught
set."""


@pytest.mark.parametrize(("preset", "language"), list(LEFT))
def test_no_text_keeps_a_word_that_the_leaflet_does_not_use(preset: str, language: str) -> None:
    texts = catalogue(language, preset)
    assert isinstance(texts, Catalogue)
    assert [text for text in texts.entries.values() if re.search(LEFT[preset, language], text)] == []


def vocabularies() -> Iterator[tuple[str, str]]:
    for name, preset in PRESET_FILES.items():
        yield from ((name, language) for language in preset.vocabulary)


@pytest.mark.parametrize(("preset", "language"), list(vocabularies()))
def test_the_fields_of_a_text_stay(preset: str, language: str) -> None:
    plain, worded, field = catalogue(language), catalogue(language, preset), re.compile(r"\{\w+\}")
    assert isinstance(plain, Catalogue)
    assert isinstance(worded, Catalogue)
    for english, said in plain.entries.items():
        assert field.findall(said) == field.findall(worded.entries[english])


def test_the_scripts_get_the_same_words() -> None:
    assert "nappula" in script_texts("fi", "original")
    assert "nappula" not in script_texts("fi")
    assert not words_of("original", "sv")
