"""What click says itself is said in the language of the terminal, too."""

import os

import pytest
from click.testing import CliRunner

from tilewatch.cli import main
from web.wording.catalogue import catalogue


@pytest.mark.parametrize(("locale", "language"), [("da_DK", "da"), ("fi_FI", "fi"), ("no_NO", "nb"), ("sv_SE", "sv")])
@pytest.mark.parametrize("words", [["nonsense"], ["play", "--nonsense"], ["play", "--port", "x"]])
def test_a_mistake_is_told_in_the_language_of_the_terminal(
    monkeypatch: pytest.MonkeyPatch, locale: str, language: str, words: list[str]
) -> None:
    monkeypatch.setenv("LC_ALL", f"{locale}.UTF-8")
    monkeypatch.setenv("LANGUAGE", "")
    told = CliRunner().invoke(main, words).output
    assert catalogue(language).gettext("Usage:") in told
    assert not any(english in told for english in ("Usage", "Error", "Try '", "Invalid", "No such"))
    assert os.environ["LANGUAGE"] == ""
