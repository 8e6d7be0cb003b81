"""click's own messages appear in the language of the terminal, too."""

import os

import pytest
from click.testing import CliRunner

from tilewatch.cli import main


@pytest.mark.parametrize("locale", ["da_DK", "fi_FI", "no_NO", "sv_SE"])
@pytest.mark.parametrize(
    "words", ["nonsense", "play --nonsense", "play --port x", "play --prt 1", "play --port", "judge a b c"]
)
def test_a_mistake_is_told_in_the_language_of_the_terminal(
    monkeypatch: pytest.MonkeyPatch, locale: str, words: str
) -> None:
    monkeypatch.setenv("LC_ALL", f"{locale}.UTF-8")
    monkeypatch.setenv("LANGUAGE", "")
    told = CliRunner().invoke(main, words.split()).output
    assert len(told.splitlines()) == 1
    of_click = ("Usage", "Error", "Try '", "Invalid", "No such", "you mean", "requires", "Got")
    assert not any(english in told for english in of_click)
    assert os.environ["LANGUAGE"] == ""


@pytest.mark.parametrize(
    "words",
    [
        "nonsense",
        "judge",
        "judge --nonsense",
        "judge x --lines=y",
        "read --still --one-set x",
        "teach x --save",
        "play --size 3",
    ],
)
def test_a_mistake_in_the_words_of_a_command_is_one_line_as_well(words: str) -> None:
    """The interface: exit status 2 for unusable input, with one line on standard error naming the mistake and its
    place."""
    result = CliRunner().invoke(main, words.split(), prog_name="tilewatch")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"tilewatch {words.split()[0]}: " if words != "nonsense" else "tilewatch: ")
    assert len(result.stderr.splitlines()) == 1
