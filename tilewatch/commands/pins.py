"""PINs as the commands take and make them."""

import secrets

from tilewatch.commands.inputs import InputError

PIN_DIGITS = 6
SHORTEST_PIN, LONGEST_PIN = 4, 40


def checked_pin(given: str) -> str | None:
    """The PIN that was given; None for `none`. Raises InputError: too short, or nothing that can be typed."""
    if given == "none":
        return None
    if not given.isprintable() or not given.isascii() or not SHORTEST_PIN <= len(given.strip()) <= LONGEST_PIN:
        raise InputError(f"--pin: {SHORTEST_PIN} to {LONGEST_PIN} plain letters and digits, or `none`")
    return given


def random_pin() -> str:
    """A PIN that nobody has seen."""
    return f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"
