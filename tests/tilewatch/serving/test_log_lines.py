"""A log line that strangers can provoke is written once a minute, with the number of lines left out."""

import errno
import logging

from tilewatch.serving.log_lines import A_MINUTE, OnceAMinute


def record(message: str, error: BaseException | None = None) -> logging.LogRecord:
    told = None if error is None else (type(error), error, None)
    return logging.LogRecord("asyncio", logging.ERROR, "", 0, message, None, told)


def test_the_same_line_is_said_once_a_minute_and_another_one_at_once() -> None:
    now = [0.0]
    lines = OnceAMinute(lambda: now[0])
    assert [lines.filter(record("no request")) for _ in range(1000)] == [True] + [False] * 999
    assert lines.filter(record("something else"))
    now[0] += A_MINUTE
    again = record("no request")
    assert lines.filter(again)
    assert again.getMessage() == "no request (999 more like it in the last minutes)"


def test_what_lacks_descriptors_is_said_in_one_line() -> None:
    said = record("socket.accept() out of system resource\nsocket: <one>", OSError(errno.EMFILE, "Too many open files"))
    assert OnceAMinute().filter(said)
    assert logging.Formatter().format(said) == "socket.accept() out of system resource: Too many open files"


def test_a_fault_of_the_program_keeps_its_traceback() -> None:
    said = record("a request failed", ValueError("why"))
    assert OnceAMinute().filter(said)
    assert "ValueError: why" in logging.Formatter().format(said)
