"""Compares an answer with the interface's description of it."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

KINDS: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}


def undocumented(client: FlaskClient, path: str, method: str = "get", answer: Any = None, at: str = "") -> list[str]:
    """Where an answer differs from `/api/openapi.json`; `at`: the documented address, if it differs from `path`."""
    told = _interface(client.application)
    given = client.get(path).json if answer is None else answer
    responses = told["paths"][(at or path).partition("?")[0]][method]["responses"]
    (content,) = (one["content"] for one in responses.values() if "content" in one)
    return list(_strange(given, content["application/json"]["schema"], told["components"]["schemas"], path))


@cache
def _interface(app: Flask) -> Any:
    return app.test_client().get("/api/openapi.json").json


def _strange(value: Any, schema: Any, records: Any, where: str) -> Iterator[str]:
    if "$ref" in schema:
        yield from _strange(value, records[schema["$ref"].rpartition("/")[2]], records, where)
    elif "anyOf" in schema:
        tried = [list(_strange(value, one, records, where)) for one in schema["anyOf"]]
        yield from min(tried, key=len)
    elif "enum" in schema:
        if value not in schema["enum"]:
            yield f"{where}: {value!r}"
    elif "type" in schema:
        if not isinstance(value, KINDS[schema["type"]]) or (schema["type"] != "boolean" and isinstance(value, bool)):
            yield f"{where}: {value!r} is no {schema['type']}"
        elif isinstance(value, dict):
            yield from _strange_object(value, schema, records, where)
        elif isinstance(value, list) and isinstance(schema.get("items"), dict):
            for place, one in enumerate(value):
                yield from _strange(one, schema["items"], records, f"{where}[{place}]")


def _strange_object(value: dict[str, Any], schema: Any, records: Any, where: str) -> Iterator[str]:
    fields, others = schema.get("properties"), schema.get("additionalProperties", {})
    for name, one in value.items():
        if fields is None:
            yield from _strange(one, others, records, f"{where}.{name}")
        elif name in fields:
            yield from _strange(one, fields[name], records, f"{where}.{name}")
        else:
            yield f"{where}.{name} is not told"
    yield from (f"{where}.{name} is missing" for name in schema.get("required", ()) if name not in value)
