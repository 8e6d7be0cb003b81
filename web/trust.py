"""A page of its own on which phones find the certificate of this machine's authority, and how to install it."""

from flask import Flask, Response, render_template

from referee.messages import Message
from web.routes.joining import authority_file
from web.security import secure
from web.wording.catalogue import said, speak_languages

STEPS = ("trust.iphone", "trust.android", "trust.again", "trust.undone")
"""Codes of what to do, in this order."""


def create_trust_app(pem: bytes, fingerprint: str) -> Flask:
    """The page. `pem`: the authority's certificate, `fingerprint`: its SHA-256 as phones show it."""
    app = Flask(__name__)
    secure(app)
    speak_languages(app)

    @app.get("/")
    def how() -> str:
        return render_template("trust.html", fingerprint=fingerprint, steps=[said(Message(step)) for step in STEPS])

    @app.get("/tilewatch.crt")
    def certificate() -> Response:
        return authority_file(pem)

    return app
