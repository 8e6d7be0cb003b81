"""The best play that was missed, as far as counted racks prove it.

Where one tile of a rack was drawn later, only how many tiles could be laid whichever it was is said.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.highlights.highlights import turn_in_short
from referee.match import Held, Round, Turn, known_racks
from referee.rules import Rules
from referee.solving import OutOfTime, Play, best_play
from referee.table import Row
from referee.tiles import Tile


@dataclass(frozen=True, slots=True)
class MissedPlay:
    """A turn, and what could surely have been laid in it; `is_known`: by just this play, no worse than it if not."""

    turn: Turn
    play: Play
    is_known: bool

    @property
    def missed(self) -> int:
        """How many tiles more than were laid."""
        return len(self.play.played) - self.turn.played

    def to_json(self) -> dict[str, object]:
        """As the page reads it."""
        play = [str(tile) for tile in self.play.played] if self.is_known else None
        table = self.play.table.to_notation() if self.is_known else None
        return {
            **turn_in_short(self.turn),
            "tiles": len(self.play.played),
            "laid": self.turn.played,
            "play": play,
            "table": table,
        }


def missed_play(
    rules: Rules, names: Sequence[str], turns: Iterable[Turn], rounds: Iterable[Round], out_of_time: OutOfTime
) -> MissedPlay | None:
    """The play with most tiles that a player surely had and did not lay; None: there is none to be proved.

    `names`: the players in the rounds' order. Once `out_of_time` says yes, the worst miss found so far is the answer.
    """
    worst: MissedPlay | None = None
    for held in known_racks(rules, names, turns, rounds):
        if out_of_time():
            break
        play = _sure_play(rules, held, worst.missed if worst else 0, out_of_time)
        worst = worst if play is None else MissedPlay(held.turn, play, not held.unknown)
    return worst


def _sure_play(rules: Rules, held: Held, more_than: int, out_of_time: OutOfTime) -> Play | None:
    """The best play that was there, whichever tiles the rack lacked; None: none lays so many tiles more."""

    def best(rack: Row) -> Play:
        return best_play(rules, held.opened, held.turn.before, rack, out_of_time)

    worst = best(held.rack)
    for tile in (None, *dict.fromkeys(worst.played)) if held.unknown else (None,):
        if tile is not None:
            worst = min(worst, best(_without(held.rack, tile)), key=lambda play: play.worth)
        if len(worst.played) - held.turn.played <= more_than:
            return None
    return worst


def _without(rack: Row, tile: Tile) -> Row:
    place = rack.index(tile)
    return (*rack[:place], *rack[place + 1 :])
