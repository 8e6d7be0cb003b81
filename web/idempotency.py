"""Presses that are sent twice: a request whose `Idempotency-Key` was seen before is answered as before.

The last answers are a note of the table's, so that a phone that asks again after a crash is not taken for two presses.
"""

import hashlib
import json
import threading
from collections import OrderedDict
from collections.abc import Callable

from flask import Flask, Response, current_app, g, request

from web.access import Forbidden, check_control, session
from web.contract import KeepsNotes, NotWritten
from web.decoding.decode import Record

NOTE = "answers"
WITHOUT_A_SESSION = ("/api/pin",)
"""Who presses these has no session yet; pressed twice they do no more than once."""
MOST_ANSWERS = 200
MOST_WRITTEN = 20
"""Of these the newest are written down: after a crash a phone asks again at once, or never."""
LONGEST_KEY = 200
LONGEST_ANSWER = 4000
"""Characters of an answer that is kept; a longer one was a state, and is answered with the state as it is."""
PATIENCE = 10.0
"""Seconds that a repeated press waits for the first one to be answered."""


class Answer(Record, frozen=True):
    """How a press was answered: its key (as a hash, with who pressed what), the status and the JSON."""

    key: str
    status: int
    body: str


class AnswersNote(Record, frozen=True):
    """The last answers, the oldest first."""

    answers: tuple[Answer, ...] = ()


class Answers:
    """The answers of a table's presses that carried a key."""

    def __init__(self, table: KeepsNotes) -> None:
        self.table, self._lock = table, threading.Lock()
        note = table.notes.read(NOTE, AnswersNote) or AnswersNote()
        self._known = OrderedDict((answer.key, answer) for answer in note.answers)
        self._under_way: dict[str, threading.Event] = {}

    def before(self, key: str) -> Answer | None:
        """How this press was answered; None: never, and whoever asks has to answer it now."""
        while True:
            with self._lock:
                if key in self._known:
                    return self._known[key]
                first = self._under_way.get(key)
                if first is None:
                    self._under_way[key] = threading.Event()
                    return None
            if not first.wait(PATIENCE):
                raise Forbidden(503, "press-under-way")

    def done(self, key: str, answer: Answer | None) -> None:
        """The press is answered; None: it was not, and may be tried again."""
        with self._lock:
            if answer is not None:
                self._known[key] = answer
                while len(self._known) > MOST_ANSWERS:
                    self._known.popitem(last=False)
                newest = list(self._known.values())[-MOST_WRITTEN:]
                kept = AnswersNote(tuple(map(_shortened, newest)))
            waiting = self._under_way.pop(key, None)
        if waiting is not None:
            waiting.set()
        if answer is not None:
            self.table.notes.write(NOTE, kept)


def answer_twice_alike(app: Flask, check: Callable[[], object] = check_control) -> None:
    """Answers a repeated press as before; `check`: who may press at all."""

    @app.before_request
    def known() -> Response | None:
        key = _key()
        if key is None:
            return None
        check()
        answer = _answers().before(key)
        if answer is None:
            g.idempotency_key = key
            return None
        body = answer.body or json.dumps(dict(_answers().table.state()))
        return Response(body, answer.status, mimetype="application/json")

    @app.after_request
    def keep(answer: Response) -> Response:
        key = g.pop("idempotency_key", None)
        if key is not None:
            is_final = answer.status_code < 500 and answer.status_code not in (403, 429)
            told = Answer(key, answer.status_code, answer.get_data(as_text=True)) if is_final else None
            try:
                _answers().done(key, told)
            except NotWritten:
                current_app.logger.warning("an answer could not be kept for a repeated press")
        return answer

    @app.teardown_request
    def let_go(error: BaseException | None) -> None:
        key = g.pop("idempotency_key", None)
        if key is not None:
            _answers().done(key, None)


def _shortened(answer: Answer) -> Answer:
    """An answer as it is written down: a state is not, whoever asks again is told the newest."""
    return answer if len(answer.body) <= LONGEST_ANSWER else Answer(answer.key, answer.status, "")


def _answers() -> Answers:
    answers = current_app.extensions["tilewatch.answers"]
    assert isinstance(answers, Answers)
    return answers


def _key() -> str | None:
    """The key of this request with who presses what; None: it has none."""
    given = request.headers.get("Idempotency-Key")
    if request.method != "POST" or given is None or request.path in WITHOUT_A_SESSION:
        return None
    if not 0 < len(given) <= LONGEST_KEY:
        raise Forbidden(400, "key-too-long", most=LONGEST_KEY)
    own = session()
    role = own.role if own is not None else ""
    return hashlib.sha256(f"{role}\n{request.path}\n{given}".encode("utf-8", "replace")).hexdigest()
