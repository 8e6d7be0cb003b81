"""How a match stands: players, racks by count, the turn, the clock, what was played so far."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from referee.judging import Verdict
from referee.match.clock import Clock
from referee.match.scores import Points, RoundScore, totals
from referee.match.turns import Turns
from referee.messages import Refusal
from referee.rules import Rules
from referee.table import Table


class Phase(StrEnum):
    """What a match is waiting for (INTERFACE.md, `phase`)."""

    SETUP = "setup"
    READY = "ready"
    PLAYING = "playing"
    RESTORING = "restoring"
    PAUSED = "paused"
    COUNTING = "counting"
    OVER = "over"


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
    overruled: str | None = None
    """The players' reason, if they decided otherwise."""
    played: int = 0
    drawn: int = 0


@dataclass(frozen=True, slots=True)
class Round:
    """A round that was counted; the racks in notation, in the players' order."""

    number: int
    racks: tuple[str, ...]
    result: RoundScore


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
    turns: Turns = field(default_factory=Turns)
    rounds: tuple[Round, ...] = ()
    is_ended: bool = False
    """Whether the players ended the match, whatever was agreed."""
    back: "Back | None" = field(default=None, compare=False, repr=False)
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
    def names(self) -> tuple[str, ...]:
        """The players' names in playing order."""
        return tuple(player.name for player in self.players)

    @property
    def pool(self) -> int:
        """Tiles that are neither on the table nor on a rack."""
        racks = sum(player.rack for player in self.players)
        return max(0, self.rules.box_size - len(self.table.tiles()) - racks)

    @property
    def last_turn(self) -> Turn | None:
        """The turn that was claimed last, as long as it can be taken back."""
        is_last = self.back is not None and len(self.back.stood.turns) < len(self.turns)
        return self.turns[-1] if is_last else None

    def with_racks_changed(self, changes: "Mapping[int, RackChange]") -> "Standing":
        """Racks counted anew, by the players' places; in the turns that can be taken back too, as soon as one is."""
        racks = [
            replace(player, rack=changes[place].of(player.rack)) if place in changes else player
            for place, player in enumerate(self.players)
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
        return totals([nothing, *(round_.result.scores for round_ in self.rounds)])

    def rounds_won(self) -> Mapping[str, int]:
        """How many rounds each player won, shared wins too."""
        return {name: sum(name in r.result.winners for r in self.rounds) for name in self.names}

    @property
    def is_finished(self) -> bool:
        """Whether the players ended it, the agreed rounds are played or somebody has the agreed points."""
        all_played = self.rules.rounds is not None and len(self.rounds) >= self.rules.rounds
        most = max(self.totals().values())
        return self.is_ended or all_played or (self.points_to_win is not None and most >= self.points_to_win)

    def leaders(self) -> tuple[str, ...]:
        """Who wins the match as it stands: most points, or most rounds where the rules count those."""
        counted: Mapping[str, Points] = self.totals()
        if self.rules.match_won_by == "rounds":
            counted = self.rounds_won()
        return tuple(name for name in self.names if counted[name] == max(counted.values()))


@dataclass(frozen=True, slots=True)
class RackChange:
    """What counts by hand make of a rack that was known wrongly: so many tiles `more`, but never fewer than `least`."""

    more: int
    least: int = 0

    def of(self, rack: int) -> int:
        """The tiles on a rack that was known to hold so many."""
        return max(self.least, rack + self.more)

    def then(self, later: "RackChange") -> "RackChange":
        """This change and a later one in one."""
        return RackChange(self.more + later.more, max(later.least, self.least + later.more))


@dataclass(frozen=True, slots=True)
class Back:
    """How a match stood before, and what became known of the racks since: a round may have thousands of turns."""

    stood: Standing
    changes: Mapping[int, RackChange] = field(default_factory=dict)

    def standing(self) -> Standing:
        """How it stood, with what is known by now."""
        return self.stood.with_racks_changed(self.changes) if self.changes else self.stood

    def with_racks_changed(self, changes: Mapping[int, RackChange]) -> "Back":
        """The same, with more that became known."""
        both = {place: change.then(changes[place]) for place, change in self.changes.items() if place in changes}
        return Back(self.stood, {**self.changes, **changes, **both})
