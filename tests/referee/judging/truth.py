"""Checks an account against its own two tables, without asking the referee how it found the account."""

import random
from collections import Counter
from collections.abc import Collection, Iterator

from referee.judging import Account, Position, account_of, judge, sentences
from referee.rules import Rules
from referee.sets import is_set, jokers_stand_alike
from referee.table import Row, Table, same_sets
from referee.tiles import JOKER, Tile
from tests.referee.positions import box, made_up_set


def untruths(account: Account, rules: Rules) -> Iterator[str]:
    """Every statement of the account that its tables contradict."""
    yield from _tiles_that_do_not_add_up(account)
    yield from _untouched_and_named(account, rules)
    yield from _freed_by_what_lies_elsewhere(account)


def _tiles_that_do_not_add_up(account: Account) -> Iterator[str]:
    """New sets whose tiles do not add up: the tiles that stayed together plus the tiles that were added."""
    before, after = account.before.sets, account.after.sets
    left = [Counter(row) for row in before]
    waiting = [Counter(row) for row in after]
    for moved in account.tiles:
        if moved.old is not None:
            left[moved.old][moved.tile] -= 1
        if moved.new is not None:
            waiting[moved.new][moved.tile] -= 1
    if any(count < 0 for tiles in (*left, *waiting) for count in tiles.values()):
        yield "a tile comes from where it was not, or goes to where it is not"
    stayed, gaps = (Counter(tuple(sorted(map(str, (+t).elements()))) for t in some if +t) for some in (left, waiting))
    if stayed != gaps:
        yield f"what stayed is {sorted(stayed)}, and what is not told of the new sets is {sorted(gaps)}"


def _untouched_and_named(account: Account, rules: Rules) -> Iterator[str]:
    """Sets that the account mentions although they did not change."""
    olds = {moved.old for moved in account.tiles} | {one.old for one in sentences(account) if _is_of_joker(one)}
    news = {moved.new for moved in account.tiles}
    yield from untouched_among(rules, account.before, account.after, olds, news)


def untouched_among(
    rules: Rules, before: Table, after: Table, olds: Collection[int | None], news: Collection[int | None] = ()
) -> Iterator[str]:
    """Sets that were not touched but are named in `olds` or `news`."""
    alike = same_sets(before.sets, after.sets, lambda old, new: jokers_stand_alike(old, new, rules))
    same = Counter(_tiles(before.sets[old]) for old, _ in alike)
    olds_left = Counter(_tiles(row) for old, row in enumerate(before.sets) if old not in olds)
    news_left = Counter(_tiles(row) for new, row in enumerate(after.sets) if new not in news)
    if not same <= olds_left or not same <= news_left:
        yield f"a set that nobody touched is named: {sorted((same - (olds_left & news_left)).elements())}"


def _is_of_joker(sentence: object) -> bool:
    return "joker" in str(sentence.message.code)  # type: ignore[attr-defined]


def _tiles(row: Row) -> str:
    return " ".join(sorted(map(str, row)))


def _freed_by_what_lies_elsewhere(account: Account) -> Iterator[str]:
    """Freeing tiles with a wrong origin: a tile that freed a joker comes from the place that the account names, and an
    equal tile that came to the rest of the joker's set is the freeing tile."""
    for joker in account.jokers:
        rest = Counter(account.before.sets[joker.old]) - Counter(
            moved.tile for moved in account.tiles if moved.old == joker.old
        )
        for tile in joker.freed_by:
            came = [moved for moved in account.tiles if moved.tile == tile]
            if not any(moved.old == joker.freed_from for moved in came):
                yield f"{tile} freed a joker and is not told to have moved"
                continue
            there = {moved.new for moved in came if moved.new is not None and _is_home(account, moved.new, rest)}
            if there and not any(moved.old == joker.freed_from and moved.new in there for moved in came):
                yield f"{tile} freed a joker, and another one lies in its place"


def _is_home(account: Account, new: int, rest: Counter[Tile]) -> bool:
    came = Counter(moved.tile for moved in account.tiles if moved.new == new)
    return bool(rest) and Counter(account.after.sets[new]) - came == rest


def shuffled(chance: random.Random, table: Table) -> Table:
    """The same sets in another order."""
    return Table(tuple(chance.sample(table.sets, len(table.sets))))


def told(rules: Rules, before: Table, after: Table) -> list[str]:
    """The sentences of an account, sorted."""
    account = account_of(rules, before, after)
    return [] if account is None else sorted(sentence.message.text for sentence in sentences(account))


def random_turn(rules: Rules, chance: random.Random) -> tuple[Table, Table]:
    """A table, and the table after sets were taken apart, tiles of the rack laid and jokers moved."""
    left, rows = box(rules), list[Row]()
    for _ in range(60):
        row = with_joker(chance, made_up_set(chance), left, 0.3)
        if len(rows) < chance.choice([2, 4, 6]) and Counter(row) <= left and is_set(row, rules):
            left -= Counter(row)
            rows.append(row)
    before = Table(tuple(rows))
    for _ in range(chance.choice([1, 2, 3, 4])):
        rows, left = changed(chance, rules, rows, left)
    return before, shuffled(chance, Table(tuple(rows)))


def with_joker(chance: random.Random, row: Row, left: Counter[Tile], odds: float) -> Row:
    """The set, perhaps with a joker in it."""
    if left[JOKER] and chance.random() < odds:
        place = chance.randrange(len(row))
        return (*row[:place], JOKER, *row[place + 1 :])
    return row


def changed(
    chance: random.Random, rules: Rules, rows: list[Row], left: Counter[Tile]
) -> tuple[list[Row], Counter[Tile]]:
    """The sets after a few of them were rearranged, some with additional tiles; unchanged, if chance finds no
    arrangement."""
    few = chance.sample(range(len(rows)), min(len(rows), chance.choice([0, 1, 2, 2, 3])))
    loose = Counter(tile for place in few for tile in rows[place])
    laid = list[Row]()
    kept = [row for place, row in enumerate(rows) if place not in few]
    there = left + loose
    for _ in range(80):
        row = with_joker(chance, made_up_set(chance), there, 0.8 if loose[JOKER] else 0.1)
        if Counter(row) <= there and is_set(row, rules) and (Counter(row) & loose or not few):
            there -= Counter(row)
            loose -= Counter(row)
            laid.append(row)
        if laid and not loose:
            return [*kept, *laid], there
    return rows, left


def complaints(rules: Rules, chance: random.Random) -> Iterator[str]:
    """What is wrong with the account of a random turn."""
    before, after = random_turn(rules, chance)
    account = account_of(rules, before, after)
    what = f"{rules.to_json()}: {before.to_notation()} -> {after.to_notation()}: "
    if account is None:
        return
    yield from (what + one for one in untruths(account, rules))
    other = told(rules, shuffled(chance, before), shuffled(chance, after))
    if other != told(rules, before, after):
        yield f"{what}another order of the sets gives another account"
    faults = judge(Position(rules, True, before), after).faults
    yield from (f"{what}by a fault {one}" for one in untouched_among(rules, before, after, {one.old for one in faults}))
    taken = {fault.old for fault in faults if fault.code.value == "joker-exchange"}
    if taken - {one.old for one in account.jokers if one.fate.name == "TAKEN"}:
        yield f"{what}the verdict tells of another joker"
