"""The interface as a document, made from the addresses and the records of what they are sent: OpenAPI and Markdown.

.venv/bin/python -m web > docs/interface.md
"""

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from flask import Blueprint, Flask, Response, current_app, jsonify

from referee.messages import TEMPLATES, Message
from web.address import Address, offered
from web.bodies import Form, SentPicture
from web.decoding.texts import Text
from web.routes.shared import fresh

Json = dict[str, Any]
PART = re.compile(r"<(?:(\w+)[^:<>]*:)?(\w+)>")
"""A part of an address that changes, as Flask writes it: its kind and its name."""
REFUSALS = {
    400: "What was sent is unusable.",
    403: "This device may not press: a session or the PIN is missing.",
    404: "There is nothing of that name or number.",
    409: "It does not fit the moment.",
    503: "The table cannot be seen, or what happened cannot be written, just now.",
}
ABOUT = """# The interface

Made by `python -m web`; a running page tells the same as OpenAPI at `/api/openapi.json`.

JSON in and out, UTF-8. A press (POST) needs the header `X-Table-Pin: PIN` or a session's cookie, which `POST /api/pin`
gives. It may carry `Idempotency-Key: TEXT`: a key seen before is answered as before, and nothing is done twice. A press
that was granted is answered with how everything stands (`GET /api/state`, at a club's page `GET /api/club/tournament`)
unless its line says otherwise; 202: the table has written it, the club's database not yet. Every body may have
`anyway`: the players insist after a question.

A refusal is {"error", "code", "values", "text"}: `text` is the sentence of `code` with its `values`, in English.

| status | what it means |
| --- | --- |
"""
openapi_json = fresh(Blueprint("openapi", __name__, url_prefix="/api"))


@openapi_json.get("/openapi.json")
def interface() -> Response:
    """All of this, as OpenAPI."""
    return jsonify(openapi(current_app))


def openapi(app: Flask) -> Json:
    """Every address of a page under /api, as OpenAPI 3.1 has it; the page's presses are in `tilewatch.presses`."""
    presses: Mapping[str, Address[Any]] = app.extensions["tilewatch.presses"]
    bodies, components = _schemas({one.body for one in presses.values()})
    paths: dict[str, Json] = {}
    for rule in sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule):
        if not rule.rule.startswith("/api/"):
            continue
        at = paths.setdefault(PART.sub(r"{\2}", rule.rule), {})
        if "POST" in (rule.methods or ()):
            at["post"] = _operation(rule.rule, presses[rule.endpoint].act, bodies[presses[rule.endpoint].body])
        else:
            at["get"] = _operation(rule.rule, app.view_functions[rule.endpoint])
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tilewatch", "version": "1"},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"pin": {"type": "apiKey", "in": "header", "name": "X-Table-Pin"}},
        },
    }


def _operation(path: str, act: object, body: Json | None = None) -> Json:
    """What is asked at an address and how it is answered; `body`: of a press."""
    kinds = {"int": "integer"}
    parts = [
        {"name": name, "in": "path", "required": True, "schema": {"type": kinds.get(kind, "string")}}
        for kind, name in PART.findall(path)
    ]
    told: Json = {"summary": inspect.getdoc(act), "responses": {"200": {"description": "granted"}}}
    if parts:
        told["parameters"] = parts
    if body is not None:
        refused = {str(status): {"description": said} for status, said in REFUSALS.items()}
        told |= {"requestBody": body, "security": [{"pin": []}], "responses": told["responses"] | refused}
    return told


def _schemas(kinds: Iterable[type[msgspec.Struct]]) -> tuple[dict[type, Json], Json]:
    """Each record as the body of a request, and the records themselves by name."""
    ordered = sorted(kinds, key=lambda kind: kind.__name__)
    found, components = msgspec.json.schema_components(
        ordered, schema_hook=_text_schema, ref_template="#/components/schemas/{name}"
    )
    bodies = {
        kind: {"content": {_media(kind): {"schema": schema}}} for kind, schema in zip(ordered, found, strict=True)
    }
    return bodies, _in_english(components)


def _media(kind: type[msgspec.Struct]) -> str:
    if issubclass(kind, SentPicture):
        return "image/jpeg"
    return "multipart/form-data" if issubclass(kind, Form) else "application/json"


def _text_schema(kind: type[Any]) -> Json:
    if issubclass(kind, Text):
        return {"type": "string", "maxLength": kind.longest, "description": inspect.getdoc(kind)}
    raise NotImplementedError(f"{kind.__name__} is in no document")


def _in_english(schema: Any) -> Any:
    """A schema whose descriptions are sentences: where one is the code of what is wanted, its text."""
    if isinstance(schema, list):
        return [_in_english(one) for one in schema]
    if not isinstance(schema, Mapping):
        return schema
    told = {name: _in_english(value) for name, value in schema.items()}
    if told.get("description") in TEMPLATES:
        told["description"] = Message(told["description"]).text
    return told


def markdown(pages: Mapping[str, Flask]) -> str:
    """The document of some pages, each under its title."""
    refusals = [f"| {status} | {said} |" for status, said in REFUSALS.items()]
    return "\n".join([ABOUT + "\n".join(refusals), *(line for page in pages.items() for line in _page(*page))]) + "\n"


def _page(title: str, app: Flask) -> Iterator[str]:
    told = openapi(app)
    yield f"\n## {title}\n\n| address | what it does | what it is sent |\n| --- | --- | --- |"
    for path, methods in told["paths"].items():
        for method, one in methods.items():
            yield f"| `{method.upper()} {path}` | {_line(one['summary'])} | {_sent(one)} |"
    yield f"\n### What is sent to {title.lower()}\n\n| record | field | what it is |\n| --- | --- | --- |"
    for name, record in told["components"]["schemas"].items():
        yield f"| **{name}** | | {_line(record['description'])} |"
        for field, kind in record["properties"].items():
            if field != "anyway":
                needed = "" if field in record["required"] else ", optional"
                yield f"| | `{field}` | {_line(_kind(kind))}{needed} |"


def _sent(operation: Json) -> str:
    content = operation.get("requestBody", {}).get("content", {})
    told = [f"{schema['schema']['$ref'].rpartition('/')[2]} ({media})" for media, schema in content.items()]
    return " ".join(told).replace(" (application/json)", "")


def _kind(schema: Json) -> str:
    """A field's type in words.

    >>> _kind({"anyOf": [{"type": "integer", "minimum": 0, "maximum": 7}, {"type": "null"}]})
    'integer, 0 to 7, or null'
    """
    said = f": {schema['description'].rstrip('.')}" if "description" in schema else ""
    if "anyOf" in schema:
        return ", or ".join(map(_kind, schema["anyOf"])) + said
    if "enum" in schema:
        return " | ".join(f"`{value}`" for value in schema["enum"])
    items = f" of {_kind(schema['items'])}" if isinstance(schema.get("items"), dict) else ""
    limits = f", {schema['minimum']} to {schema['maximum']}" if "minimum" in schema else ""
    return f"{schema.get('type', 'anything')}{items}{limits}{said}"


def _line(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def bare(presses: tuple[Address[Any], ...], told: Iterable[Blueprint]) -> Flask:
    """A page of which only the addresses are asked."""
    app = Flask("web")
    for group in (offered(presses, dict), *told):
        app.register_blueprint(group)
    return app
