"""What a player held before a turn, where every tile of it is certain."""

from typing import cast

from referee.coaching import lesson
from referee.match import Held, Standing, Turn, known_racks
from referee.solving import OutOfTime, Play, best_play
from web.records.answers import BestPlay


def turns_with_known_rack(now: Standing) -> frozenset[int]:
    """The numbers of the turns before which it is known what the player held."""
    return frozenset(_certain(now))


def possible_play(now: Standing, turn: Turn, out_of_time: OutOfTime) -> Play | None:
    """The best play there was in a turn; None: nobody knows what the player held."""
    held = known_rack(now, turn)
    return None if held is None else best_play(now.rules, held.opened, turn.before, held.rack, out_of_time)


def lesson_of(now: Standing, turn: Turn, out_of_time: OutOfTime) -> BestPlay | None:
    """The best play there was in a turn, and what a coach says of it; None: nobody knows what the player held."""
    play, held = possible_play(now, turn, out_of_time), known_rack(now, turn)
    if play is None or held is None:
        return None
    told = {**play.to_json(), **lesson(now.rules, held.opened, turn.before, held.rack, play, out_of_time)}
    return cast(BestPlay, told)


def known_rack(now: Standing, turn: Turn) -> Held | None:
    """What the turn's player held before it; None: nobody can know."""
    return _certain(now).get(turn.number)


def _certain(now: Standing) -> dict[int, Held]:
    """By the turns' numbers."""
    found = known_racks(now.rules, now.names, now.turns, now.rounds)
    return {held.turn.number: held for held in found if not held.unknown}
