"""The page in this machine's browser; of the program that runs here already, too: many people start it twice."""

import http.client
import json
import os
import sys
import urllib.request
import webbrowser

ASKED_FOR = 2.0
"""Seconds for which a program that may be this one is asked."""
MOST = 4_000_000
"""Bytes of its answer that are looked at."""


def open_page(page: str) -> None:
    """Opens the page where there is a screen to show it; a text browser would take the terminal."""
    has_screen = os.name == "nt" or sys.platform == "darwin" or "DISPLAY" in os.environ
    if has_screen or "WAYLAND_DISPLAY" in os.environ:
        webbrowser.open(page)


def page_of_running(port: int) -> str | None:
    """The page of the program that runs here already on a port; None: none does, or it is another program."""
    page = f"http://127.0.0.1:{port}/"
    straight = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with straight.open(f"{page}api/state", timeout=ASKED_FOR) as answer:
            state = json.loads(answer.read(MOST))
    except (OSError, ValueError, http.client.HTTPException):
        return None
    return page if isinstance(state, dict) and {"version", "match", "table"} <= state.keys() else None
