"""The pages: what the players look at."""

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from web.security import check_pin, give_cookie

pages = Blueprint("pages", __name__)


@pages.get("/")
def index() -> AnyResponse:
    """The table's page; its address with the PIN (as in the QR code) lets a device press buttons."""
    pin = request.args.get("pin")
    if pin is None:
        return Response("Tilewatch\n", mimetype="text/plain")
    check_pin(pin)
    answer = redirect("/")
    assert isinstance(answer, Response)
    give_cookie(answer)
    return answer
