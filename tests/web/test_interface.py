"""The interface is described by a document, and by a running page itself."""

import json
import re
import subprocess
import sys
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from web.presses import PRESSES

ROOT = Path(__file__).parents[2]


def test_the_document_is_made_from_what_is_there() -> None:
    made = subprocess.run([sys.executable, "-m", "web"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    written = (ROOT / "docs/interface.md").read_text(encoding="utf-8")
    assert made == written, "run .venv/bin/python -m web > docs/interface.md"


def test_every_press_is_told_with_its_body_and_its_refusals(app: Flask, client: FlaskClient) -> None:
    told = client.get("/api/openapi.json").json
    assert told is not None
    for one in PRESSES:
        press = told["paths"][re.sub(r"<(?:[^<>]*:)?(\w+)>", r"{\1}", f"/api{one.path}")]["post"]
        assert press["summary"], one.path
        assert {"400", "403", "409", "503"} <= set(press["responses"])
        content = press["requestBody"]["content"].values()
        told_of = {body["schema"]["$ref"].rpartition("/")[2] for body in content}
        assert told_of == {kind.__name__ for kind in (one.body, one.in_json) if kind is not None}


def test_every_record_that_is_named_is_there_in_plain_words(client: FlaskClient) -> None:
    told = client.get("/api/openapi.json").json
    assert told is not None
    records = told["components"]["schemas"]
    assert set(re.findall(r"schemas/(\w+)", json.dumps(told))) <= set(records)
    assert all(record["description"] for record in records.values())
    assert "wanted." not in json.dumps(records)


def test_whatever_the_page_answers_under_api_is_told(app: Flask, client: FlaskClient) -> None:
    told = client.get("/api/openapi.json").json
    assert told is not None
    there = {rule.rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/api/")}
    assert len(told["paths"]) == len({re.sub(r"<[^<>]*>", "_", path) for path in there})
