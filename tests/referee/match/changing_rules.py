"""Whole random matches in which players change the rules during play, with real racks.

The verdict on each turn is recorded together with the rules in force: the match, its replay and its scores have to
agree with the record to the end.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from referee.judging import Position, Verdict, judge
from referee.match import Match, Phase, agreeing, known_racks, score_round
from referee.match.scores import Points
from referee.rules import PRESETS, Rules
from referee.solving import best_play
from referee.table import Row, Table, row_text
from referee.tiles import Tile
from tests.referee.positions import box

NAMES = ("Ada", "Bo", "Cy")
ROUNDS, TURNS = 3, 9
HOUSE: dict[str, tuple[object, ...]] = {
    "opening_points": (0, 10, 30),
    "draw_when_passing": (1, 2),
    "failed_turn_draw": (1, 3),
    "failed_turn_table": ("all-back", "invalid-back"),
    "turn_seconds": (30, 60, None),
    "jokers_in_a_set": (None, 1),
    "joker_on_rack": (25, 30),
    "joker_sets": ("open", "closed"),
    "rebuilding": ("free", "all-or-three"),
    "one_after_thirteen": (False, True),
    "never_opened_pays": (0, 100),
}
"""Options that players change in the middle of a round; none of them changes which tiles the box holds."""


@dataclass
class Evening:
    """A match in progress, with every player's rack and a record of each verdict and its moment."""

    chance: random.Random
    match: Match
    agreed: Rules
    """The rules that hold from the next turn on."""
    racks: dict[str, Counter[Tile]] = field(default_factory=dict)
    pool: list[Tile] = field(default_factory=list)
    said: dict[int, tuple[Position, Verdict]] = field(default_factory=dict)
    scored: list[tuple[Rules, dict[str, Points]]] = field(default_factory=list)
    at: float = 0.0

    def later(self) -> float:
        """A moment later than all before."""
        self.at += self.chance.choice([1.0, 5.0, 20.0])
        return self.at


def told_otherwise(evening: Evening, out_of_time: Callable[[], bool] = lambda: False) -> str | None:
    """The part of the match that differs from the record made during play; None: no part."""
    match, now = evening.match, evening.match.now
    if Match.replayed(match.events) != match:
        return "replayed, it is another match"
    for turn in now.turns:
        position, verdict = evening.said[turn.number]
        told = f"turn {turn.number}: {position} -> {turn.after.to_notation()}: "
        if turn.rules != position.rules:
            return f"{told}kept with other rules: {turn.rules.to_json()}"
        if turn.verdict != verdict:
            return f"{told}kept as {turn.verdict.to_json()}, said was {verdict.to_json()}"
    for counted, (rules, scores) in zip(now.rounds, evening.scored, strict=True):
        if (counted.rules, dict(counted.result.scores)) != (rules, scores):
            return f"round {counted.number}: kept as {counted.result.to_json()}, by the agreed rules {scores}"
    return next(_wrong_lessons(evening, out_of_time), None)


def _wrong_lessons(evening: Evening, out_of_time: Callable[[], bool]) -> Iterator[str]:
    """Turns whose rack is proved by later counts, and for which the coach or the best play is wrong."""
    now = evening.match.now
    for held in known_racks(now.names, now.turns, now.rounds):
        position, verdict = evening.said[held.turn.number]
        if held.position != position:
            yield f"turn {held.turn.number}: asked about as {held.position}, it was {position}"
        play = best_play(held.position, held.rack, out_of_time)
        if verdict.legal and play.is_optimal and not held.unknown and len(play.played) < len(verdict.played):
            yield f"turn {held.turn.number}: {row_text(verdict.played)} lay there, the best play is said to be {play}"


def played(seed: int) -> Evening:
    """A match of some rounds; rules change between them, while tiles are dealt, at a turn and while a failed turn is
    put back."""
    chance = random.Random(f"changing rules {seed}")
    rules = _preset(chance)
    evening = Evening(chance, Match.begun(NAMES[: chance.choice([2, 3])], rules, 0.0), rules)
    for _ in range(ROUNDS):
        _change(evening, 0.5, _preset)
        _deal(evening)
        for _ in range(TURNS):
            if evening.match.now.phase is Phase.PLAYING:
                _take_turn(evening)
        _count(evening)
    return evening


def _preset(chance: random.Random, _: Rules | None = None) -> Rules:
    preset = {"preset": chance.choice(list(PRESETS)), "opening_points": chance.choice([0, 10, 30])}
    return Rules.from_json({**preset, "players_least": 2, "players_most": 4})


def _house(chance: random.Random, rules: Rules) -> Rules:
    changed = {name: chance.choice(HOUSE[name]) for name in chance.sample(list(HOUSE), 2)}
    return Rules.from_json({**_as_object(rules), **changed})


def _as_object(rules: Rules) -> dict[str, object]:
    written = rules.to_json()
    return {"preset": written} if isinstance(written, str) else written


def _change(evening: Evening, odds: float, to: Callable[[random.Random, Rules], Rules]) -> None:
    if evening.chance.random() < odds:
        evening.agreed = to(evening.chance, evening.agreed)
        evening.match = agreeing.rules_changed(evening.match, evening.agreed, "so we like it", evening.later())


def _deal(evening: Evening) -> None:
    if evening.chance.random() < 0.5:
        evening.match = evening.match.round_ready(evening.later())
        _change(evening, 0.3, _preset)
    evening.match = evening.match.round_begun(evening.later())
    evening.pool = list(box(evening.agreed).elements())
    evening.chance.shuffle(evening.pool)
    evening.racks = {name: Counter(_drawn(evening, evening.agreed.dealt)) for name in evening.match.now.names}


def _drawn(evening: Evening, count: int) -> list[Tile]:
    return [evening.pool.pop() for _ in range(count)]


def _take_turn(evening: Evening) -> None:
    """Plays a turn and claims it; one turn in five is taken back and played again."""
    before = evening.match.now
    rules = evening.agreed
    _change(evening, 0.1, _house)
    _claim(evening, rules)
    if evening.chance.random() < 0.2 and evening.match.now.last_turn is not None:
        evening.match = evening.match.taken_back(evening.later())
        _claim(evening, rules)
    turn = evening.match.now.turns[-1]
    laid = turn.after.multiset() - turn.before.multiset() if turn.legal else Counter[Tile]()
    if not turn.legal and turn.played:  # valid sets of a failed turn stay
        laid = evening.match.now.table.multiset() - before.table.multiset()
    evening.racks[turn.player] -= laid
    evening.racks[turn.player] += Counter(_drawn(evening, turn.drawn))


def _claim(evening: Evening, rules: Rules) -> None:
    """Judges the player's table by `rules`; after a failed turn the table is put back or left."""
    now = evening.match.now
    assert now.rules == rules, f"turn {now.turn} is played by {now.rules.to_json()}, agreed was {rules.to_json()}"
    after, at = _laid(evening), evening.later()
    allowed = None if now.clock is None else now.clock.allowed
    seconds = None if now.clock is None or allowed is None else now.clock.spent(at)
    position = Position.by_right(rules, now.player.opened, now.table)
    verdict = judge(position, after, seconds, allowed)
    evening.match = evening.match.claimed(after, at)
    evening.said[now.turn] = position, replace(verdict, draw=min(verdict.draw, now.pool))
    if evening.match.now.phase is Phase.RESTORING:
        _change(evening, 0.3, _house)
        if evening.chance.random() < 0.3:
            evening.match = evening.match.overruled(True, "we let it lie", evening.later())
        else:
            evening.match = evening.match.restored(evening.later())


def _laid(evening: Evening) -> Table:
    """The best play, no tiles, or tiles of the rack in a row that is no set or added to a row on the table."""
    now, chance = evening.match.now, evening.chance
    rack: Row = tuple(evening.racks[now.player.name].elements())
    how = chance.choice(["best"] * 5 + ["nothing", "row", "added", "moved"])
    if how == "best":
        return best_play(now.position, rack, _soon()).table
    rows, some = list(now.table.sets), tuple(chance.sample(rack, min(len(rack), chance.choice([1, 2, 3]))))
    if how == "row" or (how in ("added", "moved") and not rows):
        return Table((*rows, some))
    if how != "nothing":
        place = chance.randrange(len(rows))
        rows[place] = (*rows[place], *some) if how == "added" else rows[place][::-1]
    return Table(tuple(rows))


def _soon() -> Callable[[], bool]:
    """Ends the time limit after a fixed number of questions, so that each run gives the same result."""
    asked = iter(range(300))
    return lambda: next(asked, None) is None


def _count(evening: Evening) -> None:
    now = evening.match.now
    if now.phase is not Phase.COUNTING:
        evening.match = evening.match.stopped(evening.later())
    racks = {name: tuple(rack.elements()) for name, rack in evening.racks.items()}
    never = [one.name for one in now.players if not one.opened]
    rules = evening.match.now.rules
    evening.scored.append((rules, dict(score_round(racks, rules, never).scores)))
    written = {name: row_text(rack) for name, rack in racks.items()}
    evening.match = evening.match.counted(written, evening.later(), anyway=True)
