"""Delayed pictures do not count as new, whatever the clocks of phone and computer show."""

import time

from flask.testing import FlaskClient

from web.routes.camera import LATE, OF_LATE, Lateness


class Clock:
    """The server's clock, set by the test."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def came(lateness: Lateness, clock: Clock, taken: float, after: float, page: str = "a") -> bool:
    """Whether a picture taken at a given time counts as late when it arrives after some seconds."""
    clock.now = taken + after
    return lateness.is_late(page, taken - 50_000.0)  # the phone's clock is hours behind ours


def test_a_picture_that_took_as_long_as_the_others_is_new() -> None:
    clock = Clock()
    lateness = Lateness(clock)
    assert not any(came(lateness, clock, 1000 + n, 0.2 + 0.1 * (n % 3)) for n in range(30))


def test_a_picture_that_was_held_up_is_not_new_and_the_next_one_is() -> None:
    clock = Clock()
    lateness = Lateness(clock)
    assert not came(lateness, clock, 1000.0, 0.2)
    assert came(lateness, clock, 1001.0, 0.3 + LATE)
    assert not came(lateness, clock, 1004.0, 0.2)


def test_the_first_picture_after_a_silence_is_late_where_it_was_held_up() -> None:
    clock = Clock()
    lateness = Lateness(clock)
    came(lateness, clock, 1000.0, 0.2)
    assert came(lateness, clock, 1001.0, 2 * OF_LATE)


def test_a_phone_whose_clock_was_set_back_is_believed_again() -> None:
    clock = Clock()
    lateness = Lateness(clock)
    late = []
    for second in range(30):
        clock.now = 1000.0 + second
        late.append(lateness.is_late("a", float(second if second < 5 else second - 3600)))
    wrongly = round(OF_LATE) + 1
    assert late == [False] * 5 + [True] * wrongly + [False] * (25 - wrongly)


def test_another_page_begins_anew() -> None:
    clock = Clock()
    lateness = Lateness(clock)
    came(lateness, clock, 1000.0, 0.2)
    assert not came(lateness, clock, 1001.0, 30.0, page="b")


def test_a_late_picture_is_answered_and_not_given_to_the_table(host: FlaskClient, table: object) -> None:
    host.post("/api/camera", json={"sender": "phone"})

    def sent(taken: object, after: object = None) -> dict[str, object]:
        headers = {"X-Phone": "page", "X-Picture-Taken": str(taken)}
        headers |= {} if after is None else {"X-Picture-After": str(after)}
        told = host.post("/api/camera/picture?sender=phone", data=b"\xff\xd8 a picture", headers=headers).json
        assert told is not None
        return dict(told)

    def is_late(told: dict[str, object]) -> bool:
        return told.get("late", False) is True

    now = round(1000 * time.time())
    first = sent(now)
    assert not is_late(first)
    assert is_late(sent(now - 10_000))
    assert not is_late(sent("yesterday"))
    assert len(table.asked) == 3  # type: ignore[attr-defined]


def test_a_phone_that_sends_what_it_took_ten_minutes_ago_is_never_believed(host: FlaskClient, table: object) -> None:
    """All its pictures are equally late, so that none is later than another."""
    host.post("/api/camera", json={"sender": "phone"})
    moment = 0

    def is_late(ago: int, after: int | None) -> bool:
        nonlocal moment
        headers = {"X-Phone": "old", "X-Picture-Taken": str(round(1000 * time.time()) - ago)}
        headers |= {} if after is None else {"X-Picture-After": str(after)}
        told = host.post("/api/camera/picture?sender=phone", data=b"\xff\xd8 a picture", headers=headers).json
        assert told is not None
        moment = told["now"]
        return "late" in told

    assert all(is_late(600_000, None) for _ in range(5))
    assert is_late(600_000, moment - 600_000)
    assert not is_late(600_000, moment), "its clock is wrong, and its picture of now"
    assert is_late(600_000, moment + 60_000), "nobody knows a moment that has not come"
