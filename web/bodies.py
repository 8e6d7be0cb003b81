"""The bodies of requests, checked: what each holds, or one sentence that says what is wrong and where."""

from collections.abc import Mapping
from typing import Any

from flask import request
from werkzeug.exceptions import BadRequest as NotJson

from web.contract import BadRequest

LONGEST_NAME = 40
LONGEST_REASON = 500
MOST_NAMES = 6


class Body:
    """A JSON object from a request; each question names what is wrong. Raises BadRequest."""

    def __init__(self, known: Mapping[str, Any]) -> None:
        self._known = known

    @classmethod
    def of_request(cls, *names: str) -> "Body":
        """The request's body, which may hold only these names and `anyway`; none is an empty object."""
        if request.get_data(cache=True).strip() == b"":
            return cls({})
        if not request.is_json:
            raise BadRequest("the body has to be JSON (Content-Type: application/json)")
        try:
            body = request.get_json()
        except (NotJson, RecursionError) as error:
            raise BadRequest("the body is not JSON") from error
        if not isinstance(body, dict):
            raise BadRequest("the body has to be an object {…}")
        for name in body:
            if name not in (*names, "anyway"):
                raise BadRequest(f'"{name[:LONGEST_NAME]}" is not known here ({", ".join((*names, "anyway"))})')
        return cls(body)

    def __contains__(self, name: str) -> bool:
        return self._known.get(name) is not None

    def value(self, name: str) -> Any:
        """Whatever is there."""
        if name not in self._known:
            raise BadRequest(f'"{name}" is missing')
        return self._known[name]

    def text(self, name: str, longest: int) -> str:
        """A text that is not blank."""
        text = self.value(name)
        if not isinstance(text, str) or not text.strip():
            raise BadRequest(f'"{name}" has to be a text')
        return _printable(text.strip(), name, longest)

    def number(self, name: str, least: int, most: int) -> int:
        """A whole number."""
        number = self.value(name)
        if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
            raise BadRequest(f'"{name}" has to be a whole number from {least} to {most}')
        return number

    def truth(self, name: str, unless: bool | None = None) -> bool:
        """True or false; `unless` it is missing."""
        truth = self._known.get(name, unless)
        if not isinstance(truth, bool):
            raise BadRequest(f'"{name}" has to be true or false')
        return truth

    def names(self, name: str) -> list[str]:
        """A list of players' names."""
        names = self.value(name)
        if not isinstance(names, list) or not 1 <= len(names) <= MOST_NAMES:
            raise BadRequest(f'"{name}" has to be a list of names')
        return [_a_name(one, f"{name}[{place}]") for place, one in enumerate(names)]

    def racks(self, name: str) -> dict[str, str]:
        """Each player's rack in notation."""
        racks = self.value(name)
        if not isinstance(racks, dict) or not all(isinstance(rack, str) for rack in racks.values()):
            raise BadRequest(f'"{name}" has to be an object of racks in notation, as {{"Bo": "r5 k3"}}')
        return {_a_name(player, name): _printable(rack, name, 500) for player, rack in racks.items()}


def _a_name(given: object, where: str) -> str:
    if not isinstance(given, str) or not given.strip():
        raise BadRequest(f'"{where}" has to be a name')
    return _printable(given.strip(), where, LONGEST_NAME)


def _printable(text: str, where: str, longest: int) -> str:
    if len(text) > longest:
        raise BadRequest(f'"{where}" is longer than {longest} characters')
    if not text.isprintable():
        raise BadRequest(f'"{where}" holds characters that cannot be printed')
    return text
