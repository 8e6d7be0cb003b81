"""Repeated presses: a request whose `Idempotency-Key` was seen before gets the same answer again.

The effect of a press and its key are written in one transaction (press.py), so that a phone that repeats a press after
a crash neither has two effects nor is told of an effect that was lost.
"""

import hashlib
import json
import threading
from collections import OrderedDict

from flask import Flask, Response, current_app, g, request

from web.access import Forbidden, check_here, check_origin, session
from web.address import the_address
from web.contract import NotWritten
from web.kept import KeepsNotes
from web.press import Answer, Press, begin_press

MOST_ANSWERS = 200
"""Answers kept in memory; older answers are read from the database."""
LONGEST_KEY = 200
"""Letters of the longest key."""
ANSWERED_WITHIN = 10.0
"""Seconds that a repeated press waits for the answer to the first."""


class Answers:
    """The answers to a table's presses with a key."""

    def __init__(self, table: KeepsNotes) -> None:
        self.table, self._lock = table, threading.Lock()
        self._known = OrderedDict[str, Answer]()
        self._under_way: dict[str, threading.Event] = {}

    def before(self, key: str) -> Answer | None:
        """The answer to this press; None: the press is new, and the caller has to handle it now. Raises Forbidden: the
        first press was not answered in time."""
        while True:
            with self._lock:
                if key in self._known:
                    return self._known[key]
                first = self._under_way.get(key)
                if first is None:
                    self._under_way[key] = threading.Event()
                    break
            if not first.wait(ANSWERED_WITHIN):
                raise Forbidden(503, "press-under-way")
        written, is_mine = None, False
        try:
            written = self.table.notes.answered(key)
            is_mine = written is None
            return written
        finally:
            if not is_mine:
                self._settle(key, written)

    def done(self, press: Press, answer: Answer | None) -> None:
        """Stores the answer to the press; None: the press failed, and may be repeated. Raises NotWritten."""
        try:
            if answer is not None and not (press.is_written and _same(press.answer, answer)):
                self.table.notes.keep_answer(_as_written(answer))
        finally:
            self._settle(press.key, answer)

    def _settle(self, key: str, answer: Answer | None) -> None:
        with self._lock:
            if answer is not None:
                self._known[key] = answer
                while len(self._known) > MOST_ANSWERS:
                    self._known.popitem(last=False)
            waiting = self._under_way.pop(key, None)
        if waiting is not None:
            waiting.set()


def answer_twice_alike(app: Flask) -> None:
    """Makes an application answer a repeated press as before."""

    @app.before_request
    def known() -> Response | None:
        address = the_address()
        if address is None or address.only_asks or address.who in (check_origin, check_here):
            return None  # a client without a session asks to get a session
        key = _key()
        if key is None:
            return None
        address.who()
        answer = _answers().before(key)
        if answer is None:
            g.press = Press(key)
            begin_press(g.press)
            return None
        body = answer.body or json.dumps(dict(_answers().table.state()))
        return Response(body, answer.status, mimetype="application/json")

    @app.after_request
    def keep(answer: Response) -> Response:
        press = g.pop("press", None)
        if press is not None:
            is_final = answer.status_code < 500 and answer.status_code not in (403, 429)
            final = Answer(press.key, answer.status_code, answer.get_data(as_text=True)) if is_final else None
            try:
                _answers().done(press, final)
            except NotWritten:
                current_app.logger.warning("an answer could not be kept for a repeated press")
        return answer

    @app.teardown_request
    def let_go(error: BaseException | None) -> None:
        begin_press(None)
        press = g.pop("press", None)
        if press is not None:
            _answers().done(press, None)


def _same(expected: Answer, given: Answer) -> bool:
    """Whether the answer is the expected answer that was written with the press's effect."""
    written = _as_written(given)
    is_alike = expected.body == written.body or (expected.body and json.loads(expected.body) == _read(written.body))
    return expected.status == written.status and bool(is_alike)


def _as_written(answer: Answer) -> Answer:
    """The answer in stored form: a state is left out, because a repeated press gets the newest."""
    body = _read(answer.body)
    is_state = answer.status < 300 and isinstance(body, dict) and "version" in body
    return Answer(answer.key, answer.status, "") if is_state else answer


def _read(body: str) -> object:
    try:
        return json.loads(body)
    except ValueError:
        return None


def _answers() -> Answers:
    answers = current_app.extensions["tilewatch.answers"]
    assert isinstance(answers, Answers)
    return answers


def _key() -> str | None:
    """A hash of the request's key, role and path; None: it has no key. Raises Forbidden: the key is too long."""
    given = request.headers.get("Idempotency-Key")
    if request.method != "POST" or given is None:
        return None
    if not 0 < len(given) <= LONGEST_KEY:
        raise Forbidden(400, "key-too-long", most=LONGEST_KEY)
    own = session()
    role = own.role if own is not None else ""
    return hashlib.sha256(f"{role}\n{request.path}\n{given}".encode("utf-8", "replace")).hexdigest()
