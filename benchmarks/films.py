"""`python -m benchmarks.films [FOLDER...] [--top NAME...] [--webcam WIDTH] …`: whole games in the film's time.

A film is a folder with pictures, their labels and a `script.json`: of each turn a picture with a hand in it and one of
the table as it is claimed. A live table sees the bare table, then each turn ten pictures a second, with a camera's
noise; Done is pressed once it lies still, and whoever plays answers what is asked truthfully. A line for each turn that
went wrong or asked; of each film how many turns were right of all; false accusations; fouls not seen; questions;
put-backs not noticed; turns not judged in the film's 26 s; a person's words undone while their place looked the same;
seconds from the hand's going until told; the processor's seconds a picture; readings.

`--webcam`: noise, exposure and white balance drift, it trembles, and its codec repeats what is little new. `--bands`:
mains light. `--breathing`: of the focus. `--sorting`: a player sorts a rack beside. `--evening`: a dim warm lamp.
`--slow`: a reading takes so many seconds, as on a slow machine; nothing is seen meanwhile. `--top`: films are drawn on
such tops (benchmarks/film_parts/make.py), from `--seed`.
"""

import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

import numpy as np

from benchmarks.film_parts.camera import Lens
from benchmarks.film_parts.family import Family
from benchmarks.film_parts.film import Film, FilmTurn
from benchmarks.film_parts.make import make
from benchmarks.harness import command_line
from benchmarks.player import CountingReader, Player
from referee.table import Table, is_same
from referee.tiles import Tile
from web.contract import Refused

BARE, HAND, LIES = 2.5, 0.6, 1.0
"""Seconds for which the bare table is shown, then a hand, and at least the table before Done."""
JUDGED_WITHIN, BACK_WITHIN = 26.0, 12.0
"""Seconds after Done within which a turn has to be judged, and a table that was put back be noticed."""
THINKS = 1.5
"""Seconds from a question to its answer."""


MOST_TOLD = 3
"""Number of undone answers that a turn's line lists."""


@dataclass
class Played:
    """The results of a film."""

    turns: int = 0
    right: int = 0
    accused: int = 0
    unseen: int = 0
    not_noticed: int = 0
    never: int = 0
    told: list[float] = field(default_factory=list)


class Game:
    """One film, played."""

    def __init__(self, film: Film, reader: CountingReader, lens: Lens, folder: Path, slow: float = 0.0) -> None:
        self.film, self.played = film, Played()
        self._shown = film.picture(0)
        self.player = Player(lambda number, moment: lens.see(self._shown, number, moment), reader, folder, slow)
        self.family = Family(self.player)

    def play(self) -> None:
        """Plays the film from the bare table to its last turn."""
        self._lay(0, BARE)
        self.player.begin(self.film.players, self.film.rules)
        for turn in self.film.turns():
            asked, undone = self.family.asked.copy(), set(self.family.undone)
            self.played.turns += 1
            if self.player.state["turn"]["phase"] != "playing":  # false tiles emptied a rack
                self.played.never += 1
                print(f"  turn {turn.number}: the round is over already", flush=True)
                continue
            wrong = self._turn(turn)
            self.played.right += not wrong
            if more := self.family.asked - asked:
                wrong.append(f"asked {_listed(more)}")
            if new := sorted(set(self.family.undone) - undone):
                wrong.append(f"{len(new)} words undone: {', '.join(new[:MOST_TOLD])}")
            if wrong:
                print(f"  turn {turn.number}: {'; '.join(wrong)}", flush=True)

    def _lay(self, frame: int, seconds: float) -> None:
        """Shows the table as it is in a picture of the film."""
        self._shown = self.family.picture = self.film.picture(frame)
        self.family.lying = self.film.lying(frame)
        self._wait(seconds)

    def _wait(self, seconds: float) -> None:
        self.player.wait(lambda: False, seconds)

    def _turn(self, turn: FilmTurn) -> list[str]:
        """Plays a turn from the hand to the next player's turn; returns its errors."""
        if turn.frames:
            self._laid(turn.frames)
        wrong = self._judged(turn)
        if not turn.is_legal and turn.restored is not None:
            self._laid((*turn.frames[:-1], turn.restored))
            wrong += self._put_back()
        return wrong

    def _laid(self, frames: tuple[int, ...]) -> None:
        """Shows hands that come and go; waits until the table is read."""
        for frame in frames[:-1]:
            self._shown = self.film.picture(frame)
            self._wait(HAND)
        self._lay(frames[-1], 0.0)
        went = self.player.now
        self.player.show()
        self.player.wait(lambda: bool(self.player.state["steady"]), JUDGED_WITHIN)
        self.played.told.append(self.player.now - went)
        self._wait(LIES - (self.player.now - went))

    def _judged(self, turn: FilmTurn) -> list[str]:
        """Presses Done and answers the questions; returns the errors of the verdict, or that no verdict came."""
        match, before = self.player.table.match, self.player.table.match.turn_count()
        end = self.player.now + JUDGED_WITHIN
        while match.turn_count() == before and self.player.now < end:
            self._press_or_answer()
        if match.turn_count() == before:
            self.played.never += 1
            wrong = [f"never judged ({self._in_the_way()})"]
            with suppress(Refused):
                self.player.table.act(lambda match, moment: match.claimed(turn.after, moment))
            return wrong
        told = match.turns(before)[0]
        lies = Table.from_notation(told["after"])
        wrong = [] if is_same(lies, turn.after) else [f"read {_apart(lies, turn.after)}"]
        if told["verdict"]["legal"] == turn.is_legal:
            if wrong:
                self._take_back(turn)
            return wrong
        if turn.is_legal:
            self.played.accused += 1
            self.family.mend_all()
            self._wait(THINKS)
        else:
            self.played.unseen += 1
        with suppress(Refused):
            self.player.table.turn.overrule(turn.is_legal, "as it lies")
        return [*wrong, "FALSELY ACCUSED" if turn.is_legal else "a foul not seen"]

    def _take_back(self, turn: FilmTurn) -> None:
        """Takes back a verdict on a wrong table, and presses Done for the true table."""
        self.family.mend_all()
        self._wait(THINKS)
        with suppress(Refused):
            self.player.table.act(lambda match, moment: match.taken_back(moment).claimed(turn.after, moment))

    def _press_or_answer(self) -> None:
        """Presses Done if no claim waits; after a pause answers a question."""
        state = self.player.state
        if state["question"] is not None:
            self._wait(THINKS)
            question = self.player.state["question"]
            if question is not None:
                self.family.answer(question)
        elif state["pressed"] is None:
            with suppress(Refused):
                self.player.table.turn.done(False, waits=True)
        self.player.show()
        self.family.notice()

    def _in_the_way(self) -> str:
        state = self.player.state
        asked = state["question"]
        return str(state["camera"]["status"]) + ("" if asked is None else f", {asked['text']}")

    def _put_back(self) -> list[str]:
        """Waits until the program notices that the old table is restored; otherwise a player presses the button."""
        end = self.player.now + BACK_WITHIN
        while self._is_restoring() and self.player.now < end:
            self._wait(THINKS)
            if self._is_restoring():
                self.family.name_unread()
        if not self._is_restoring():
            return []
        self.played.not_noticed += 1
        self.family.mend_all()
        self._wait(THINKS)
        for anyway in (False, True):
            with suppress(Refused):
                self.player.table.turn.restored(anyway)
        if self._is_restoring():
            self.player.table.act(lambda match, moment: match.restored(moment))
        return ["a put-back not noticed"]

    def _is_restoring(self) -> bool:
        return bool(self.player.state["turn"]["phase"] == "restoring")


def _apart(read: Table, lies: Table) -> str:
    """The differences between the table and its reading."""
    more, less = read.multiset() - lies.multiset(), lies.multiset() - read.multiset()
    return f"{_listed_tiles(more)} for {_listed_tiles(less)}" if more or less else "in other sets"


def _listed_tiles(tiles: Counter[Tile]) -> str:
    return " ".join(sorted(map(str, tiles.elements()))) or "nothing"


def _listed(counted: Counter[str]) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in counted.items()) or "none"


def told(game: Game) -> str:
    """A film's results in one line."""
    played, family, player = game.played, game.family, game.player
    middle, late = np.percentile(played.told or [0.0], [50, 95])
    return (
        f"{played.right} of {played.turns} turns right, {played.accused} false accusations, "
        f"{played.unseen} fouls unseen, {family.asked.total()} questions ({_listed(family.asked)}), "
        f"{played.not_noticed} put-backs not noticed, "
        f"{played.never} never judged, {len(family.undone)} of {len(family.words)} words undone; "
        f"told after {middle:.1f} s, "
        f"95 % {late:.1f}; {1000 * player.spent / player.number:.0f} ms of the processor a picture of {player.number}, "
        f"{player.reader.count} readings"
    )


def play(folder: Path, lens: Lens, slow: float = 0.0) -> Game:
    """Plays the film in a folder."""
    with tempfile.TemporaryDirectory() as kept:
        game = Game(Film(folder), CountingReader(), lens, Path(kept), slow)
        game.play()
        game.player.table.close()
    return game


def drawn(tops: list[str], seed: int) -> Iterator[Path]:
    """Films on these tops, drawn one by one."""
    with tempfile.TemporaryDirectory() as kept:
        for top in tops:
            make(Path(kept) / top, top, seed=seed)
            yield Path(kept) / top


def main() -> None:
    """Prints a line for each turn that went wrong, and one for each film."""
    flags = dict.fromkeys(("bands", "breathing", "sorting", "evening"), False)
    args = command_line(__doc__, "folders***", top=[""], webcam=int, slow=0.0, seed=1, **flags)
    for folder in chain(args.folders, drawn([top for top in args.top if top], args.seed)):
        lens = Lens(args.webcam, args.bands, args.breathing, args.sorting, args.evening, args.seed)
        print(f"{folder.name}: {told(play(folder, lens, args.slow))}", flush=True)


if __name__ == "__main__":
    main()
