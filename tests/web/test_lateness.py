"""Pictures that were held up on their way are not taken for new, however phone and computer set their clocks."""

from flask.testing import FlaskClient

from web.lateness import LATE, OF_LATE, Lateness


class Clock:
    """Our clock, which a test sets."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def came(lateness: Lateness, clock: Clock, taken: float, after: float, page: str = "a") -> bool:
    """Whether a picture that was taken then counts as late when it comes so many seconds after."""
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

    def sent(taken: object) -> object:
        headers = {"X-Phone": "page", "X-Picture-Taken": str(taken)}
        return host.post("/api/camera/picture?sender=phone", data=b"\xff\xd8 a picture", headers=headers).json

    assert sent(1_700_000_010_000) == {"ok": True}
    assert sent(1_700_000_000_000) == {"ok": True, "late": True}
    assert sent("yesterday") == {"ok": True}
    assert len(table.asked) == 3  # type: ignore[attr-defined]
