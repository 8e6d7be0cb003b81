"""The best play that was missed, as far as counted racks prove it.

The camera never sees a rack; but at a round's end it is counted, and with what was laid since it tells what the rack
held before. Each tile drawn since makes that less certain: with one, only how many tiles could be laid whichever it
was is said; with two or more nothing is.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from referee.highlights.highlights import told
from referee.match import Round, Turn
from referee.rules import Rules
from referee.solving import OutOfTime, Play, best_play
from referee.table import Row, row_from_notation
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
            **told(self.turn),
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
    played = tuple(turns)
    racks = chain.from_iterable(_known_racks(rules, names, played, counted) for counted in rounds)
    worst: MissedPlay | None = None
    for held in racks:
        if out_of_time():
            break
        play = _sure_play(rules, held, worst.missed if worst else 0, out_of_time)
        worst = worst if play is None else MissedPlay(held.turn, play, not held.unknown)
    return worst


@dataclass(frozen=True, slots=True)
class Held:
    """A turn, whether its player had opened, the tiles that the rack held, and how many of them it lacked yet."""

    turn: Turn
    opened: bool
    rack: Row
    unknown: int


def _known_racks(rules: Rules, names: Sequence[str], turns: Sequence[Turn], counted: Round) -> Iterator[Held]:
    """What each player held in the turns of which the counted racks tell it."""
    for name, notation in zip(names, counted.racks, strict=True):
        own = [turn for turn in turns if turn.round == counted.number and turn.player == name]
        rack = row_from_notation(notation, "rack")
        if len(rack) == rules.dealt + sum(turn.drawn - turn.played for turn in own):
            yield from _walked_back(own, rack)


def _walked_back(own: Sequence[Turn], rack: Row) -> Iterator[Held]:
    """The same for one player's turns, the last first, as long as at most one tile is not certain."""
    unknown = 0
    for place in reversed(range(len(own))):
        turn = own[place]
        unknown += turn.drawn
        laid = _laid(turn) if turn.legal else ()
        if unknown > 1 or len(laid) != turn.played:  # of a failed turn some tiles may have stayed: nobody says which
            return
        rack = (*rack, *laid)
        opened = any(earlier.legal and earlier.played for earlier in own[:place])
        yield Held(turn, opened, rack, unknown)


def _laid(turn: Turn) -> tuple[Tile, ...]:
    """The tiles that the turn brought onto the table."""
    return tuple((turn.after.multiset() - turn.before.multiset()).elements())


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
