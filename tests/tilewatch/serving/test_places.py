"""Connections by trust: sessions first, the host's machine always, strangers on the remaining ones; the oldest stranger
is dropped."""

from itertools import count

import pytest

from tilewatch.serving.places import COMES_AGAIN, Places, Rank


class Time:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def places(time: Time) -> Places[int]:
    """Sixteen places: four for strangers, two for addresses known, six for the family, four for the host."""
    return Places(16, time)


def test_however_many_strangers_come_the_family_and_the_host_find_places(places: Places[int]) -> None:
    numbers = count()
    for _ in range(100):
        places.take(next(numbers), f"10.0.0.{next(numbers)}", Rank.STRANGER)
    for rank, most in ((Rank.KNOWN, 2), (Rank.FAMILY, 6), (Rank.HOST, 4)):
        assert [places.take(next(numbers), "192.168.1.7", rank) for _ in range(most)] == [(True, None)] * most


def test_the_oldest_of_the_address_that_has_most_gives_its_place_up(places: Places[str]) -> None:
    for one, whose in (("a", "one"), ("b", "one"), ("c", "two"), ("d", "one")):
        places.take(one, whose, Rank.STRANGER)
    assert places.take("e", "three", Rank.STRANGER) == (True, "a")
    assert places.take("f", "two", Rank.STRANGER) in ((True, "b"), (True, "c"))


def test_who_has_most_comes_again_in_its_own_place_and_not_without_an_end(places: Places[int], time: Time) -> None:
    came = [places.take(one, "greedy", Rank.STRANGER)[0] for one in range(5 * COMES_AGAIN)]
    assert sum(came) == 4 + COMES_AGAIN
    assert places.take(0, "another", Rank.STRANGER)[0], "others are not held up by that"
    time.now += 1
    assert places.take(1, "greedy", Rank.STRANGER)[0]


def test_a_stranger_that_turns_out_to_be_of_the_family_leaves_the_strangers_place(places: Places[int]) -> None:
    for one in range(4):
        places.take(one, f"10.0.0.{one}", Rank.STRANGER)
    assert places.take(0, "10.0.0.0", Rank.FAMILY) == (True, None)
    assert places.rank_of(0) is Rank.FAMILY
    assert places.take(9, "10.0.0.9", Rank.STRANGER) == (True, None)


def test_a_guest_with_a_session_takes_places_from_itself_alone(places: Places[int], time: Time) -> None:
    places.take(100, "aunt", Rank.FAMILY)
    for one in range(20):
        time.now += 1
        places.take(one, "guest", Rank.FAMILY)
    assert places.rank_of(100) is Rank.FAMILY
    assert places.take(101, "uncle", Rank.FAMILY)[0]


def test_a_place_that_is_left_is_free(places: Places[int]) -> None:
    for one in range(4):
        places.take(one, "10.0.0.1", Rank.STRANGER)
    assert places.oldest_stranger() == 0
    places.leave(0)
    assert places.take(5, "10.0.0.1", Rank.STRANGER) == (True, None)
    assert places.rank_of(0) is None
