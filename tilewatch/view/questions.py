"""What the players are asked before a turn is condemned: is a tile covered, or was one misread?"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from referee.judging import FaultCode, Verdict
from referee.messages import Message
from referee.table import Table
from referee.tiles import ALL_TILES, Tile
from tilewatch.view.doubts import possible_otherwise, unsure
from tilewatch.view.view import View
from vision.watching import SettledTile, is_stray

MOST_TRIED = 12
"""Doubtful tiles that are tried as another one; a table with more of them is unsure all over, and says so."""

Judge = Callable[[Table], Verdict]


@dataclass(frozen=True)
class Question:
    """What is asked, by its kind: `misread` (`set` and `place` of the tile that is doubted, and what else it could be),
    `unread` (a tile lies there that cannot be read, or what may be one), `hidden` (which tiles something lies over),
    `free` (whether a large thing hides none), `beside` (whether a set goes on where the camera does not see), `missing`
    (which tiles), `too-many` (more than the rack held), or `too-often` (more of a tile than the box holds).
    """

    kind: str
    message: Message
    tiles: tuple[Tile, ...]
    set: int | None = None
    place: int | None = None
    unread: int = 0
    """How many tiles that cannot be read were asked about by then."""

    def to_json(self) -> dict[str, object]:
        """As the state and a refused claim have it."""
        return {
            "kind": self.kind,
            **self.message.to_json(),
            "tiles": [str(tile) for tile in self.tiles],
            "set": self.set,
            "place": self.place,
        }


def question_about(view: View, judge: Judge, rack: int, asked: Question | None = None) -> Question | None:
    """What to ask before this table is judged; None: nothing is doubtful, or the doubt changes nothing.

    `rack`: how many tiles the player can have laid. `asked`: what was asked before and claimed again: so many tiles
    that cannot be read are as they are; whatever else is doubtful is asked still.
    """
    unread, before = len(view.table.unread), asked.unread if asked is not None else 0
    if unread > before:
        code = "question.stray" if all(map(is_stray, view.table.unread)) else "question.unread"
        return Question("unread", Message(code), (), unread=unread)
    question = _about_what_is_read(view, judge, rack)
    return None if question is None else replace(question, unread=before)


def about_hidden(view: View) -> Question:
    """Whether the tiles that are hidden lie there still."""
    tiles = tuple(tile.tile for tile in view.snapshot.hidden)
    return Question("hidden", Message.of("question.hidden", tiles=tiles, count=len(tiles)), tiles)


def about_lone(view: View, judge: Judge) -> Question | None:
    """Whether what lies alone is a tile, where the turn is legal without it: print on a cloth may look like one."""
    rows = view.table.rows
    alone = [place for place, row in enumerate(rows) if len(row) == 1 and not row[0].is_told]
    rest = Table(tuple(row for place, row in enumerate(view.lying.sets) if place not in alone))
    if not alone or not judge(rest).legal:
        return None
    tile = (rows[alone[0]][0].tile,)
    return Question("lone", Message.of("question.lone", tile=tile), tile, alone[0], 0)


def proved(view: View, judge: Judge) -> list[SettledTile]:
    """Tiles of a legal table that nobody named and that are what they are read as: no other was legal in their place.

    What something is over is not among them, whoever said that it lies there still.
    """
    others = {
        (set_, place)
        for set_, place, tile in possible_otherwise(view.table)
        if judge(_with(view.lying, set_, place, tile)).legal
    }
    return [
        tile
        for set_, row in enumerate(view.table.rows)
        for place, tile in enumerate(row)
        if (set_, place) not in others and not tile.is_told and not tile.is_covered
    ]


def _about_what_is_read(view: View, judge: Judge, rack: int) -> Question | None:
    if view.missing:
        return _where_are(view.missing)
    table = view.lying
    verdict = judge(table)
    if len(verdict.played) > rack:
        message = Message.of("question.too-many", played=len(verdict.played), rack=rack)
        return Question("too-many", message, tuple(verdict.played))
    if verdict.legal:
        return _beside(view, judge, verdict.played)
    for set_, place, tile in possible_otherwise(view.table)[:MOST_TRIED]:
        if judge(_with(table, set_, place, tile)).legal:
            read = table.sets[set_][place]
            message = Message.of("question.misread", read=(read,), other=(tile,))
            return Question("misread", message, (read, tile), set_, place)
    return _one_too_many(verdict) or _beside(view, judge, verdict.played) or _doubted(view, judge, verdict)


def _doubted(view: View, judge: Judge, verdict: Verdict) -> Question | None:
    """A tile that the camera is unsure of, where a fault would not be told if it were another."""
    doubted = {(one.set, one.place) for one in unsure(view.table)}
    for set_, place, tile in possible_otherwise(view.table)[:MOST_TRIED]:
        is_doubted = (set_, place) in doubted
        if is_doubted and len(judge(_with(view.lying, set_, place, tile)).faults) < len(verdict.faults):
            read = view.lying.sets[set_][place]
            message = Message.of("question.doubted", read=(read,), other=(tile,))
            return Question("misread", message, (read, tile), set_, place)
    return None


def _beside(view: View, judge: Judge, played: Sequence[Tile]) -> Question | None:
    """A set just laid, to whose end another tile would fit where the table is not seen, may have that tile."""
    for set_, row in enumerate(view.table.rows):
        for place, end in ((0, row[0]), (len(row), row[-1])):
            if end.key not in view.snapshot.may_go_on or end.tile not in played:
                continue
            begins = len(row) == 1 and judge(_without(view.lying, set_)).legal  # two more make a set of it
            if begins or any(judge(_with(view.lying, set_, place, tile, is_more=True)).legal for tile in ALL_TILES):
                return Question("beside", Message.of("question.beside", tile=(end.tile,)), (end.tile,))
    return None


def _one_too_many(verdict: Verdict) -> Question | None:
    """A tile that no box holds so often was read wrongly, whatever the camera is sure of."""
    for fault in verdict.faults:
        if fault.code is FaultCode.TOO_MANY_OF_A_TILE:
            code = "question.too-often" if fault.message.values["there"] else "question.too-often.no-jokers"
            return Question("too-often", Message(code, fault.message.values), fault.tiles)
    return None


def _where_are(missing: Counter[Tile]) -> Question:
    tiles = tuple(sorted(missing.elements(), key=str))
    return Question("missing", Message.of("question.missing", tiles=tiles, count=len(tiles)), tiles)


def _without(table: Table, set_: int) -> Table:
    """The table without one of its sets."""
    return Table((*table.sets[:set_], *table.sets[set_ + 1 :]))


def _with(table: Table, set_: int, place: int, tile: Tile, is_more: bool = False) -> Table:
    """The table with one tile read as another; `is_more`: with a tile more at that place of the set."""
    row = table.sets[set_]
    other = (*row[:place], tile, *row[place if is_more else place + 1 :])
    return Table((*table.sets[:set_], other, *table.sets[set_ + 1 :]))
