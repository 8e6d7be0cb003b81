"""The state of a match: players with the sizes of their racks, the turn, the clock, the turns and rounds so far."""

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
    """The phase of a match: what it is waiting for."""

    SETUP = "setup"
    READY = "ready"
    PLAYING = "playing"
    RESTORING = "restoring"
    PAUSED = "paused"
    COUNTING = "counting"
    OVER = "over"


class Seat(StrEnum):
    """The part that a player takes in the match now."""

    PLAYS = "plays"
    WAITS = "waits"
    """The player has joined and is dealt tiles in the next round."""
    LEFT = "left"


class MatchError(Refusal, ValueError):
    """Input that is never possible: an unknown player, an impossible rack, a missing reason."""


@dataclass(frozen=True, slots=True)
class Slip:
    """The state of a player who left, kept until the round ends so that leaving by mistake can be undone."""

    rack: int
    rack_is_known: bool
    seat: Seat
    round: int
    turn: int | None = None
    """Number of the turn, if the player had the turn."""
    back: Back | None = None
    """The match before the player left, if leaving ended the round."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player in a round. The rack is a count: the camera never sees its tiles."""

    name: str
    rack: int = 0
    opened: bool = False
    bank: float | None = None
    """Seconds left in the player's time bank; None: the rules give none."""
    extensions: int = 0
    """Number of extensions of a turn's time that are left."""
    seat: Seat = Seat.PLAYS
    rack_is_known: bool = True
    """Whether `rack` is certain; False after a turn that no camera watched, until the rack is counted or dealt."""
    deals: int = 0
    """Number of times the player was dealt a rack in mid-round; racks before and after such a deal are unrelated."""
    left_early: bool = False
    """Whether the player left while the match was going on, and has not come back."""
    pace: float = 1.0
    """Factor on the rules' time for the player's turns."""
    slip: Slip | None = field(default=None, compare=False, repr=False)
    """The player's state when leaving; None if the player did not leave in this round."""

    def seconds_allowed(self, rules: Rules) -> float | None:
        """Seconds for the player's next turn; None: no limit.

        >>> Player("Ada").seconds_allowed(Rules()), Player("Grandma", pace=1.5).seconds_allowed(Rules())
        (60.0, 90.0)
        """
        if self.bank is not None:
            return self.bank + rules.increment_seconds * self.pace
        return None if rules.turn_seconds is None else rules.turn_seconds * self.pace

    @property
    def plays(self) -> bool:
        """Whether the player takes turns."""
        return self.seat is Seat.PLAYS

    @property
    def is_away(self) -> bool:
        """Whether the player left."""
        return self.seat is Seat.LEFT

    @property
    def is_counted(self) -> bool:
        """Whether the rack counts at the round's end, which includes a rack left behind to be counted."""
        return self.plays or self.rack > 0


@dataclass(frozen=True, slots=True)
class Turn:
    """A claimed turn: the tables before and after it, the verdict, and the outcome."""

    number: int
    round: int
    player: str
    before: Table
    after: Table
    verdict: Verdict
    seconds: float
    legal: bool
    """Whether the turn counts as legal: by the verdict, or by the players' decision."""
    rules: Rules
    """The rules of the round when the turn was claimed."""
    overruled: str | None = None
    """The players' reason, if they overruled the verdict."""
    overruled_by: str = ""
    """The person whose device overruled it, or the device's kind; "": nobody did, or it is not known."""
    played: int = 0
    drawn: int = 0
    by_hand: bool = False
    """Whether no camera looked at the table, so that the tiles laid are not known."""
    limit: float | None = None
    """Seconds that the rules allowed; None: no limit."""
    allowed: float | None = None
    """Seconds that the clock allowed, including added time."""
    passed: bool = False
    """Of a turn by hand: whether no tile was laid, by the players' word."""
    fined: int | None = None
    """Tiles to draw if only the players found the turn wrong; None: the rules' number for a failed turn."""

    def position(self, opened: bool) -> Position:
        """The position in which the turn began; `opened`: whether its player had opened."""
        return Position.by_right(self.rules, opened, self.before)

    @property
    def fine(self) -> int:
        """The number of tiles to draw for a turn that failed by verdict or by the players' decision; 0 if it counts."""
        if self.legal:
            return 0
        if not self.verdict.legal:
            return self.verdict.draw
        return self.rules.failed_turn_draw if self.fined is None else self.fined


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a match after its events so far."""

    rules: Rules
    players: tuple[Player, ...]
    points_to_win: int | None = None
    phase: Phase = Phase.SETUP
    round: int = 0
    turn: int = 0
    """Number of the turn that is being played or put back, counted through the match from 1."""
    chosen: str | None = None
    """While a round is dealt: the player who will begin, if known."""
    first: int = 0
    """Index of the player who began the round."""
    whose: int = 0
    """Index of the player whose turn it is."""
    table: Table = field(default_factory=Table)
    """The committed table: the table before the present turn."""
    must_become: Table | None = None
    """While a failed turn is put back: the table to restore."""
    clock: Clock | None = None
    idle_turns: int = 0
    """Number of consecutive turns without a tile laid while the pool is empty."""
    last_turns: int = 0
    """Number of turns played since the pool became empty."""
    turns: Turns[Turn] = field(default_factory=Turns)
    rounds: tuple[Round, ...] = ()
    coming: Rules | None = None
    """The rules from the next turn on, if they change."""
    rule_changes: tuple[RuleChange, ...] = ()
    by_hand: bool = False
    """Whether no camera watches this round, so that neither racks nor table are known."""
    is_ended: bool = False
    """Whether the players ended the match before the agreed end."""
    back: Back | None = field(default=None, compare=False, repr=False)
    """The record from which `earlier` is computed."""

    @property
    def earlier(self) -> "Standing | None":
        """The state before the last claim or the last deal; None if there is nothing to take back."""
        return None if self.back is None else self.back.standing()

    @property
    def player(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.whose]

    @property
    def is_held(self) -> bool:
        """Whether the clock stops while the turn is played: a claim waits, or the players are asked."""
        return self.phase is Phase.PLAYING and self.clock is not None and not self.clock.running

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names in playing order."""
        return tuple(player.name for player in self.players)

    @property
    def pool(self) -> int:
        """The number of tiles that are neither on the table nor on a rack."""
        racks = sum(player.rack for player in self.players)
        return max(0, self.rules.box_size - self.table.count - racks)

    @property
    def pool_is_known(self) -> bool:
        """Whether `pool` is certain: no player has laid tiles in this round unwatched by the camera."""
        of_round = takewhile(lambda turn: turn.round == self.round, reversed(self.turns))
        return not (self.by_hand and any(turn.by_hand and not turn.passed for turn in of_round))

    @property
    def last_turn(self) -> Turn | None:
        """The last claimed turn, as long as it can be taken back; else None."""
        is_last = self.back is not None and len(self.back.stood.turns) < len(self.turns)
        return self.turns[-1] if is_last else None

    @property
    def names_counted(self) -> tuple[str, ...]:
        """The players whose racks count at the end of this round, in playing order; once scored, those counted then."""
        if self.phase is Phase.OVER and self.rounds and self.rounds[-1].number == self.round:
            return self.rounds[-1].names
        return tuple(player.name for player in self.players if player.is_counted)

    @property
    def scored(self) -> tuple[Round, ...]:
        """The rounds that count: those that are not void."""
        return tuple(one for one in self.rounds if not one.is_void)

    @property
    def position(self) -> Position:
        """The position of the present turn: its table is the one to restore if a failed turn is put back."""
        return Position.by_right(self.rules, self.player.opened, self.must_become or self.table)

    def place_after(self, place: int) -> int:
        """The index of the player who has the turn after the player at index `place`."""
        count = len(self.players)
        behind = ((place + more) % count for more in range(1, count + 1))
        return next((one for one in behind if self.players[one].plays), place)

    def renamed(self, old: str, new: str) -> "Standing":
        """The state with a player renamed in every turn and round."""
        players = tuple(_renamed(player, old, new) for player in self.players)
        turns = Turns.of(replace(turn, player=new) if turn.player == old else turn for turn in self.turns)
        rounds = tuple(one.renamed(old, new) for one in self.rounds)
        back = None if self.back is None else self.back.renamed(old, new)
        chosen = new if self.chosen == old else self.chosen
        return replace(self, players=players, turns=turns, rounds=rounds, chosen=chosen, back=back)

    def with_rack_counted(self, name: str, tiles: int) -> "Standing":
        """The state with the size of a rack that was not known before; earlier states keep their own sizes."""
        racks = (replace(one, rack=tiles, rack_is_known=True) if one.name == name else one for one in self.players)
        return replace(self, players=tuple(racks))

    def with_racks_changed(self, changes: Mapping[str, RackChange]) -> "Standing":
        """The state with the sizes of racks corrected, by player; also in the earlier states it can go back to."""
        racks = [
            replace(player, rack=changes[player.name].of(player.rack)) if player.name in changes else player
            for player in self.players
        ]
        back = None if self.back is None else self.back.with_racks_changed(changes)
        return replace(self, players=tuple(racks), back=back)

    def place(self, name: str) -> int:
        """The index of a player. Raises ValueError if no player has that name."""
        if name not in self.names:
            raise MatchError("nobody-called", name=name, players=", ".join(self.names))
        return self.names.index(name)

    def totals(self) -> Mapping[str, Points]:
        """Each player's total points of all rounds that count."""
        nothing: dict[str, Points] = dict.fromkeys(self.names, 0)
        return totals([nothing, *(round_.result.scores for round_ in self.scored)])

    def rounds_won(self) -> Mapping[str, int]:
        """The number of rounds that each player won, including shared wins."""
        return {name: sum(name in r.result.winners for r in self.scored) for name in self.names}

    @property
    def is_finished(self) -> bool:
        """Whether the players ended the match, all agreed rounds are played, or a player has the agreed points."""
        all_played = self.rules.rounds is not None and len(self.scored) >= self.rules.rounds
        is_won = self.points_to_win is not None and max(self.totals().values()) >= self.points_to_win
        return self.is_ended or all_played or is_won

    def leaders(self) -> tuple[str, ...]:
        """The players who would win the match now: most points, or most rounds won if the rules say so."""
        counted: Mapping[str, Points] = self.totals()
        if self.rules.match_won_by == "rounds":
            counted = self.rounds_won()
        early = {player.name for player in self.players if self.is_behind(player)}
        ranked = {name: counted[name] for name in self.names if name not in early} or counted
        return tuple(name for name in self.names if name in ranked and ranked[name] == max(ranked.values()))

    def is_behind(self, player: Player) -> bool:
        """Whether a player who left early is ranked behind all who played on, or not at all."""
        return player.left_early and self.rules.left_early != "counts"


def _renamed(player: Player, old: str, new: str) -> Player:
    """The player with `old` renamed to `new`, also in the state kept since leaving."""
    slip = player.slip
    if slip is not None and slip.back is not None:
        slip = replace(slip, back=slip.back.renamed(old, new))
    return replace(player, name=new if player.name == old else player.name, slip=slip)
