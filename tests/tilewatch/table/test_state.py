"""The state has the fields of its record, as `/api/openapi.json` describes it."""

import json
from collections.abc import Callable
from typing import Any, get_type_hints

import msgspec
import pytest

from web.contract import Conflict
from web.records.state import State


def as_its_record_has_it(state: Any) -> Any:
    return json.loads(json.dumps(msgspec.convert(json.loads(json.dumps(state)), State)))


def test_the_state_has_the_fields_of_its_record_while_a_match_is_played(game: Callable[..., Any]) -> None:
    stage = game()
    stage.lay("r10 r11 r12", "k1 k2 ?k3~b3:0.4")
    told = stage.table.state()
    assert set(told) == set(get_type_hints(State))
    assert as_its_record_has_it(told) == json.loads(json.dumps(told))
    with pytest.raises(Conflict):  # one tile cannot be read: the question about it comes first
        stage.table.turn.done(False)
    stage.table.turn.done(True)
    told = stage.table.state()
    assert as_its_record_has_it(told) == json.loads(json.dumps(told))
