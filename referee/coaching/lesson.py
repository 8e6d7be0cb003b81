"""All that a coach says of a position, as a page reads it."""

from collections.abc import Sequence
from typing import Any

from referee.coaching.by_hand import by_hand
from referee.coaching.lacking import tiles_that_would_open
from referee.coaching.others import other_plays
from referee.rules import Rules
from referee.solving import OutOfTime, Play
from referee.table import Table
from referee.tiles import Tile


def lesson(
    rules: Rules, opened: bool, table: Table, rack: Sequence[Tile], best: Play, out_of_time: OutOfTime
) -> dict[str, Any]:
    """The best play step by step, other plays of as many tiles, and what one tile more would have opened.

    `would_open` is null where an opening is there, or the player has opened.
    """
    lacks = not opened and not best.played
    others = other_plays(rules, opened, table, rack, best, out_of_time) if best.played else []
    return {
        "steps": [step.to_json() for step in by_hand(rules, table, best.table)] if best.played else [],
        "others": [play.to_json() for play in others],
        "would_open": list(map(str, tiles_that_would_open(rules, table, rack, out_of_time))) if lacks else None,
        "at_most": best.at_most,
    }
