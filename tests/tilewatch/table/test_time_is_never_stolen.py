"""Random evenings with questions, stalls, time-outs and disputes: nobody's turn is shorter than its limit, and no
verdict comes while the players are asked.
"""

import os
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from referee.match import Phase
from referee.tiles import Tile
from tests.tilewatch.conftest import HEIGHT, WIDTH, Stage, reading
from tilewatch.table import watching
from vision.camera import Clarity, Picture
from vision.watching import SettledTable, SettledTile, Snapshot, Watch
from web.contract import Refused

EVENINGS = int(os.environ.get("EVENINGS", "50"))
"""Number of random evenings: 200 take half a minute."""
ACTS = 9
LIMIT = 30
"""Seconds of a turn in this test: the shortest limit."""
TABLES = (
    ("r10 ?r7~r11:0.2 r12",),
    ("r10 r11~r7:0.4 r12", "k1 k2 k3"),
    ("r10 r7~r11:0.3 r12",),
    ("r10 r7~r11:0.3 r12", "b5 k9"),
    ("r10 r11", "k1~k13:0.36 k2"),
    ("r10 r11 r12", "k1 k2 k3", "?b12"),
    ("r10 r11 r12", "b4 b5 b6~b8:0.3"),
)
STEP = 0.5
"""Seconds between two checks of the table, and so the greatest age of a turn when its beginning is seen."""


class Seen:
    """A camera whose snapshots are given, without any detection: rows, a hand, and players' answers about tiles."""

    def __init__(self, watch: Watch) -> None:
        self.rows: tuple[str, ...] = ()
        self.is_covered = False
        self.told: dict[int, Tile] = {}
        self._watch, self._seen, self._shown = watch, Snapshot(), ""

    def see(self, picture: Picture) -> Snapshot:
        """A new snapshot if the table changed or a claim waits for a reading; otherwise the last snapshot."""
        shown, seen = repr((self.rows, self.is_covered, self.told)), self._seen.picture
        if shown != self._shown or seen is None or seen.moment < self._watch.read_since:
            self._seen, self._shown = self._snapshot(picture), shown
        return self._seen

    def _snapshot(self, picture: Picture) -> Snapshot:
        read = reading(list(self.rows))
        tiles = tuple(
            SettledTile(hash((self.rows, at)), one.tile, one.quad, one.confidence, one.rivals)
            for at, one in enumerate(read.tiles)
        )
        tiles = tuple(tile.told(self.told[tile.key]) if tile.key in self.told else tile for tile in tiles)
        table = SettledTable(WIDTH, HEIGHT, tiles, read.sets, read.unread)
        is_free = not self.is_covered
        return Snapshot(is_free, self.is_covered, table=table, picture=picture, number=self._seen.number + 1)


class Evening:
    """A table with random acts. Its state is checked after each act, and twice a second."""

    def __init__(self, stage: Stage, seen: Seen, seed: int) -> None:
        self.stage, self.seen, self.chance, self.seed = stage, seen, random.Random(seed), seed
        self.now = stage.table._situation
        self.counts = dict.fromkeys(("questions", "verdicts", "by time"), 0)
        self._last = self._told()

    def _told(self) -> tuple[Any, ...]:
        now = self.now.standing
        assert now is not None
        stands = self.now.question is not None or self.now.pressed is not None or now.phase is not Phase.PLAYING
        moment = self.now.game.moment if self.now.pressed is None else self.now.pressed.moment
        left = None if now.clock is None else max(0.0, now.clock.left(moment) or 0.0)
        return (now.turn, now.player.name, now.phase, left, stands, self.now.question, len(now.turns), self.stage.now)

    def look(self, is_pressed: bool = False) -> None:
        """Compares the state with the last one; `is_pressed`: a player pressed a button in between."""
        turn, player, phase, left, stands, asked, count, at = self._told()
        was_turn, was_player, was_phase, was_left, stood, was_asked, was_count, was_at = self._last
        where = f"evening {self.seed}, turn {turn}"
        if count > was_count and not is_pressed:
            assert was_asked is None, f"{where}: a verdict while {was_asked} was open"
        if (turn, player) != (was_turn, was_player) and phase is Phase.PLAYING:
            assert left >= LIMIT - STEP, f"{where}: {player} begins with {left} s"
        elif phase is was_phase is Phase.PLAYING and not is_pressed:
            passed = 0.0 if stands and stood else at - was_at
            assert left >= was_left - passed - 0.01, f"{where}: {was_left} s, and {passed} s later {left}"
        self.counts["questions"] += asked is not None and was_asked is None
        self.counts["verdicts"] += count > was_count
        self.counts["by time"] += count > was_count and not is_pressed and self.now.standing.turns[-1].seconds >= LIMIT
        self._last = self._told()

    def run(self, seconds: float, step: float = STEP) -> None:
        for _ in range(round(seconds / step)):
            self.stage.now += step - 0.1
            self.stage.table.tick()
            self.stage.run(0.1)
            self.look()

    def act(self) -> None:
        """A player acts, or a while passes without any act."""
        acts = [self._lay, self._lay_and_say_done, self._done, self._answer, self._answer, self._stall, self._settle]
        with suppress(Refused):
            self.chance.choice(acts)()
        self.stage.run(0.1)  # the camera sees the tiles laid or the answer given
        self.look(is_pressed=True)
        self.run(self.chance.choice((0.5, 1.0, 3.0)))

    def _lay(self) -> None:
        self.seen.rows, self.seen.is_covered = self.chance.choice(TABLES), self.chance.random() < 0.25

    def _lay_and_say_done(self) -> None:
        self._lay()
        self.stage.run(0.1)
        self._done()

    def _done(self) -> None:
        turn = self.now.standing.turn if self.now.standing else 0
        self.stage.table.turn.done(False, turn, waits=self.chance.random() < 0.8)

    def _answer(self) -> None:
        table, asked, now = self.stage.table, self.now.question, self.now.standing
        if now is not None and now.phase is Phase.RESTORING:
            table.turn.restored(True)
        elif asked is not None and asked.set is not None and self.chance.random() < 0.5:
            tile = self.now.view.table.rows[asked.set][asked.place or 0]
            self.seen.told[tile.key] = self.chance.choice(asked.tiles)
        elif asked is not None:
            table.turn.done(True)
        elif self.now.pressed is not None:
            table.turn.forget_done()

    def _stall(self) -> None:
        self.run(LIMIT + 3, step=1.0)

    def _settle(self) -> None:
        """An act that does not concern the turn, pauses it, or changes the verdict on the last turn."""
        table, chance, now = self.stage.table, self.chance, self.now.standing
        assert now is not None
        acts: tuple[Callable[[], Any], ...] = (
            lambda: table.act(lambda match, at: match.rack_corrected(chance.choice(("Ada", "Bo")), 14, at)),
            lambda: table.act(lambda match, at: match.clock_corrected(LIMIT, at)),
            lambda: table.turn.overrule(not now.turns[-1].legal, "we say so"),
            lambda: table.act(lambda match, at: match.taken_back(at)),
            table.pause,
        )
        go_on = [table.go_on] if now.phase is Phase.PAUSED else [*acts[:2], *(acts[2:] if now.turns else ())]
        chance.choice(go_on)()


def test_nobodys_turn_is_shorter_than_its_limit_and_no_verdict_comes_while_a_question_is_open(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = stage.table._watching.watch
    seen, counts = Seen(watch), dict[str, int]()
    monkeypatch.setattr(watch, "see", seen.see)
    monkeypatch.setattr(watching, "clarity_of", lambda *_: Clarity())
    rules = {"preset": "original", "turn_seconds": LIMIT, "opening_points": 0}
    for seed in range(EVENINGS):
        seen.rows = ()
        stage.table.match.start(["Ada", "Bo"], rules, "Ada", None, True)
        stage.table.match.begin_round(None, True)
        evening = Evening(stage, seen, seed)
        for _ in range(ACTS):
            evening.act()
        counts = {name: counts.get(name, 0) + count for name, count in evening.counts.items()}
    assert all(count > EVENINGS / 4 for count in counts.values()), counts
