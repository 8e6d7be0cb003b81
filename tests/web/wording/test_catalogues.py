"""Every language is complete: no text is missing or unused, and the placeholders of a text stay the same."""

import ast
import io
import json
import re
from argparse import ArgumentTypeError
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from flask.testing import FlaskClient

from referee.match.events import EVENTS
from referee.match.permitted import FITS
from referee.match.standing import Phase
from referee.messages import TEMPLATES, Message
from referee.rules import OPTIONS, Choice, Option, Rules, plain_words
from tilewatch.catalogues import known_language, po_file, texts
from web.wording.catalogue import best_language, catalogue, languages

ROOT = Path(__file__).parents[3]
PACKAGES = ("referee", "vision", "tilewatch", "web")
TRANSLATED = [code for code in languages() if code != "en"]
FIELD = re.compile(r"{\w+}")
CARRIERS = {"Message", "of", "BadRequest", "Conflict", "TableNotSeen", "Forbidden", "DoesNotFit", "MatchError"}
CARRIERS |= {
    "RulesError",
    "NotationError",
    "TextError",
    "NotUnderstood",
    "CameraLost",
    "CameraUnusable",
    "PictureError",
    "NotUsable",
    "PortTaken",
    "AuthorityUnusable",
}
"""Calls whose first argument is a message's code."""


def read(language: str) -> Catalog:
    """The translated texts of a language."""
    return read_po(io.BytesIO(po_file(language).read_bytes()), language)


def forms(text: object) -> tuple[str, ...]:
    """A text, or its forms, as a tuple."""
    return (text,) if isinstance(text, str) else tuple(text or ())  # type: ignore[arg-type]


def test_five_languages_are_there_each_with_its_own_name() -> None:
    named = {"en": "English", "da": "Dansk", "fi": "Suomi", "nb": "Norsk bokmål", "sv": "Svenska"}
    assert named.items() <= languages().items()


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_is_translated(language: str) -> None:
    """After a change: run python -m tilewatch.catalogues, then translate the texts that it names."""
    written = read(language)
    missing = [text for text in texts() if not (message := written.get(text)) or not all(forms(message.string))]
    assert missing == [], f"{language} does not say: {missing}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_translation_is_left_over(language: str) -> None:
    written, said = read(language), texts()
    assert [text for message in written if message.id and (text := forms(message.id)[0]) not in said] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_fields_of_its_template(language: str) -> None:
    written = read(language)
    for text, template in texts().items():
        message = written.get(text)
        wanted = {*FIELD.findall(text), *FIELD.findall(template.plural or "")}
        optional = wanted - set(FIELD.findall(text)) | ({f"{{{template.counted}}}"} if template.counted else set())
        for said in forms(message.string if message else ""):
            held = set(FIELD.findall(said))
            assert wanted - optional <= held <= wanted, f"{language}: {said!r} for {text!r}"


@pytest.mark.parametrize("language", ["da", "nb", "sv"])
def test_no_translation_puts_an_s_behind_a_name(language: str) -> None:
    """The names Mads and Jonas would get a second s, which none of these languages writes."""
    said = [text for one in read(language) for text in forms(one.string)]
    assert [text for text in said if re.search(r"{(player|other|seat|name)}:?s\b", text)] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_is_read_is_what_was_translated(language: str) -> None:
    """After a change: python -m tilewatch.catalogues."""
    file = po_file(language)
    written, compiled = read(language), read_mo(io.BytesIO(file.with_suffix(".mo").read_bytes()))
    pairs = [
        sorted(
            (forms(message.id), forms(message.string)) for message in one if message.id and any(forms(message.string))
        )
        for one in (written, compiled)
    ]
    assert pairs[0] == pairs[1]


def codes_in(path: Path) -> Iterator[tuple[int, str]]:
    """The codes of the messages and refusals that a file makes, with their lines."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        texts_given = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        if name in CARRIERS and texts_given:
            yield node.lineno, texts_given[0]


@pytest.mark.parametrize("package", PACKAGES)
def test_every_code_has_a_template(package: str) -> None:
    """A new code needs its English template in referee/messages."""
    unknown = [
        f"{path.relative_to(ROOT)}, line {line}: {code}"
        for path in (ROOT / package).rglob("*.py")
        for line, code in codes_in(path)
        if code not in TEMPLATES
    ]
    assert unknown == []


def test_every_message_is_said_somewhere() -> None:
    spoken = "\n".join(path.read_text(encoding="utf-8") for path in speakers())
    words = set(re.findall(r"[\"']([\w.-]+)[\"']", spoken))
    families = *re.findall(r'f"([a-z]+\.)\{', spoken), *(word for word in words if word.endswith("."))
    stems = {code: code.rsplit("-", 1)[0] for code in TEMPLATES}
    assert [code for code, stem in stems.items() if not ({code, stem} & words or code.startswith(families))] == []


def speakers() -> Iterator[Path]:
    """Every file that makes messages; the other files of referee/messages hold the templates."""
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            if path.parent.name != "messages" or path.name == "message.py":
                yield path


def test_a_new_language_is_one_that_there_is() -> None:
    assert known_language("pt_BR") == "pt_BR"
    with pytest.raises(ArgumentTypeError, match="no language is called '--helb'"):
        known_language("--helb")


def test_every_event_that_may_be_refused_says_why() -> None:
    """Agreements among players fit every phase, so they need no reason for a refusal."""
    refused = [name for name, kind in EVENTS.items() if kind in FITS and FITS[kind] != {*Phase}]
    assert [name for name in refused if f"cannot.{name}" not in TEMPLATES] == []


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_value_of_every_option_is_a_sentence_of_its_own(option: Option) -> None:
    limits = option.limits
    numbers = () if isinstance(limits, Choice) else (limits.least, limits.most, *([None] if limits.may_be_none else []))
    values = limits.values if isinstance(limits, Choice) else numbers
    said = [
        plain_words(Rules.from_json({"preset": "original", option.name: value}), option.name).text
        for value in values
        if option.name not in ("players_least", "players_most", "dealt", "copies", "jokers")
    ]
    assert len(set(said)) == len(said)
    assert not any("{" in text for text in said)
    assert f"option.{option.name}" in TEMPLATES


def test_the_scripts_read_the_same_catalogue(client: FlaskClient) -> None:
    for language in languages():
        script = client.get(f"/texts/{language}.js").text
        told = json.loads(script.removeprefix("window.tilewatch = ").rstrip().rstrip(";"))
        assert told["language"] == language
        assert told["messages"]["no-match"][0] == "No match has begun."
        if language != "en":
            assert told["texts"]["Scores"] == catalogue(language).gettext("Scores")
            assert len(told["texts"]["{n} tile on the rack"]) == 2


@pytest.mark.parametrize(
    ("asked", "language"),
    [(["nb-NO"], "nb"), (["no"], "nb"), (["nn"], "nb"), (["tlh", "da"], "da"), (["sv_SE.UTF-8"], "sv"), (["C"], "en")],
)
def test_a_reader_gets_the_first_language_that_is_there(asked: list[str], language: str) -> None:
    assert best_language(asked) == language


def test_a_message_goes_through_json_and_comes_back() -> None:
    inner = Message.of("joker.lies-in", row=("r7", "J", "r9"))
    message = Message.of("joker-not-reused", goes=Message("joker.new-set"), lies=inner)
    assert Message.from_json(json.loads(json.dumps(message.to_json()))) == message
    assert (
        message.text == "A freed joker must be used in the same turn, in a new set; it lies in (red 7, joker, red 9)."
    )
