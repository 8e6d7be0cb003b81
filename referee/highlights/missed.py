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
    def missed(self) -> tuple[int, int]:
        """What misses are compared by: tiles more than were laid, points of the play."""
        return len(self.play.played) - self.turn.played, self.play.points

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
    for turn, opened, rack, unknown in racks:
        if out_of_time():
            break
        play = _sure_play(rules, opened, turn, rack, unknown, out_of_time)
        miss = play and MissedPlay(turn, play, not unknown)
        if miss and miss.missed > (worst.missed if worst else (0, 0)) and miss.missed[0] > 0:
            worst = miss
    return worst


def _known_racks(
    rules: Rules, names: Sequence[str], turns: Sequence[Turn], counted: Round
) -> Iterator[tuple[Turn, bool, Row, int]]:
    """Turns with whether their player had opened, the tiles that the rack held, and how many of them it lacked yet."""
    for name, notation in zip(names, counted.racks, strict=True):
        own = [turn for turn in turns if turn.round == counted.number and turn.player == name]
        rack = row_from_notation(notation, "rack")
        if len(rack) == rules.dealt + sum(turn.drawn - turn.played for turn in own):
            yield from _walked_back(own, rack)


def _walked_back(own: Sequence[Turn], rack: Row) -> Iterator[tuple[Turn, bool, Row, int]]:
    """The same for one player's turns, the last first, as long as at most one tile is not certain."""
    unknown = 0
    for place in reversed(range(len(own))):
        turn = own[place]
        unknown += turn.drawn
        if unknown > 1:
            return
        if turn.legal:
            rack = (*rack, *_laid(turn))
        yield turn, any(earlier.legal and earlier.played for earlier in own[:place]), rack, unknown


def _laid(turn: Turn) -> tuple[Tile, ...]:
    """The tiles that the turn brought onto the table."""
    return tuple((turn.after.multiset() - turn.before.multiset()).elements())


def _sure_play(rules: Rules, opened: bool, turn: Turn, rack: Row, unknown: int, out_of_time: OutOfTime) -> Play | None:
    """The best play that was there, whichever of these tiles the rack lacked; None: there was none."""
    best = best_play(rules, opened, turn.before, rack, out_of_time)
    if unknown:
        lacking = (_without(rack, tile) for tile in dict.fromkeys(best.played))
        plays = (best_play(rules, opened, turn.before, rest, out_of_time) for rest in lacking)
        best = min(chain([best], plays), key=lambda play: play.worth)
    return best if best.played and best.is_optimal else None


def _without(rack: Row, tile: Tile) -> Row:
    place = rack.index(tile)
    return (*rack[:place], *rack[place + 1 :])
