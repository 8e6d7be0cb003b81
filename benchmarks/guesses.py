"""Guesses PINs and cookies from 50 made-up addresses, and counts how many PINs are compared in an hour.

    python -m benchmarks.guesses [--guesses 1000000] [--hours 1]

Requests go to the page itself (WSGI), not over a network; the clock of the PIN is turned by hand, so that the guesses
are spread evenly over the hours. Each cookie is a guessed session; each PIN one of six digits.
"""

import argparse
import io
import random
from unittest.mock import patch

from werkzeug.test import create_environ

from tests.web.conftest import FakeTable
from web.access import cookies_of
from web.app import create_app
from web.sessions import Pin

ADDRESSES = [f"10.0.{number // 8}.{number}" for number in range(1, 51)]

PRESS = create_environ("/api/turn/extend", "http://localhost", method="POST")


def main() -> None:
    """Guesses and counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--guesses", type=int, default=1_000_000)
    parser.add_argument("--hours", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    chance, now, compared, let_in = random.Random(given.seed), [0.0], 0, 0
    app = create_app(FakeTable(), f"{chance.randrange(10**6):06}")
    app.extensions["tilewatch.pin"].clock = lambda: now[0]
    is_right, cookie = Pin.is_right, cookies_of(app.extensions["tilewatch.sessions"], False)[0]

    def counted(pin: Pin, guess: str) -> bool:
        nonlocal compared
        compared += 1
        return is_right(pin, guess)

    with patch.object(Pin, "is_right", counted):
        for number in range(given.guesses):
            now[0] = 3600 * given.hours * number / given.guesses
            asked = {**PRESS, "REMOTE_ADDR": chance.choice(ADDRESSES), "wsgi.input": io.BytesIO()}
            asked["HTTP_COOKIE"] = f"{cookie}={chance.randbytes(32).hex()}"
            if number % 2:
                asked["HTTP_X_TABLE_PIN"] = f"{chance.randrange(10**6):06}"
            statuses: list[str] = []
            app(asked, lambda status, _headers, _error=None, told=statuses: told.append(status))
            let_in += statuses[0].startswith("200")
    print(f"{given.guesses} guesses from {len(ADDRESSES)} addresses in {given.hours:g} h: {compared} PINs compared")
    print(f"{compared / given.hours:.0f} an hour (limit 100, and 20 in the first moment); {let_in} let in")


if __name__ == "__main__":
    main()
