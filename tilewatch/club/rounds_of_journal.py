"""A table's rounds in its journal: when each was counted, and which were corrected later."""

from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any

from sqlalchemy import select

from referee.match import Match, agreeing
from tilewatch.storage.journal import Journal
from tilewatch.storage.sql.place import JournalUnusable
from tilewatch.storage.sql.schema import EVENTS, HEADS
from tilewatch.telling.state_json import rounds_counted

EARLIER = 8
"""Matches before the present match that are checked: a tournament of one evening has no more."""


class RoundsOfJournal:
    """The rounds in a table's journal. Both methods raise JournalUnusable."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._read = lru_cache(EARLIER)(lambda number, _head: Match.replayed(journal.events(number)))

    def counted(self, match: int, _round: int) -> float | None:
        """When a round of the match was last counted, in seconds since the epoch; None: never."""
        is_count = (EVENTS.c.match == match) & EVENTS.c.body.contains('"round-counted"')
        asked = select(EVENTS.c.written).where(is_count).order_by(EVENTS.c.number.desc()).limit(1)
        rows = self._journal.database.asked(asked)
        return float(rows[0][0]) if rows else None

    def mended(self, at_table: int) -> list[Mapping[str, Any]]:
        """The states of the last matches, except match `at_table`, in which a round was corrected or annulled."""
        heads = select(HEADS.c.match, HEADS.c.checksum).where(HEADS.c.match != at_table)
        found = []
        for number, head in self._journal.database.asked(heads.order_by(HEADS.c.match.desc()).limit(EARLIER)):
            with suppress(JournalUnusable):  # a damaged match is skipped
                match = self._read(number, head)
                if any(isinstance(event, agreeing.MENDINGS) for event in match.events):
                    found.append(_standing(number, match))
        return found


def _standing(number: int, match: Match) -> Mapping[str, Any]:
    """A match's state in the form of a table's state (web.records.state), as far as a tournament needs it."""
    return {
        "match": {"number": number, "rules": match.now.rules.to_json()},
        "rounds": rounds_counted(match.now),
        "players": [{"name": player.name, "opened": player.opened} for player in match.now.players],
    }
