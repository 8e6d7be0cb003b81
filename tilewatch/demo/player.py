"""The demo: a round of three players in pictures, which plays itself in about three minutes and waits for the next
round.

Its pictures stand in for a camera, and it presses `done`; reading and judging are the real ones.
"""

import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any

from referee.match import Phase
from web.contract import Refused, TableControls

BEAT = 0.1
"""Seconds between two pictures of the demo's camera."""
HAND = 1.0
"""Seconds for which a hand lies over the table."""
LOOK = 1.4
"""Seconds for which the table is shown before the next act."""
VERDICT = 1.5
"""Seconds for which a verdict is shown."""
THINKING = 1.8
"""Seconds of a turn without a play."""
RACK = 3.0
"""Seconds for which a rack is shown."""
AGAIN = 0.5
"""Seconds before a refused claim is made again."""

Script = Mapping[str, Any]
Wait = Callable[[float], object]


class Demo:
    """The camera and the players of the demo."""

    def __init__(self) -> None:
        folder = files("tilewatch") / "demo"
        self.script: Script = json.loads((folder / "script.json").read_text(encoding="utf-8"))
        self.turns: Sequence[Script] = [entry for entry in self.script["script"] if "turn" in entry]
        self.racks: Sequence[Script] = [entry for entry in self.script["script"] if "rack_of" in entry]
        self._folder = folder
        self.frame = 0
        """The number of the picture that the camera sees."""
        self._shown = self._picture(0)
        self._played = 0

    def _picture(self, number: int) -> bytes:
        return (self._folder / f"f{number:03d}.jpg").read_bytes()

    def frames(self) -> Iterator[bytes]:
        """The pictures of the demo's camera, without end."""
        pause = threading.Event()
        while True:
            yield self._shown
            pause.wait(BEAT)

    def show(self, number: int) -> None:
        """Shows a picture of the film to the camera."""
        self.frame, self._shown = number, self._picture(number)

    def play(self, table: TableControls, stop: threading.Event, wait: Wait | None = None) -> None:
        """Plays round after round until `stop` is set; a match in progress is continued."""
        wait = wait or stop.wait
        if table.state()["match"] is None:
            table.match.start(self.script["players"], self.script["rules"], self.script["players"][0], None, False)
        self.show(self._lies_before(self._place(table, table.state())))
        while not stop.is_set():
            self._go_on(table, table.state(), wait)

    def _place(self, table: TableControls, state: Script) -> int:
        """The index in the script of the present turn; after the last turn that of the last."""
        earlier = sum(turn["round"] != state["match"]["round"] for turn in table.match.turns())
        place: int = state["turn"]["number"] - earlier - 1
        return min(max(0, place), len(self.turns) - 1)

    def _go_on(self, table: TableControls, state: Script, wait: Wait) -> None:
        """Plays the next step; a match of other players in front of the demo's camera is left alone."""
        if [player["name"] for player in state["players"]] != self.script["players"]:
            wait(AGAIN)
            return
        now, turn = state["turn"], self.turns[self._place(table, state)]
        if now["phase"] == Phase.READY.value:
            self._begin(table, wait)
        elif now["phase"] == Phase.PLAYING.value:
            self._play_turn(table, turn, now["number"], wait)
        elif now["phase"] == Phase.RESTORING.value and "restored" in turn:
            wait(VERDICT)
            self.show(turn["restored"])
            wait(LOOK)
        elif now["phase"] == Phase.COUNTING.value:
            self._count(table, wait)
        else:
            wait(AGAIN)

    def _begin(self, table: TableControls, wait: Wait) -> None:
        """Shows an empty table, and begins with the first player of the script."""
        self.show(0)
        wait(LOOK)
        try:
            table.match.begin_round(self.script["players"][0], False)
        except Refused:
            wait(AGAIN)

    def _play_turn(self, table: TableControls, turn: Script, number: int, wait: Wait) -> None:
        """Plays a turn: a hand, the table, and `done`, which is repeated if it is refused."""
        if self._played != number and turn["frames"]:
            hand, after = turn["frames"]
            self.show(hand)
            wait(HAND)
            self.show(after)
        wait(AGAIN if self._played == number else LOOK if turn["frames"] else THINKING)
        self._played = number
        try:
            table.turn.done(False, number)
        except Refused:
            wait(AGAIN)

    def _count(self, table: TableControls, wait: Wait) -> None:
        """Shows each rack to the camera, has it read, and counts it."""
        try:
            racks = {rack["rack_of"]: self._rack(table, rack, wait) for rack in self.racks}
            table.act(lambda match, at: match.counted(racks, at))
        except Refused:
            wait(RACK)

    def _rack(self, table: TableControls, rack: Script, wait: Wait) -> str:
        """A rack in notation, read from its picture."""
        number = rack["frames"][0]
        self.show(number)
        wait(RACK)
        return " ".join(table.pictures.rack(rack["rack_of"], self._picture(number))["tiles"])

    def _lies_before(self, place: int) -> int:
        """The number of the picture that shows the table at the beginning of a turn of the script."""
        lies = 0
        for turn in self.turns[:place]:
            if turn["frames"]:
                lies = turn["frames"][1] if turn["legal"] else turn["restored"]
        return lies
