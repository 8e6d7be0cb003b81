"""Random tables with rows that are no sets but that players let lie, and the wrong answers given for them."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations

from referee.coaching import lesson
from referee.judging import Position, account_of, is_legal, judge, rearrangement
from referee.rules import PRESETS, Rules
from referee.sets import is_set, readings, sets_within
from referee.solving import best_play
from referee.solving.worth import worth
from referee.table import Row, Table, row_from_notation, row_text
from referee.tiles import Tile, in_order
from tests.referee.judging import pasts
from tests.referee.judging.opening_pasts import opens
from tests.referee.judging.small_turns import random_sets, small_sets
from tests.referee.packed_sets import PackedSets
from tests.referee.positions import box
from tests.referee.solving.made_up import made_up_case


def wrong_verdict(seed: int) -> str | None:
    """A turn with such rows on which the referee disagrees with the search through every past.

    Empty: they agree; None: chance found no turn.
    """
    chance = random.Random(f"let lie {seed}")
    rules, opened = PRESETS[chance.choice(list(PRESETS))], chance.random() < 0.7
    if not opened:
        rules = Rules.from_json({"preset": rules.preset, "opening_points": chance.choice([9, 15, 24])})
    turn = _turn(rules, chance)
    if turn is None:
        return None
    sets, untouched, touched, after = turn
    position = Position.by_right(rules, opened, Table((*sets, *untouched, *touched)))
    lies = Table((*after, *map(in_order, untouched)))
    legal, account = judge(position, lies), account_of(rules, position.table, lies)
    assert account is not None
    alone = [(tile,) for row in touched for tile in row]
    if legal.legal == (pasts.is_legal if opened else opens)(rules, [*sets, *alone], after):
        return ""
    told = f"{rules.to_json()}, {'opened' if opened else 'not opened'}: {position.table.to_notation()}"
    return f"{told} -> {lies.to_notation()}: {legal.to_json()}"


def _turn(rules: Rules, chance: random.Random) -> tuple[list[Row], list[Row], list[Row], list[Row]] | None:
    """Old sets, rows that are no sets and stay, rows that are no sets and are used, and the new sets made of all of
    them."""
    sets = small_sets(
        rules.copies, rules.jokers, rules.group_colours_differ, rules.one_after_thirteen, rules.jokers_in_a_set
    )
    tiles = chance.sample(sets.box, len(sets.box))
    before = random_sets(sets, tiles[:6], chance)
    tiles = list((Counter(tiles) - Counter(tile for row in before for tile in row)).elements())
    chance.shuffle(tiles)
    loose = [tuple(tiles.pop() for _ in range(chance.choice([1, 2, 3, 4]))) for _ in range(chance.choice([1, 1, 2]))]
    if any(readings(row, rules) for row in loose):
        return None
    touched = [row for row in loose if chance.random() < 0.6]
    moved = [tile for row in (*before, *touched) for tile in row]
    for size in chance.sample([1, 2, 3, 3, 4], 5):
        for _ in range(4):
            after = sets.split(moved + chance.sample(tiles, size), chance)
            if after:
                return before, [row for row in loose if row not in touched], touched, after
    return None


def wrong_answer(seed: int, out_of_time: Callable[[], bool] = lambda: False) -> str | None:
    """The coach's mistake about a rack when one or two such rows lie on the table.

    Empty: no mistake; None: chance found no table.
    """
    chance = random.Random(f"asked beside {seed}")
    case = made_up_case(seed, 0)
    rules = case.rules
    left = list((box(rules) - case.table.multiset() - Counter(case.rack)).elements())
    loose = [row for _ in range(chance.choice([1, 1, 2])) if not is_set(row := _loose(chance, left, case.table), rules)]
    if not loose:
        return None
    for row in loose:
        if not Counter(row) <= Counter(left):
            return None
        left = list((Counter(left) - Counter(row)).elements())
    position = Position.by_right(rules, case.opened, Table((*case.table.sets, *loose)))
    told = f"{rules.to_json()}, {case.opened}: {position.table.to_notation()}, rack {row_text(case.rack)}"
    wrong = _wrong_about(position, case.rack, out_of_time)
    return f"{told}: {wrong}" if wrong else ""


def _loose(chance: random.Random, left: list[Tile], table: Table) -> Row:
    near = [tile for tile in left if tile.number is None or any(tile.number == one.number for one in table.tiles())]
    return tuple(chance.sample(near if len(near) > 4 else left, chance.choice([1, 2, 3, 3, 4])))


def _wrong_about(position: Position, rack: Row, out_of_time: Callable[[], bool]) -> str:
    play = best_play(position, rack, out_of_time)
    verdict = judge(position, play.table)
    if not verdict.legal or verdict.played != play.played:
        return f"illegal: {play.to_json()} {verdict.to_json()}"
    most = most_tiles_by_trying(position, rack)
    if len(play.played) > most or (play.is_optimal and len(play.played) < most) or play.at_most < most:
        return f"lays {row_text(play.played) or 'nothing'}, but {most} can be laid"
    if play.played and play.points < worth(position.rules, position.opened, position.table, play.table):
        return f"tells {play.points} points: {play.table.to_notation()}"
    answer = lesson(position, rack, play, out_of_time)
    if play.played and Counter(map(in_order, _last(answer))) != Counter(map(in_order, play.table.sets)):
        return f"the steps do not lead there: {answer['steps']}"
    for other in answer["others"]:
        if not judge(position, Table.from_notation(other["table"])).legal:
            return f"another play is illegal: {other}"
    for tile in row_from_notation(" ".join(answer["would_open"] or ()), "would_open")[:3]:
        if not most_tiles_by_trying(position, (*rack, tile)):
            return f"{tile} would not open"
    return ""


def _last(answer: dict[str, list[dict[str, list[str]]]]) -> Table:
    return Table.from_notation(answer["steps"][-1]["table"])


def most_tiles_by_trying(position: Position, rack: Row) -> int:
    """Tiles of the best play, found by asking the judge about every choice of tiles and every layout, whichever rows
    stay."""
    for count in range(len(rack), 0, -1):
        if any(
            is_legal(rearrangement(position.rules, position.table, way), position.opened, position.accepted)
            for way in _ways(position, rack, count)
        ):
            return count
    return 0


def _ways(position: Position, rack: Row, count: int) -> Iterator[Table]:
    rules, rows = position.rules, position.table.sets
    loose = [row for row in rows if not is_set(row, rules)]
    choices = (stay for n in range(len(loose) + 1) for stay in combinations(loose, n))
    for stay in choices:
        tiles = position.table.multiset() - Counter(tile for row in stay for tile in row)
        sets, hopeless = PackedSets(tiles + Counter(rack), sets_within(tiles + Counter(rack), rules)), set[int]()
        for played in sorted(set(combinations(sorted(rack, key=str), count)), key=str):
            for way in sets.ways(sets.counted((*tiles.elements(), *played)), hopeless):
                yield Table((*stay, *way))
