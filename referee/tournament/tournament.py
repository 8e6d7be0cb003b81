"""A tournament of several rounds at several tables as a list of changes, and the acts that add changes to it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.match import name_key
from referee.messages import message_of
from referee.rules import Rules, wrong_number
from referee.tournament import events
from referee.tournament.entries import TournamentError, as_entered, entries, wrong_with
from referee.tournament.ranking import standings
from referee.tournament.seating import SEATS, SeatPlan, Tables, met, seat_plans, table_sizes
from referee.tournament.standing import Tournament, TournamentRound
from referee.tournament.transitions import NotNow, began, check_complete, fold, table_of

MOST_PLAYERS, MOST_ROUNDS, LONGEST_TITLE = 4000, 30, 80
MOST_MINUTES = 600


@dataclass(frozen=True, slots=True)
class RecordedTournament:
    """A tournament: its changes, and its state `now`. Each act returns a new tournament with one more change.

    >>> opened = RecordedTournament.begun("Friday", ["Ada", "Bo", "Cy", "Di"], 5, 4, Rules(), at=0.0)
    >>> opened.round_seated(seed=1, at=1.0).now.rounds[0].tables[0].number
    1
    """

    changes: tuple[events.Change, ...]
    now: Tournament

    @classmethod
    def begun(
        cls, title: str, players: Iterable[str], rounds: int, seats: int, rules: Rules, at: float
    ) -> "RecordedTournament":
        """A tournament before its first round is seated. Raises TournamentError."""
        names = entries(players)
        _check_plan(title, len(names), rounds, seats)
        if (wrong := wrong_number(rules, seats)) is not None:
            raise TournamentError(wrong)
        return cls.replayed(
            [events.TournamentBegan(at=at, title=title.strip(), players=names, rounds=rounds, seats=seats, rules=rules)]
        )

    @classmethod
    def replayed(cls, changes: Iterable[events.Change]) -> "RecordedTournament":
        """The tournament that results from these changes, the first of which is `TournamentBegan`.

        Raises NotNow or TournamentError if a change does not fit the changes before it, ValueError if the first change
        is another.
        """
        first, *later = changes
        if not isinstance(first, events.TournamentBegan):
            raise ValueError(f"a tournament begins with {events.TournamentBegan.name}, not with {first.name}")
        made = cls((first,), began(first))
        for change in later:
            made = made.after(change)
        return made

    def after(self, change: events.Change) -> "RecordedTournament":
        """The tournament with one more change. Raises NotNow, TournamentError."""
        if self.is_taken_back:
            raise NotNow("no-tournament")
        if isinstance(change, events.ChangeTakenBack):
            return RecordedTournament((*self.changes, change), self._without(change.change))
        return RecordedTournament((*self.changes, change), fold(change, self.now))

    def taken_back(self, change: int, at: float) -> "RecordedTournament":
        """The tournament without an earlier change.

        Raises NotNow if later changes depend on it, or if no change that counts has that number.
        """
        return self.after(events.ChangeTakenBack(at=at, change=change))

    @property
    def is_taken_back(self) -> bool:
        """Whether the tournament was opened by mistake and its beginning taken back; no change can follow that."""
        last = self.changes[-1]
        return isinstance(last, events.ChangeTakenBack) and last.change == 0

    def counts(self) -> tuple[int, ...]:
        """The numbers of the changes that count: those not taken back, without the acts of taking back."""
        gone = {change.change for change in self.changes if isinstance(change, events.ChangeTakenBack)}
        return tuple(
            number
            for number, change in enumerate(self.changes)
            if number not in gone and not isinstance(change, events.ChangeTakenBack)
        )

    def entered(self, player: str, at: float) -> "RecordedTournament":
        """The tournament with a player who enters late or comes back in the next round. Raises TournamentError."""
        if (wrong := wrong_with(player)) is not None:
            raise TournamentError("entry.wrong", place=len(self.now.entrants) + 1, why=wrong)
        return self.after(events.PlayerEntered(at=at, player=as_entered(player)))

    def left(self, player: str, at: float) -> "RecordedTournament":
        """The tournament with a player who plays no further rounds. Raises NotNow, TournamentError."""
        return self.after(events.PlayerLeft(at=at, player=player))

    def round_seated(self, seed: int, at: float) -> "RecordedTournament":
        """The tournament with the next round seated: as planned ahead, or planned anew if other players play.

        `seed`: of the random numbers. Raises NotNow, also if all planned rounds are seated.
        """
        check_complete(self.now)
        if sum(not round_.final for round_ in self.now.rounds) >= self.now.planned:
            raise NotNow("round.all-seated", planned=self.now.planned)
        self._check_enough(len(self.now.playing))
        if self._is_planned():
            seated, *ahead = self.now.ahead
        else:
            seated, *ahead = self._planned(seed)
        return self.after(events.RoundSeated(at=at, tables=seated.tables, byes=seated.byes, ahead=tuple(ahead)))

    def final_seated(self, tables: int, at: float) -> "RecordedTournament":
        """The tournament with a final seated: the best players at table 1, the next at table 2, and so on.

        `tables`: number of tables. Raises NotNow, TournamentError.
        """
        check_complete(self.now)
        if not self.now.rounds:
            raise NotNow("final.no-round")
        best = [place.record.player for place in standings(self.now) if place.record.is_in]
        seats = self.now.seats
        if not 1 <= tables <= len(best) // seats:
            raise TournamentError("final.too-many", tables=tables, most=len(best) // seats)
        seated = tuple(
            events.Seated(number + 1, tuple(best[number * seats : (number + 1) * seats])) for number in range(tables)
        )
        return self.after(events.RoundSeated(at=at, tables=seated, final=True))

    def result(
        self, table: int, scores: Sequence[events.Score], at: float, reason: str = "", number: int | None = None
    ) -> "RecordedTournament":
        """The tournament with a result that a director entered or corrected; `number`: of the round, None: the last.

        Raises NotNow if the table does not play, TournamentError if the scores are not those of the table.
        """
        round_ = len(self.now.rounds) if number is None else number
        return self.after(self._result(round_, table, scores, at, False, reason))

    def reported(
        self, table: int, scores: Sequence[events.Score], at: float, number: int | None = None
    ) -> "RecordedTournament":
        """The tournament with a result that the table itself reported; `number`: of the round, None: the last.

        Raises NotNow if a director has decided the result; TournamentError.
        """
        round_ = len(self.now.rounds) if number is None else number
        return self.after(self._result(round_, table, scores, at, True, ""))

    def reports(self, table: int, round_: int) -> list[int]:
        """The numbers of the changes that count in which a table itself reported its result of a round."""
        return [number for number in self.counts() if _is_report(self.changes[number], table, round_)]

    def round_at(self, moment: float) -> TournamentRound | None:
        """The round that was being played at a time: the last round seated before it; None before the first."""
        changes = (self.changes[number] for number in self.counts())
        seated = sum(isinstance(change, events.RoundSeated) and change.at <= moment for change in changes)
        return self.now.rounds[seated - 1] if seated else None

    def signed(self, table: int, at: float, number: int | None = None) -> "RecordedTournament":
        """The tournament with a table's result confirmed by the director. Raises NotNow."""
        round_ = len(self.now.rounds) if number is None else number
        return self.after(events.ResultSigned(at=at, round=round_, table=table))

    def clock_started(self, minutes: int, at: float) -> "RecordedTournament":
        """The tournament with the hall's clock started for some minutes. Raises TournamentError."""
        if not 1 <= minutes <= MOST_MINUTES:
            raise TournamentError("hall-clock.minutes", most=MOST_MINUTES, minutes=minutes)
        return self.after(events.ClockStarted(at=at, seconds=minutes * 60))

    def clock_stopped(self, at: float) -> "RecordedTournament":
        """The tournament with the hall's clock stopped. Raises NotNow."""
        return self.after(events.ClockStopped(at=at))

    def clock_resumed(self, at: float) -> "RecordedTournament":
        """The tournament with the hall's clock going on. Raises NotNow."""
        return self.after(events.ClockResumed(at=at))

    @property
    def seed(self) -> int:
        """The seed of the random numbers for the next round's seats; different for each tournament and round."""
        return int(self.changes[0].at * 1000) + len(self.changes)

    def _without(self, taken: int) -> Tournament:
        """The state of the tournament without the change of number `taken`."""
        counting = self.counts()
        if taken == 0:
            if self.now.rounds:
                raise NotNow("change.beginning")
            return self.now
        if taken not in counting:
            raise NotNow("change.none", change=taken)
        first, *later = (self.changes[number] for number in counting if number != taken)
        assert isinstance(first, events.TournamentBegan)
        now = began(first)
        for change in later:
            try:
                now = fold(change, now)
            except (NotNow, TournamentError) as error:
                raise NotNow("change.built-upon", change=taken, why=message_of(error)) from error
        return now

    def _result(
        self, number: int, table: int, scores: Sequence[events.Score], at: float, by_table: bool, reason: str
    ) -> events.ResultGiven:
        """The change for a result, with the players' names spelt as in the seats."""
        players = table_of(self.now, number, table).players
        spelt = {name_key(player): player for player in players}
        given = tuple(
            events.Score(spelt.get(name_key(score.player), score.player), score.points, score.tiles, score.opened)
            for score in scores
        )
        return events.ResultGiven(
            at=at, round=number, table=table, scores=given, by_table=by_table, reason=reason.strip()
        )

    def _is_planned(self) -> bool:
        """Whether the seats planned ahead are for exactly the players who play the next round."""
        if not self.now.ahead:
            return False
        planned = self.now.ahead[0]
        return {*planned.byes, *(name for table in planned.tables for name in table.players)} == {*self.now.playing}

    def _planned(self, seed: int) -> list[events.SeatedRound]:
        """The seats for all future rounds, at least one."""
        to_come = max(1, self.now.planned - len(self.now.rounds))
        best = [place.record.player for place in standings(self.now) if place.record.is_in]
        earlier: list[Tables] = [tuple(table.players for table in round_.tables) for round_ in self.now.rounds]
        plans = seat_plans(best, to_come, self.now.seats, seed, met(earlier), self.now.byes())
        return [_numbered(plan) for plan in plans]

    def _check_enough(self, players: int) -> None:
        if not table_sizes(players, self.now.seats):
            raise NotNow("players.too-few", players=players, seats=self.now.seats)


def _is_report(change: events.Change, table: int, round_: int) -> bool:
    """Whether the change is a result of a round that the table itself reported."""
    if not isinstance(change, events.ResultGiven) or not change.by_table:
        return False
    return (change.round, change.table) == (round_, table)


def _numbered(plan: SeatPlan) -> events.SeatedRound:
    return events.SeatedRound(
        tuple(events.Seated(number, players) for number, players in enumerate(plan.tables, 1)), plan.byes
    )


def _check_plan(title: str, players: int, rounds: int, seats: int) -> None:
    if not title.strip() or len(title.strip()) > LONGEST_TITLE or not title.isprintable():
        raise TournamentError("tournament.title", most=LONGEST_TITLE)
    if seats not in SEATS:
        raise TournamentError("tournament.seats", seats=seats)
    if not 1 <= rounds <= MOST_ROUNDS:
        raise TournamentError("tournament.rounds", most=MOST_ROUNDS, rounds=rounds)
    if players < seats:
        raise TournamentError("players.too-few", players=players, seats=seats)
    if players > MOST_PLAYERS:
        raise TournamentError("players.too-many", most=MOST_PLAYERS, players=players)
