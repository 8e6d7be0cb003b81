"""The players of a film: they answer truthfully, as people who see the table do, and remember every answer."""

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.film_parts.film import HEIGHT, WIDTH, Lying
from benchmarks.player import Player
from vision.camera.picture import Pixels
from web.contract import Refused

ALIKE = 5.0
"""Mean difference in levels, after smoothing, up to which two patches look the same."""
MOST_MENDED = 30
"""Number of tiles that are corrected at a time."""
Point = NDArray[np.float32]


@dataclass(eq=False)
class Word:
    """An answer about a place: a tile's name, or that no tile lies there; with the place's appearance, and how the
    answer was undone."""

    name: str | None
    place: Lying
    patch: Pixels
    undone: str | None = None

    def looks_the_same(self, picture: Pixels) -> bool:
        """Whether the place looks in this picture as it did at the time of the answer."""
        return float(cv2.absdiff(_patch(picture, self.place), self.patch).mean()) < ALIKE


@dataclass
class Family:
    """Answers a table's questions; `lying` and `picture`: the tiles on the table now, and the film's own picture of
    them."""

    player: Player
    lying: list[Lying] = field(default_factory=list)
    picture: Pixels = field(default_factory=lambda: np.zeros((HEIGHT, WIDTH, 3), np.uint8))
    asked: Counter[str] = field(default_factory=Counter)
    words: list[Word] = field(default_factory=list)

    @property
    def undone(self) -> list[str]:
        """Answers that were contradicted, or asked for again, while their place looked the same; with their places."""
        return [word.undone for word in self.words if word.undone is not None]

    def answer(self, question: dict[str, Any]) -> None:
        """Gives one answer to the question: a tap on a tile, or Done once more."""
        kind = question["kind"]
        self.asked[kind] += 1
        state = self.player.state
        with suppress(Refused):
            if kind == "misread" and question["set"] is not None:
                self._mend(state, question["set"], question["place"])
            elif kind == "apart":
                self._sort_out(state, question["set"])
            elif kind == "unread" and state["unread"]:
                self._name(state["unread"][0]["quad"])
            elif not self._mended(state, kind, question["tiles"]):
                self.player.table.turn.done(kind != "poor", waits=True)

    def name_unread(self) -> bool:
        """Names the tile at the first place that cannot be read; False: no such place."""
        unread = self.player.state["unread"]
        if unread:
            self.asked["unread"] += 1
            with suppress(Refused):
                self._name(unread[0]["quad"])
        return bool(unread)

    def mend_all(self) -> None:
        """Corrects, without a question, every tile that is misread."""
        for _ in range(MOST_MENDED):
            with suppress(Refused):
                if not self._mended(self.player.state, "poor", []):
                    return

    def notice(self) -> None:
        """Checks whether the table still agrees with the answers."""
        words = [word for word in self.words if word.undone is None and self._holds(word)]
        state = self.player.state if words else {"steady": False}
        if state["steady"]:
            for word in words:
                word.undone = self._contradiction(word, state)

    def _holds(self, word: Word) -> bool:
        """Whether the named tile still lies at the place, which looks the same: an 8 exchanged for a 9 looks nearly the
        same."""
        lies = self._lies_at(word.place.middle)
        return word.name == (None if lies is None else lies.name) and word.looks_the_same(self.picture)

    def _contradiction(self, word: Word, state: Any) -> str | None:
        """The table's name for the place instead of the answer; None: no contradiction."""
        doubted = [_middle(one["quad"]) for one in state["unread"]]
        doubted += [_middle(state["table"][one["set"]]["quads"][one["place"]]) for one in state["unsure"]]
        read = [name for name, middle, *_ in tiles_in(state) if word.place.is_at(middle)]
        is_asked = any(map(word.place.is_at, doubted))
        if not is_asked and read == ([] if word.name is None else [word.name]):
            return None
        says = "asked again" if is_asked else f"read as {' '.join(read) or 'none'}"
        return f"{word.name or 'none'} at {word.place.middle.round().astype(int).tolist()} {says}"

    def _mended(self, state: Any, kind: str, tiles: list[str]) -> bool:
        """Corrects the first misread or missing tile; False: all are right."""
        for name, middle, set_, place in tiles_in(state):
            lies = self._lies_at(middle)
            if lies is None or lies.name != name:
                self._mend(state, set_, place)
                return True
        seen = [middle for _, middle, *_ in tiles_in(state)]
        for lies in self.lying if kind in ("missing", "beside", "too-many", "poor") else ():
            if not any(map(lies.is_at, seen)) and (kind != "missing" or lies.name in tiles):
                self._tell(lies, lies.name)
                return True
        return False

    def _mend(self, state: Any, set_: int, place: int) -> None:
        """Corrects a tile of the table, or answers that no tile lies there."""
        quad = state["table"][set_]["quads"][place]
        lies = self._lies_at(_middle(quad))
        self._remember(lies, quad)
        self.player.table.tiles.correct(set_, place, None if lies is None else lies.name)

    def _sort_out(self, state: Any, set_: int) -> None:
        """Answers whether a row belongs to the game: it does if one of its tiles really lies there."""
        if any(self._lies_at(_middle(quad)) is not None for quad in state["table"][set_]["quads"]):
            self.player.table.turn.done(True, waits=True)
        else:
            self.player.table.tiles.correct(set_, 0, None)

    def _name(self, quad: list[list[float]]) -> None:
        """Names the tile at a place that cannot be read."""
        lies = self._lies_at(_middle(quad))
        if lies is not None:
            self._tell(lies, lies.name)
            return
        self._remember(None, quad)
        self.player.table.tiles.free(*self._tapped(_middle(quad)))

    def _tell(self, lies: Lying, name: str) -> None:
        self._remember(lies, [])
        self.player.table.tiles.add(*self._tapped(lies.middle), name)

    def _tapped(self, middle: Point) -> tuple[float, float]:
        """A point of the film's picture, in pixels of the camera's picture."""
        assert self.player.newest is not None
        width, height = self.player.newest.size
        return float(middle[0] * width / WIDTH), float(middle[1] * height / HEIGHT)

    def _remember(self, lies: Lying | None, quad: list[list[float]]) -> None:
        place = lies or Lying("", np.array(quad, np.float32) * np.array([WIDTH, HEIGHT], np.float32))
        self.words = [word for word in self.words if word.undone is not None or not word.place.is_at(place.middle)]
        self.words.append(Word(None if lies is None else lies.name, place, _patch(self.picture, place)))

    def _lies_at(self, middle: Point) -> Lying | None:
        return next((lies for lies in self.lying if lies.is_at(middle)), None)


def tiles_in(state: Any) -> list[tuple[str, Point, int, int]]:
    """The tiles of the table: name, middle, set and place."""
    return [
        (name, _middle(row["quads"][place]), set_, place)
        for set_, row in enumerate(state["table"])
        for place, name in enumerate(row["tiles"])
    ]


def _middle(quad: list[list[float]]) -> Point:
    """The centre, in the film's pixels, of corners given as shares of the picture."""
    return np.asarray(np.mean(quad, axis=0) * [WIDTH, HEIGHT], np.float32)


def _patch(picture: Pixels, place: Lying) -> Pixels:
    """The blurred picture of a tile's place."""
    low, high = place.quad.min(axis=0).astype(int), place.quad.max(axis=0).astype(int) + 1
    low, high = np.clip(low, 0, [WIDTH - 1, HEIGHT - 1]), np.clip(high, 1, [WIDTH, HEIGHT])
    return np.asarray(cv2.blur(picture[low[1] : high[1], low[0] : high[0]], (3, 3)), np.uint8)
