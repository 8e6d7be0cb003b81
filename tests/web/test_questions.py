"""A player's question does not interrupt another player's."""

import threading

from web.routes.help import SEARCHED_FOR, Questions


def test_a_search_ends_with_its_time() -> None:
    now = [0.0]
    with Questions(lambda: now[0]).asked_by("phone") as out_of_time:
        assert not out_of_time()
        now[0] = SEARCHED_FOR + 0.1
        assert out_of_time()


def test_what_a_device_asks_next_ends_its_search_before_and_nobody_elses() -> None:
    asked = Questions(lambda: 0.0)
    with asked.asked_by("phone") as first, asked.asked_by("tablet") as other:
        assert (first(), other()) == (False, False)
        next_one = asked.asked_by("phone")
        threading.Thread(target=next_one.__enter__, daemon=True).start()
        while not first():
            """The second question is on its way."""
        assert not other()


def test_who_asks_while_others_search_waits_and_is_answered() -> None:
    asked, answered = Questions(lambda: 0.0), []

    def ask(device: str) -> None:
        with asked.asked_by(device) as out_of_time:
            answered.append((device, out_of_time()))

    devices = [f"phone {number}" for number in range(6)]
    with asked.asked_by("tablet"), asked.asked_by("laptop"):
        waiting = [threading.Thread(target=ask, args=(device,)) for device in devices]
        for thread in waiting:
            thread.start()
        assert answered == []
    for thread in waiting:
        thread.join()
    assert sorted(answered) == [(device, False) for device in devices]
