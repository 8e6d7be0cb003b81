"""The question to the players before a turn is judged illegal: is a tile occluded, or was a tile misread?"""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from referee.judging import FaultCode, Verdict
from referee.messages import Message
from referee.rules import SMALLEST_SET
from referee.table import Table
from referee.tiles import ALL_TILES, Tile
from tilewatch.view.doubts import possible_otherwise, unsure
from tilewatch.view.view import View
from vision.watching import SettledTile, is_stray

MOST_TRIED = 12
"""Doubtful tiles that are tried under another name; a table with more of them is doubtful all over."""

Judge = Callable[[Table], Verdict]


@dataclass(frozen=True)
class Question:
    """A question to the players, by its kind: `misread` (`set` and `place` of the doubted tile, and its other name),
    `unread` (an unread place, which is or may be a tile), `hidden` (which tiles are occluded), `free` (whether a large
    thing hides tiles), `beside` (whether a row goes on where no tile is read), `missing` (which tiles), `too-many`
    (more than the rack held), `too-often` (more copies of a tile than the box holds), or `apart` (whether a row is no
    part of the game)."""

    kind: str
    message: Message
    tiles: tuple[Tile, ...]
    set: int | None = None
    place: int | None = None
    unread: int = 0
    """Number of unread places that were asked about by then."""

    def to_json(self) -> dict[str, object]:
        """The question as the state and a refused claim have it."""
        return {
            "kind": self.kind,
            **self.message.to_json(),
            "tiles": [str(tile) for tile in self.tiles],
            "set": self.set,
            "place": self.place,
        }


def question_about(view: View, judge: Judge, rack: int, asked: Question | None = None) -> Question | None:
    """The question to ask before this table is judged; None: nothing is in doubt, or no doubt changes the verdict.

    `rack`: most tiles the player can have laid. `asked`: the question after which the turn was claimed again: its
    unread places are accepted, but other doubts are asked about.
    """
    unread, before = len(view.table.unread), asked.unread if asked is not None else 0
    if unread > before:
        code = "question.stray" if all(map(is_stray, view.table.unread)) else "question.unread"
        return Question("unread", Message(code), (), unread=unread)
    question = _about_what_is_read(view, judge, rack)
    return None if question is None else replace(question, unread=before)


def about_hidden(view: View) -> Question:
    """The question whether the occluded tiles still lie there."""
    tiles = tuple(tile.tile for tile in view.snapshot.hidden)
    return Question("hidden", Message.of("question.hidden", tiles=tiles, count=len(tiles)), tiles)


def about_apart(view: View, judge: Judge) -> Question | None:
    """The question whether new rows are no part of the game, as a rack's or a box lid's; None: none may be, or the turn
    is legal only with them.
    """
    if not view.apart:
        return None
    block = view.beside(view.apart[0])
    rest = Table(tuple(row for place, row in enumerate(view.lying.sets) if place not in block))
    if judge(view.lying).legal and not judge(rest).legal:
        return None
    tiles = tuple(tile for place in block for tile in view.lying.sets[place])
    return Question("apart", Message.of("question.apart", tiles=tiles, count=len(tiles)), tiles, view.apart[0], 0)


def about_lone(view: View, judge: Judge, surest: float) -> Question | None:
    """The question whether a tile is one, if the turn is legal without it: print on a cloth may look like a tile. None:
    there is no such tile. It lies alone, or it is a doubtful tile at an end of its row. `surest`: probability of a lone
    tile's name up to which it is asked about."""
    rows = view.table.rows
    single = [(place, row[0]) for place, row in enumerate(rows) if len(row) == 1]
    alone = [(place, 0) for place, tile in single if not tile.is_told and tile.confidence <= surest]
    ends = [(one.set, one.place) for one in unsure(view.table) if one.place in (0, len(rows[one.set]) - 1)]
    for places in (alone, *([end] for end in ends)):
        if places and judge(_without(view.lying, places)).legal:
            set_, place = places[0]
            tile = (rows[set_][place].tile,)
            return Question("lone", Message.of("question.lone", tile=tile), tile, set_, place)
    return None


def proved(view: View, judge: Judge) -> list[SettledTile]:
    """Tiles of a legal table that must be what they are read as, because no other tile would be legal in their place.

    Tiles that a player named and occluded tiles are left out.
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
    """The question about a doubtful tile, if another name for it would remove a fault."""
    doubted = {(one.set, one.place) for one in unsure(view.table)}
    for set_, place, tile in possible_otherwise(view.table)[:MOST_TRIED]:
        is_doubted = (set_, place) in doubted
        if is_doubted and len(judge(_with(view.lying, set_, place, tile)).faults) < len(verdict.faults):
            read = view.lying.sets[set_][place]
            message = Message.of("question.doubted", read=(read,), other=(tile,))
            return Question("misread", message, (read, tile), set_, place)
    return None


def _beside(view: View, judge: Judge, played: Sequence[Tile]) -> Question | None:
    """The question whether a set just laid, or a row too short for a set, goes on where the camera does not see, if
    another tile would fit at its end there, or the turn is legal without several such rows. Beside a tile that a player
    had to name, another may lie unread."""
    rows, may_go_on = view.table.rows, view.snapshot.may_go_on
    named = {tile.key for row in rows if len(row) < SMALLEST_SET and any(one.is_told for one in row) for tile in row}
    may_go_on |= named
    short = [
        place for place, row in enumerate(rows) if len(row) < SMALLEST_SET and {row[0].key, row[-1].key} & may_go_on
    ]
    rest = [(place, at) for place in short for at in range(len(rows[place]))]
    begins = bool(rest) and (len(short) > 1 or len(rest) == 1) and judge(_without(view.lying, rest)).legal
    for set_, row in enumerate(rows):
        for place, end in ((0, row[0]), (len(row), row[-1])):
            is_laid = len(row) < SMALLEST_SET or end.tile in played
            if end.key not in may_go_on or not is_laid:
                continue
            is_begun = begins and set_ in short
            if is_begun or any(judge(_with(view.lying, set_, place, tile, is_more=True)).legal for tile in ALL_TILES):
                return Question("beside", Message.of("question.beside", tile=(end.tile,)), (end.tile,))
    return None


def _one_too_many(verdict: Verdict) -> Question | None:
    """The question about a tile read more often than the box holds it, however certain the reading."""
    for fault in verdict.faults:
        if fault.code is FaultCode.TOO_MANY_OF_A_TILE:
            code = "question.too-often" if fault.message.values["there"] else "question.too-often.no-jokers"
            return Question("too-often", Message(code, fault.message.values), fault.tiles)
    return None


def _where_are(missing: Counter[Tile]) -> Question:
    tiles = tuple(sorted(missing.elements(), key=str))
    return Question("missing", Message.of("question.missing", tiles=tiles, count=len(tiles)), tiles)


def _without(table: Table, places: Collection[tuple[int, int]]) -> Table:
    """The table without the tiles at these places, each the index of a set and an index in it."""
    rows = enumerate(table.sets)
    left = (tuple(tile for at, tile in enumerate(row) if (place, at) not in places) for place, row in rows)
    return Table(tuple(row for row in left if row))


def _with(table: Table, set_: int, place: int, tile: Tile, is_more: bool = False) -> Table:
    """The table with one tile renamed; `is_more`: with a tile inserted at that place of the set."""
    row = table.sets[set_]
    other = (*row[:place], tile, *row[place if is_more else place + 1 :])
    return Table((*table.sets[:set_], other, *table.sets[set_ + 1 :]))
