"""A match of several rounds: what may be done when, and what happened, as a list of events."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from referee.judging import Verdict, judge
from referee.match.events import (
    ClockSet,
    DealtAgain,
    Event,
    MatchBegan,
    Paused,
    RackCorrected,
    Resumed,
    RoundBegan,
    RoundCounted,
    TableRestored,
    TimeExtended,
    TurnClaimed,
    TurnTakenBack,
    VerdictOverruled,
)
from referee.match.rack_check import Doubt, doubts_of_racks
from referee.match.standing import Phase, Player, Standing
from referee.match.transitions import fold
from referee.rules import Rules
from referee.table import Row, Table, row_from_notation, row_text
from referee.tiles import Tile

SHORTEST_TURN, LONGEST_TURN = 30, 300
"""Seconds that the rules' own limit of a turn may be; a bank of time beyond it is told as this."""


class DoesNotFit(Exception):
    """An act does not fit the moment; the message says why."""


class DoesNotAddUp(ValueError):
    """Racks or tables that cannot be; `doubts` names each rack and tile to look at again."""

    def __init__(self, doubts: tuple[Doubt, ...]) -> None:
        super().__init__("; ".join(doubt.text for doubt in doubts))
        self.doubts = doubts


FITS: Mapping[type[Event], frozenset[Phase]] = {
    RoundBegan: frozenset({Phase.SETUP, Phase.OVER}),
    DealtAgain: frozenset({Phase.PLAYING}),
    TurnClaimed: frozenset({Phase.PLAYING}),
    TableRestored: frozenset({Phase.RESTORING}),
    VerdictOverruled: frozenset({Phase.PLAYING, Phase.PAUSED, Phase.RESTORING, Phase.COUNTING}),
    TurnTakenBack: frozenset({Phase.PLAYING, Phase.PAUSED, Phase.RESTORING, Phase.COUNTING}),
    Paused: frozenset({Phase.PLAYING}),
    Resumed: frozenset({Phase.PAUSED}),
    TimeExtended: frozenset({Phase.PLAYING, Phase.PAUSED}),
    ClockSet: frozenset({Phase.PLAYING, Phase.PAUSED}),
    RackCorrected: frozenset({Phase.PLAYING, Phase.PAUSED, Phase.RESTORING, Phase.COUNTING}),
    RoundCounted: frozenset({Phase.PLAYING, Phase.PAUSED, Phase.COUNTING, Phase.OVER}),
}
"""What may happen in which phase."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match: its events, and how it stands `now`. Each act gives a new match with one event more.

    >>> match = Match.begun(["Ada", "Bo"], Rules(), at=0.0).round_begun(at=1.0)
    >>> match.now.phase.value, match.now.player.name, match.now.pool
    ('playing', 'Ada', 78)
    >>> Match.replayed(match.events) == match
    True
    """

    events: tuple[Event, ...]
    now: Standing

    @classmethod
    def begun(cls, players: Iterable[str], rules: Rules, at: float, points: int | None = None) -> "Match":
        """A match in which no round has begun; `points` is the total that ends it, if one is agreed.

        Raises ValueError: names that are blank or the same, or more or fewer players than the rules seat.
        """
        names = tuple(name.strip() for name in players)
        _check_names(names, rules)
        return cls.replayed([MatchBegan(at=at, players=names, rules=rules, points=points)])

    @classmethod
    def replayed(cls, events: Iterable[Event]) -> "Match":
        """The match that these events make, the first of them its beginning.

        Raises DoesNotFit: an event does not fit what came before it. ValueError: the first begins no match.
        """
        began, *later = events
        if not isinstance(began, MatchBegan):
            raise ValueError(f"a match begins with {MatchBegan.name}, not with {began.name}")
        seats = tuple(Player(name) for name in began.players)
        match = cls((began,), Standing(began.rules, seats, began.points))
        for event in later:
            match = match.after(event)
        return match

    def after(self, event: Event) -> "Match":
        """The match with one event more. Raises DoesNotFit: it does not fit the moment."""
        why = self.why_not(type(event))
        if why is not None:
            raise DoesNotFit(why)
        return Match((*self.events, event), fold(event, self.now))

    def can(self, kind: type[Event]) -> bool:
        """Whether an event of this kind fits the moment."""
        return self.why_not(kind) is None

    def why_not(self, kind: type[Event]) -> str | None:
        """Why an event of this kind does not fit the moment; None: it does."""
        now = self.now
        if now.phase not in FITS.get(kind, ()):
            return f"{kind.name} does not fit now: the match is {now.phase.value}"
        if kind is RoundBegan and now.is_finished:
            return "the match is finished: the agreed rounds or points are played"
        if kind in (VerdictOverruled, TurnTakenBack) and now.earlier is None:
            return "no turn of this round has been claimed yet"
        if kind is TimeExtended and (now.clock is None or now.clock.allowed is None):
            return "the rules set no time that could be extended"
        if kind is TimeExtended and not now.player.extensions:
            return f"{now.player.name} has no extension left"
        if kind is DealtAgain and not (now.rules.new_deal_on_three_pairs and _first_turns(now)):
            return "a new deal is for three pairs among the first tiles, where the rules have it"
        return None

    def round_begun(self, at: float, first: str | None = None) -> "Match":
        """The tiles are dealt; `first` plays first (none given: the players take turns in beginning).

        Raises DoesNotFit; ValueError: nobody of that name plays.
        """
        if first is None:
            first = self.now.names[self.now.round % len(self.now.names)]
        self.now.place(first)
        return self.after(RoundBegan(at=at, first=first))

    def dealt_again(self, player: str, at: float) -> "Match":
        """A player showed three pairs: the round is dealt anew. Raises DoesNotFit, ValueError."""
        self.now.place(player)
        return self.after(DealtAgain(at=at, player=player))

    def judged(self, after: Table, at: float) -> Verdict:
        """What the referee would say if the turn were claimed with this table at this moment.

        A set that lies as it lay when the turn began is nobody's fault now: the players let it lie.

        Raises DoesNotFit: no turn is being played.
        """
        if not self.can(TurnClaimed):
            raise DoesNotFit(str(self.why_not(TurnClaimed)))
        now = self.now
        rules, seconds = _timed(now, at)
        return judge(rules, now.player.opened, now.table, after, seconds, accepted=now.table)

    def claimed(self, after: Table, at: float) -> "Match":
        """The player says done, or the time is over, with this table. Raises DoesNotFit."""
        verdict = self.judged(after, at)
        assert self.now.clock is not None
        seconds = self.now.clock.spent(at)
        player = self.now.player.name
        return self.after(TurnClaimed(at=at, player=player, after=after, seconds=seconds, verdict=verdict))

    def restored(self, at: float, table: Table | None = None) -> "Match":
        """The failed turn is put back: draw the penalty, next player.

        `table`: what lies there now, if some tiles' place was forgotten; they go where the rules say.
        Raises DoesNotFit; DoesNotAddUp: tiles lie there that should not.
        """
        if not self.can(TableRestored):
            raise DoesNotFit(str(self.why_not(TableRestored)))
        assert self.now.must_become is not None
        table = self.now.must_become if table is None else table
        strangers = table.multiset() - self.now.must_become.multiset()
        if strangers:
            doubts = (Doubt(f"{tile} does not belong on the table", tile=tile) for tile in strangers)
            raise DoesNotAddUp(tuple(doubts))
        return self.after(TableRestored(at=at, table=table))

    def overruled(self, legal: bool, reason: str, at: float) -> "Match":
        """The players decide otherwise about the last verdict.

        Raises DoesNotFit; ValueError: no reason is given.
        """
        if not reason.strip():
            raise ValueError("a verdict is overruled with a reason")
        turn = self.now.last_turn
        if turn is not None and turn.legal == legal:
            raise DoesNotFit(f"the last turn counts as {'legal' if legal else 'illegal'} already")
        return self.after(VerdictOverruled(at=at, legal=legal, reason=reason.strip()))

    def taken_back(self, at: float) -> "Match":
        """The last turn is undone; its player has it again, with a full clock. Raises DoesNotFit."""
        return self.after(TurnTakenBack(at=at))

    def paused(self, at: float) -> "Match":
        """The clock stands still. Raises DoesNotFit."""
        return self.after(Paused(at=at))

    def resumed(self, at: float) -> "Match":
        """The clock goes on. Raises DoesNotFit."""
        return self.after(Resumed(at=at))

    def extended(self, at: float) -> "Match":
        """The player takes an extension of the turn's time. Raises DoesNotFit: none is left."""
        return self.after(TimeExtended(at=at))

    def clock_set(self, left: float | None, at: float) -> "Match":
        """The program was away: the turn goes on with the seconds it had. Raises DoesNotFit."""
        return self.after(ClockSet(at=at, left=left))

    def rack_corrected(self, player: str, tiles: int, at: float) -> "Match":
        """A rack was counted by hand and holds so many tiles.

        Raises DoesNotFit; ValueError: nobody of that name, or no such number of tiles.
        """
        self.now.place(player)
        if not 0 <= tiles <= self.now.rules.box_size:
            raise ValueError(f"a rack of {tiles} tiles cannot be")
        return self.after(RackCorrected(at=at, player=player, tiles=tiles))

    def counted(self, racks: Mapping[str, str], at: float, anyway: bool = False) -> "Match":
        """The round ends with these racks (notation) and is scored; counted again, the last count holds.

        A player known to have an empty rack may be left out. Raises DoesNotFit; ValueError: an unknown or a
        missing player, no tile; DoesNotAddUp: the racks cannot be, unless the players want it `anyway`.
        """
        if not self.can(RoundCounted):
            raise DoesNotFit(str(self.why_not(RoundCounted)))
        read = self.racks_from_notation(racks)
        doubts = doubts_of_racks(read, self.now)
        if doubts and not anyway:
            raise DoesNotAddUp(doubts)
        texts = tuple(row_text(read[name]) for name in self.now.names)
        return self.after(RoundCounted(at=at, racks=texts))

    def racks_from_notation(self, racks: Mapping[str, str]) -> dict[str, Row]:
        """Every player's rack. Raises ValueError: an unknown or a missing player, no tile."""
        for name in racks:
            self.now.place(name)
        missing = [p.name for p in self.now.players if p.rack and p.name not in racks]
        if missing:
            raise ValueError(f"racks: the rack of {' and '.join(missing)} is missing")
        return {name: row_from_notation(racks.get(name, ""), f"racks, {name}") for name in self.now.names}


def first_by_lot(lots: Mapping[str, Tile]) -> tuple[str, ...]:
    """Who drew the highest number (a joker is drawn again); several draw again among themselves.

    Leaflets 000-002: each draws one tile, the highest begins.
    """
    numbers = {name: tile.number or 0 for name, tile in lots.items()}
    return tuple(name for name in lots if numbers[name] == max(numbers.values()))


def _timed(now: Standing, at: float) -> tuple[Rules, float | None]:
    """Rules and seconds to judge a turn by: what extensions and a bank of time gave is taken off."""
    assert now.clock is not None
    left = now.clock.left(at)
    if left is None:
        return now.rules, None
    limit = now.rules.turn_seconds
    if now.player.bank is not None or limit is None:
        limit = min(LONGEST_TURN, max(SHORTEST_TURN, int(now.clock.allowed or 0)))
    return replace(now.rules, turn_seconds=limit), limit - left


def _check_names(names: tuple[str, ...], rules: Rules) -> None:
    if not all(names):
        raise ValueError("players: a name is blank")
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f'players: "{name}" is there twice')
    if not rules.players_least <= len(names) <= rules.players_most:
        seats = f"{rules.players_least} to {rules.players_most}"
        raise ValueError(f"players: {len(names)} play, the rules seat {seats}")


def _first_turns(now: Standing) -> bool:
    """Whether nobody has laid a tile and nobody had a second turn in this round."""
    turns = [turn for turn in now.turns if turn.round == now.round]
    return not now.table.sets and len(turns) < len(now.players)
