"""The interface as a document, made from the addresses and the records that they are sent: OpenAPI and Markdown.

.venv/bin/python -m web > docs/interface.md
"""

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import NoneType
from typing import Any, get_type_hints

import msgspec
from flask import Blueprint, Flask, Response, current_app, jsonify

from referee.judging import FaultCode
from referee.messages import SAID, TEMPLATES, Message
from web.address import ANSWERS, Address, fresh, offered
from web.bodies import Form, SentPicture
from web.records.state import State
from web.records.tournament import TournamentTold
from web.texts import Text

Json = dict[str, Any]
PART = re.compile(r"<(?:(\w+)[^:<>]*:)?(\w+)>")
"""A variable part of an address, as Flask writes it: its kind and its name."""
JSON = " (application/json)"
REFUSALS = {
    400: "What was sent is unusable.",
    403: "This device may not press: a session or the PIN is missing.",
    404: "There is nothing of that name or number.",
    409: "It does not fit the moment.",
    429: "The PIN was wrong too often: nothing is compared for the seconds of `Retry-After`.",
    503: "The table cannot be seen, or what happened cannot be written, just now.",
}
ABOUT = Path(__file__).with_name("interface.md")
"""The text before the addresses: the notation, the commands, and the rules for every press."""
CODES: Mapping[str, Iterable[str]] = {
    "What is wrong with a turn": [code.value for code in FaultCode],
    "What does not fit the moment, what is asked, what has to go where": SAID["play"],
    "What is unusable": SAID["inputs"],
    "What is said of a camera, a picture, a set that is taught": [*SAID["camera"], *SAID["taught"]],
    "What is said of a tournament": SAID["tournament"],
}
"""The codes of messages, by chapter."""
openapi_json = fresh(Blueprint("openapi", __name__, url_prefix="/api"))


@openapi_json.get("/openapi.json")
def interface() -> Response:
    """The whole interface, as OpenAPI."""
    return jsonify(openapi(current_app))


def openapi(app: Flask) -> Json:
    """Every address of a page under /api, as an OpenAPI 3.1 document."""
    presses: Mapping[str, Address[Any]] = app.extensions["tilewatch.presses"]
    stands = State if "stands.state" in app.view_functions else TournamentTold
    offered = (rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/api/"))
    rules = sorted(offered, key=lambda rule: rule.rule)
    answers = {rule.endpoint: _answer_of(presses.get(rule.endpoint), app, rule.endpoint, stands) for rule in rules}
    pressed = [kind for rule in rules if rule.endpoint in presses for kind in _bodies(presses[rule.endpoint])]
    schemas, components = _schemas([*pressed, *filter(None, answers.values())])
    paths: dict[str, Json] = {}
    for rule in rules:
        at, record = paths.setdefault(PART.sub(r"{\2}", rule.rule), {}), answers[rule.endpoint]
        answer = None if record is None else {"application/json": {"schema": schemas[str(record)]}}
        press = presses.get(rule.endpoint)
        if press is None:
            at["get"] = _operation(rule.rule, app.view_functions[rule.endpoint], answer)
            continue
        body = {_media(kind): {"schema": schemas[str(kind)]} for kind in _bodies(press)}
        at["post"] = _operation(rule.rule, press.act, answer, press.status) | _pressed(body)
        at["post"]["responses"] |= {str(status): {"description": said} for status, said in REFUSALS.items()}
    schemes = {"pin": {"type": "apiKey", "in": "header", "name": "X-Table-Pin"}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tilewatch", "version": "1"},
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": schemes},
    }


def _bodies(press: Address[Any]) -> tuple[type[Any], ...]:
    """The records of the bodies that an address accepts."""
    return (press.body,) if press.in_json is None else (press.body, press.in_json)


def _answer_of(press: Address[Any] | None, app: Flask, endpoint: str, stands: type) -> Any:
    """The record of an address's answer; None: the answer is no record; `stands`: the record of the state."""
    if press is None:
        return ANSWERS.get(app.view_functions[endpoint])
    record = ANSWERS.get(press.act) or get_type_hints(press.act)["return"]
    return stands if record is NoneType else record


def _operation(path: str, act: object, answer: Json | None, status: int = 200) -> Json:
    """An address's entry in the document; `answer`: the content of its answer, None: it is no record."""
    parts = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "integer" if kind == "int" else "string"}}
        for kind, name in PART.findall(path)
    ]
    content = {} if answer is None else {"content": answer}
    operation = {"summary": inspect.getdoc(act), "responses": {str(status): {"description": "granted", **content}}}
    return operation | ({"parameters": parts} if parts else {})


def _pressed(body: Json) -> Json:
    return {"requestBody": {"content": body}, "security": [{"pin": []}]}


def _schemas(records: Iterable[Any]) -> tuple[dict[str, Json], Json]:
    """The schema of each record by its type, and the records themselves by name."""
    named = dict(sorted((str(one), one) for one in records))
    found, components = msgspec.json.schema_components(
        named.values(), schema_hook=_text_schema, ref_template="#/components/schemas/{name}"
    )
    return dict(zip(named, found, strict=True)), _in_english(components)


def _media(kind: type[Any]) -> str:
    if issubclass(kind, SentPicture):
        return "image/jpeg"
    return "multipart/form-data" if issubclass(kind, Form) else "application/json"


def _text_schema(kind: type[Any]) -> Json:
    if issubclass(kind, Text):
        return {"type": "string", "maxLength": kind.longest, "description": inspect.getdoc(kind)}
    raise NotImplementedError(f"{kind.__name__} is in no document")


def _in_english(schema: Any) -> Any:
    """A schema in which codes of accepted values are replaced by their English sentences."""
    if isinstance(schema, list):
        return [_in_english(one) for one in schema]
    if not isinstance(schema, Mapping):
        return schema
    english = {name: _in_english(value) for name, value in schema.items()}
    if english.get("description") in TEMPLATES:
        english["description"] = Message(english["description"]).text
    return english


def markdown(pages: Mapping[str, Flask]) -> str:
    """The document of some pages, each under its title."""
    refusals = "".join(f"| {status} | {said} |\n" for status, said in REFUSALS.items())
    addresses = "\n".join(line for page in pages.items() for line in _page(*page))
    codes = "\n".join(line for chapter in CODES.items() for line in _codes(*chapter))
    return f"{ABOUT.read_text(encoding='utf-8')}{refusals}{addresses}\n\n## Codes and their sentences\n{codes}\n"


def _codes(title: str, codes: Iterable[str]) -> Iterator[str]:
    yield f"\n### {title}\n\n| code | sentence |\n| --- | --- |"
    for code in sorted(codes):
        template = TEMPLATES[code]
        yield f"| `{code}` | {_line(' / '.join(filter(None, (template.text, template.plural))))} |"


def _page(title: str, app: Flask) -> Iterator[str]:
    document = openapi(app)
    yield f"\n## {title}\n\n| address | what it does | what it is sent | what it answers |\n| --- | --- | --- | --- |"
    for path, methods in document["paths"].items():
        for method, one in methods.items():
            yield f"| `{method.upper()} {path}` | {_line(one['summary'])} | {_sent(one)} | {_answered(one)} |"
    yield f"\n### Records of {title.lower()}\n\n| record | field | what it is |\n| --- | --- | --- |"
    for name, record in document["components"]["schemas"].items():
        yield f"| **{name}** | | {_line(record['description'])} |"
        for field, kind in record["properties"].items():
            if field != "anyway":
                needed = "" if field in record["required"] else ", optional"
                yield f"| | `{field}` | {_line(_kind(kind))}{needed} |"


def _sent(operation: Json) -> str:
    content = operation.get("requestBody", {}).get("content", {})
    return " ".join(f"{_kind(one['schema'])} ({media})" for media, one in content.items()).replace(JSON, "")


def _answered(operation: Json) -> str:
    contents = [answer.get("content", {}) for answer in operation["responses"].values()]
    return " ".join(_kind(one["schema"]) for content in contents for one in content.values())


def _kind(schema: Json) -> str:
    """A field's type in words.

    >>> _kind({"anyOf": [{"type": "integer", "minimum": 0, "maximum": 7}, {"type": "null"}]})
    'integer, 0 to 7, or null'
    """
    said = f": {schema['description'].rstrip('.')}" if "description" in schema else ""
    if "anyOf" in schema:
        return ", or ".join(map(_kind, schema["anyOf"])) + said
    if "$ref" in schema:
        return f"{schema['$ref'].rpartition('/')[2]}{said}"
    if "enum" in schema:
        return " | ".join(f"`{value}`" for value in schema["enum"])
    items = f" of {_kind(schema['items'])}" if isinstance(schema.get("items"), dict) else ""
    limits = f", {schema['minimum']} to {schema['maximum']}" if "minimum" in schema else ""
    return f"{schema.get('type', 'anything')}{items}{limits}{said}"


def _line(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def bare(presses: tuple[Address[Any], ...], groups: Iterable[Blueprint]) -> Flask:
    """An application with addresses only, for making their document."""
    app = Flask("web")
    for group in (offered(presses, dict), *groups):
        app.register_blueprint(group)
    return app
