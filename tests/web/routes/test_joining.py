"""How a phone joins: the code, the page that explains the warning, and the card with the same text."""

from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.conftest import PIN
from web.routes.joining import create_trust_app

FRONT, SECURE = "http://192.168.1.5:8017/", "https://192.168.1.5:8018/"
PHONE = {"base_url": FRONT, "headers": {"Accept": "text/html", "Sec-Fetch-Site": "none"}}
SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1"
CHROME = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Mobile Safari/537.36"


@pytest.fixture
def app(app: Flask) -> Flask:
    app.config.update(TILEWATCH_ADDRESS=FRONT, TILEWATCH_SECURE=SECURE)
    return app


def way_on(html: str) -> str:
    """The address of the big button on the explanation."""
    return html.partition('id="go"')[2].partition('href="')[2].partition('"')[0].replace("&amp;", "&")


def test_a_code_over_http_is_explained_and_leads_on_over_https(app: Flask) -> None:
    phone = app.test_client()
    page = phone.get(f"/?pin={PIN}&to=camera", **PHONE)
    assert "Nothing leaves this house" in page.text
    on = urlsplit(way_on(page.text))
    assert (on.scheme, on.netloc, parse_qs(on.query)) == ("https", "192.168.1.5:8018", {"pin": [PIN], "to": ["camera"]})
    assert "Set-Cookie" not in page.headers
    assert f"connect-src 'self' {SECURE.rstrip('/')}" in page.headers["Content-Security-Policy"]


def test_the_page_over_https_lets_in_whom_its_own_page_over_http_led_there(app: Flask) -> None:
    came = {"Accept": "text/html", "Referer": FRONT, "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document"}
    phone = app.test_client()
    assert phone.get(f"/?pin={PIN}&to=camera", base_url=SECURE, headers=came).headers["Location"] == "/camera"
    assert phone.post("/api/turn/done", base_url=SECURE).status_code == 200


@pytest.mark.parametrize(
    "referer", ["http://192.168.1.66:8017/", "http://192.168.1.5:9000/", "http://evil.example/", ""]
)
def test_another_page_lets_nobody_in(app: Flask, referer: str) -> None:
    came = {"Accept": "text/html", "Referer": referer, "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document"}
    phone = app.test_client()
    assert "Set-Cookie" not in phone.get(f"/?pin={PIN}", base_url=SECURE, headers=came).headers


def test_who_only_looks_and_presses_may_go_on_without_https(app: Flask) -> None:
    phone = app.test_client()
    assert "plain=1" in phone.get(f"/?pin={PIN}", **PHONE).text
    assert phone.get(f"/?pin={PIN}&plain=1", **PHONE).status_code == 302
    assert phone.post("/api/turn/done", base_url=FRONT).status_code == 200


def test_the_camera_s_page_is_explained_to_who_came_without_the_code(app: Flask) -> None:
    page = app.test_client().get("/camera", **PHONE)
    assert way_on(page.text) == f"{SECURE}camera"
    assert PIN not in page.text


@pytest.mark.parametrize(("browser", "first"), [(SAFARI, "Show Details"), (CHROME, "Advanced")])
def test_the_warning_is_shown_as_the_phone_s_own_browser_shows_it(app: Flask, browser: str, first: str) -> None:
    page = app.test_client().get("/camera", base_url=FRONT, headers={"User-Agent": browser, "Accept": "text/html"})
    assert first in page.text.partition('id="go"')[0]


def test_this_machine_itself_needs_no_https(app: Flask) -> None:
    page = app.test_client().get("/camera", base_url="http://127.0.0.1:8017/")
    assert 'id="begin"' in page.text


def test_the_card_says_where_how_and_what_will_happen_before_anybody_scans(app: Flask) -> None:
    host = app.test_client()
    host.get(f"/?pin={PIN}", base_url="http://127.0.0.1:8017/")
    card = host.get("/setup", base_url="http://127.0.0.1:8017/").text
    for said in ("192.168.1.5:8017", PIN, "same Wi-Fi", "tap “Advanced”, then “Proceed”", "Nothing leaves this house"):
        assert said in card


def test_a_device_without_the_pin_is_shown_none(client: FlaskClient, app: Flask) -> None:
    assert PIN not in client.get("/setup").text


def test_the_authority_s_certificate_is_there_only_where_somebody_made_one(app: Flask) -> None:
    phone = app.test_client()
    assert phone.get("/tilewatch.crt", base_url=FRONT).status_code == 404
    app.config["TILEWATCH_AUTHORITY"] = b"-----BEGIN CERTIFICATE-----"
    assert phone.get("/tilewatch.crt", base_url=FRONT).mimetype == "application/x-x509-ca-cert"
    assert "/tilewatch.crt" in phone.get("/camera", **PHONE).text


def test_the_certificate_has_a_page_that_says_how_to_install_it() -> None:
    phone = create_trust_app(b"pem", "AA BB").test_client()
    page = phone.get("/")
    assert "AA BB" in page.text
    assert phone.get("/tilewatch.crt").data == b"pem"
