"""How a match stands: players, racks by count, the turn, the clock, what was played so far."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import takewhile

from referee.judging import Position, Verdict
from referee.match.scores import Points, Round, RuleChange, totals
from referee.match.turns import Back, Clock, RackChange, Turns
from referee.messages import Refusal
from referee.rules import Rules
from referee.table import Table


class Phase(StrEnum):
    """What a match is waiting for (`phase` of the state)."""

    SETUP = "setup"
    READY = "ready"
    PLAYING = "playing"
    RESTORING = "restoring"
    PAUSED = "paused"
    COUNTING = "counting"
    OVER = "over"


class Seat(StrEnum):
    """What a player's seat in the match is good for just now."""

    PLAYS = "plays"
    WAITS = "waits"
    """The player joined, and is dealt tiles when the next round is."""
    LEFT = "left"


class MatchError(Refusal, ValueError):
    """Something that no match can have: an unknown player, a rack that cannot be, a missing reason."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player in a round. The rack is a count: the camera never sees its tiles."""

    name: str
    rack: int = 0
    opened: bool = False
    bank: float | None = None
    """Seconds left in the player's bank of time; None: the rules give none."""
    extensions: int = 0
    """Extensions of the turn's time that are left."""
    seat: Seat = Seat.PLAYS
    rack_is_known: bool = True
    """Whether the rack holds so many: not after a turn that nobody watched, until it is counted or dealt anew."""
    deals: int = 0
    """How often the player came in mid-round and was dealt a rack: what an earlier rack held says nothing of it."""

    @property
    def plays(self) -> bool:
        """Whether turns come to this player."""
        return self.seat is Seat.PLAYS

    @property
    def is_away(self) -> bool:
        """Whether the player left."""
        return self.seat is Seat.LEFT

    @property
    def is_counted(self) -> bool:
        """Whether the rack counts at the round's end: also one that was left behind to be counted."""
        return self.plays or self.rack > 0


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn that was claimed: what lay there, what the referee said, what came of it."""

    number: int
    round: int
    player: str
    before: Table
    after: Table
    verdict: Verdict
    seconds: float
    legal: bool
    """What counts: the verdict, or what the players decided instead."""
    rules: Rules
    """Those of the round when it was claimed."""
    overruled: str | None = None
    """The players' reason, if they decided otherwise."""
    played: int = 0
    drawn: int = 0
    by_hand: bool = False
    """Whether nobody looked at the table: what was laid is not known."""
    limit: float | None = None
    """Seconds that the rules gave; None: no limit."""
    allowed: float | None = None
    """Seconds that the clock gave, what was added included."""
    passed: bool = False
    """Of a turn by hand: whether the players said that nothing was laid."""
    fined: int | None = None
    """Tiles to draw for what the players alone find wrong; None: as the rules say of a failed turn."""

    def position(self, opened: bool) -> Position:
        """What the turn began with; `opened`: whether its player had opened."""
        return Position.by_right(self.rules, opened, self.before)

    @property
    def fine(self) -> int:
        """How many tiles the player draws as the turn failed, by the referee's word or the players'; 0: it counts."""
        if self.legal:
            return 0
        if not self.verdict.legal:
            return self.verdict.draw
        return self.rules.failed_turn_draw if self.fined is None else self.fined


@dataclass(frozen=True, slots=True)
class Standing:
    """How a match stands after its events so far."""

    rules: Rules
    players: tuple[Player, ...]
    points_to_win: int | None = None
    phase: Phase = Phase.SETUP
    round: int = 0
    turn: int = 0
    """The number of the turn that is played or put back now, counted through the match from 1."""
    chosen: str | None = None
    """While a round is dealt: who will begin, if that is known."""
    first: int = 0
    """The place of the player who began the round."""
    whose: int = 0
    """The place of the player whose turn it is."""
    table: Table = field(default_factory=Table)
    """What lies there by right: the table before the turn that is played now."""
    must_become: Table | None = None
    """While a failed turn is put back: what has to lie there again."""
    clock: Clock | None = None
    idle_turns: int = 0
    """Turns on end in which nobody laid a tile, the pool being empty."""
    last_turns: int = 0
    """Turns played since the pool was empty."""
    turns: Turns[Turn] = field(default_factory=Turns)
    rounds: tuple[Round, ...] = ()
    coming: Rules | None = None
    """Rules that hold from the next turn on."""
    rule_changes: tuple[RuleChange, ...] = ()
    by_hand: bool = False
    """Whether nobody watches this round: no rack is known, nor what lies on the table."""
    is_ended: bool = False
    """Whether the players ended the match, whatever was agreed."""
    back: Back | None = field(default=None, compare=False, repr=False)
    """The way to `earlier`."""

    @property
    def earlier(self) -> "Standing | None":
        """How it stood when the last turn was claimed, or before tiles were dealt; None: nothing to take back."""
        return None if self.back is None else self.back.standing()

    @property
    def player(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.whose]

    @property
    def is_held(self) -> bool:
        """Whether the turn's clock stands while it is played: Done waits, or the players are asked."""
        return self.phase is Phase.PLAYING and self.clock is not None and not self.clock.running

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names in playing order."""
        return tuple(player.name for player in self.players)

    @property
    def pool(self) -> int:
        """Tiles that are neither on the table nor on a rack."""
        racks = sum(player.rack for player in self.players)
        return max(0, self.rules.box_size - len(self.table.tiles()) - racks)

    @property
    def pool_is_known(self) -> bool:
        """Whether the pool holds so many: not once somebody had a turn in this round that nobody watched."""
        of_round = takewhile(lambda turn: turn.round == self.round, reversed(self.turns))
        return not (self.by_hand and any(turn.by_hand and not turn.passed for turn in of_round))

    @property
    def last_turn(self) -> Turn | None:
        """The turn that was claimed last, as long as it can be taken back."""
        is_last = self.back is not None and len(self.back.stood.turns) < len(self.turns)
        return self.turns[-1] if is_last else None

    @property
    def names_counted(self) -> tuple[str, ...]:
        """Whose racks count at the end of this round, in playing order; counted again, whose did before."""
        if self.phase is Phase.OVER and self.rounds and self.rounds[-1].number == self.round:
            return self.rounds[-1].names
        return tuple(player.name for player in self.players if player.is_counted)

    @property
    def scored(self) -> tuple[Round, ...]:
        """The rounds that count: those that were not struck out."""
        return tuple(one for one in self.rounds if not one.is_void)

    @property
    def position(self) -> Position:
        """What the player whose turn it is begins with, or has to put back first."""
        return Position.by_right(self.rules, self.player.opened, self.must_become or self.table)

    def place_after(self, place: int) -> int:
        """The place of the player who has a turn after the one at a place."""
        count = len(self.players)
        behind = ((place + more) % count for more in range(1, count + 1))
        return next((one for one in behind if self.players[one].plays), place)

    def renamed(self, old: str, new: str) -> "Standing":
        """The same with a player called otherwise, in every turn and round of the match."""
        players = tuple(replace(player, name=new) if player.name == old else player for player in self.players)
        turns = Turns.of(replace(turn, player=new) if turn.player == old else turn for turn in self.turns)
        rounds = tuple(one.renamed(old, new) for one in self.rounds)
        back = None if self.back is None else self.back.renamed(old, new)
        chosen = new if self.chosen == old else self.chosen
        return replace(self, players=players, turns=turns, rounds=rounds, chosen=chosen, back=back)

    def with_rack_counted(self, name: str, tiles: int) -> "Standing":
        """The same with a rack counted of which nothing was known; earlier turns know theirs."""
        racks = (replace(one, rack=tiles, rack_is_known=True) if one.name == name else one for one in self.players)
        return replace(self, players=tuple(racks))

    def with_racks_changed(self, changes: Mapping[str, RackChange]) -> "Standing":
        """Racks counted anew, by the players' names; in the turns that can be taken back too, as soon as one is."""
        racks = [
            replace(player, rack=changes[player.name].of(player.rack)) if player.name in changes else player
            for player in self.players
        ]
        back = None if self.back is None else self.back.with_racks_changed(changes)
        return replace(self, players=tuple(racks), back=back)

    def place(self, name: str) -> int:
        """The place of a player.

        Raises ValueError: nobody of that name plays.
        """
        if name not in self.names:
            raise MatchError("nobody-called", name=name, players=", ".join(self.names))
        return self.names.index(name)

    def totals(self) -> Mapping[str, Points]:
        """Each player's points of all rounds together."""
        nothing: dict[str, Points] = dict.fromkeys(self.names, 0)
        return totals([nothing, *(round_.result.scores for round_ in self.scored)])

    def rounds_won(self) -> Mapping[str, int]:
        """How many rounds each player won, shared wins too."""
        return {name: sum(name in r.result.winners for r in self.scored) for name in self.names}

    @property
    def is_finished(self) -> bool:
        """Whether the players ended it, the agreed rounds are played or somebody has the agreed points."""
        all_played = self.rules.rounds is not None and len(self.scored) >= self.rules.rounds
        most = max(self.totals().values())
        return self.is_ended or all_played or (self.points_to_win is not None and most >= self.points_to_win)

    def leaders(self) -> tuple[str, ...]:
        """Who wins the match as it stands: most points, or most rounds where the rules count those."""
        counted: Mapping[str, Points] = self.totals()
        if self.rules.match_won_by == "rounds":
            counted = self.rounds_won()
        return tuple(name for name in self.names if counted[name] == max(counted.values()))
