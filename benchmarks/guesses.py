"""Guesses PINs and cookies from 50 made-up addresses, and counts how many PINs are compared in an hour.

    python -m benchmarks.guesses [--guesses 1000000] [--hours 1]

Requests go to the page's own test client, not to a network; the clock of the PIN is turned by hand, so that the guesses
are spread evenly over the hours. Each cookie is a guessed session; each PIN one of six digits.
"""

import argparse
import random
from unittest.mock import patch

from tests.web.conftest import FakeTable
from web.access import cookies_of
from web.app import create_app
from web.pin import Pin

ADDRESSES = [f"10.0.{number // 8}.{number}" for number in range(1, 51)]


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
            client = app.test_client(use_cookies=False)
            headers = {"Cookie": f"{cookie}={chance.randbytes(32).hex()}"}
            if number % 2:
                headers["X-Table-Pin"] = f"{chance.randrange(10**6):06}"
            address = {"REMOTE_ADDR": chance.choice(ADDRESSES)}
            answer = client.post("/api/turn/extend", headers=headers, environ_overrides=address)
            let_in += answer.status_code == 200
    print(f"{given.guesses} guesses from {len(ADDRESSES)} addresses in {given.hours:g} h: {compared} PINs compared")
    print(f"{compared / given.hours:.0f} an hour (limit 100, and 20 in the first moment); {let_in} let in")


if __name__ == "__main__":
    main()
