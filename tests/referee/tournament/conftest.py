"""Tournaments here seat their players quickly: how good seats are is for test_seating to say."""

from collections.abc import Iterator
from functools import partial

import pytest

from referee.tournament import tournament
from referee.tournament.seating import seat_plans


@pytest.fixture(autouse=True, scope="package")
def _seats_quickly() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(tournament, "seat_plans", partial(seat_plans, swaps=500))
        yield
