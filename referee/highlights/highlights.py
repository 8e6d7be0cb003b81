"""Turns worth remembering: the longest, the biggest opening, the boldest rearrangement, the best play missed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.judging import MovedTile, account_of
from referee.match import Held, Round, Turn, known_racks, why_long
from referee.solving import OutOfTime, Play, best_play
from referee.table import Row
from referee.tiles import Tile


@dataclass(frozen=True, slots=True)
class LongTurn:
    """The turn that took most time."""

    turn: Turn

    def to_json(self) -> dict[str, object]:
        """The JSON object of the turn: its seconds, and the reasons why it exceeded its limit."""
        why = [message.to_json() for message in why_long(self.turn)]
        return {**turn_in_short(self.turn), "seconds": round(self.turn.seconds, 1), "why_long": why}


@dataclass(frozen=True, slots=True)
class BigOpening:
    """The opening that was worth most points."""

    turn: Turn
    points: int

    def to_json(self) -> dict[str, object]:
        """The JSON object of the record."""
        return {
            **turn_in_short(self.turn),
            "points": self.points,
            "tiles": [str(tile) for tile in self.turn.verdict.played],
        }


@dataclass(frozen=True, slots=True)
class BoldTurn:
    """The turn that moved most tiles of the table from one set to another."""

    turn: Turn
    moved: tuple[MovedTile, ...]

    @property
    def sets(self) -> int:
        """The number of old sets that tiles were taken from."""
        return len({tile.old for tile in self.moved})

    @property
    def boldness(self) -> tuple[int, int, int]:
        """Sort key: number of tiles moved, number of sets they left, number of tiles laid."""
        return len(self.moved), self.sets, self.turn.played

    def to_json(self) -> dict[str, object]:
        """The JSON object of the record."""
        return {**turn_in_short(self.turn), "moved": len(self.moved), "sets": self.sets, "laid": self.turn.played}


@dataclass(frozen=True, slots=True)
class Highlights:
    """The highlights of a match; None: there was no such turn. Of equal turns the earliest is taken."""

    turns: int
    seconds: float
    """Seconds that all turns took together."""
    longest: LongTurn | None
    opening: BigOpening | None
    boldest: BoldTurn | None

    def to_json(self) -> dict[str, object]:
        """The JSON object of the record."""
        return {
            "turns": self.turns,
            "seconds": round(self.seconds, 1),
            "longest_turn": self.longest and self.longest.to_json(),
            "biggest_opening": self.opening and self.opening.to_json(),
            "boldest_rearrangement": self.boldest and self.boldest.to_json(),
        }


def highlights(turns: Sequence[Turn]) -> Highlights:
    """The highlights of a match's turns; a turn that is not legal can only be the longest."""
    seconds = sum(turn.seconds for turn in turns)
    legal = [turn for turn in turns if turn.legal and turn.played]
    longest = max(turns, key=lambda turn: turn.seconds, default=None)
    openings = (BigOpening(turn, points) for turn in legal if (points := turn.verdict.opening_points) is not None)
    return Highlights(
        len(turns),
        seconds,
        None if longest is None else LongTurn(longest),
        max(openings, key=lambda opening: opening.points, default=None),
        max(_bold(legal), key=lambda bold: bold.boldness, default=None),
    )


def _bold(turns: Iterable[Turn]) -> Iterable[BoldTurn]:
    """The turns that moved tiles of the table, each with these tiles."""
    for turn in turns:
        account = account_of(turn.rules, turn.before, turn.after)
        moved = tuple(tile for tile in account.tiles if tile.old is not None) if account else ()
        if moved:
            yield BoldTurn(turn, moved)


def turn_in_short(turn: Turn) -> dict[str, object]:
    """The JSON fields that identify a turn: its number, its round, its player."""
    return {"turn": turn.number, "round": turn.round, "player": turn.player}


@dataclass(frozen=True, slots=True)
class MissedPlay:
    """A turn, and a play that was certainly possible in it.

    `is_known`: whether exactly `play` was possible; if not, a play at least as good was.
    """

    turn: Turn
    play: Play
    is_known: bool

    @property
    def missed(self) -> int:
        """The number of tiles that the play lays beyond those laid in the turn."""
        return len(self.play.played) - self.turn.played

    def to_json(self) -> dict[str, object]:
        """The JSON object of the record."""
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
    names: Sequence[str], turns: Iterable[Turn], rounds: Iterable[Round], out_of_time: OutOfTime
) -> MissedPlay | None:
    """The missed play that beats its turn by most tiles, as far as counted racks prove it; None if none is proved.

    `names`: the players in the order of the rounds' racks. Once `out_of_time` returns True, the worst miss found so far
    is returned.
    """
    worst: MissedPlay | None = None
    for held in known_racks(names, turns, rounds):
        if out_of_time():
            break
        play = _sure_play(held, worst.missed if worst else 0, out_of_time)
        worst = worst if play is None else MissedPlay(held.turn, play, not held.unknown)
    return worst


def _sure_play(held: Held, more_than: int, out_of_time: OutOfTime) -> Play | None:
    """The best play that was possible whichever of the uncertain tiles was not yet on the rack.

    None if it does not lay more than `more_than` tiles beyond those of the turn.
    """

    def best(rack: Row) -> Play:
        return best_play(held.position, rack, out_of_time)

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
