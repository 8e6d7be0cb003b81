"""The account behind a verdict as JSON and in sentences."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from referee.judging.account import Account, JokerAccount
from referee.judging.joker_moves import JokerFate
from referee.messages import Message
from referee.table import Row, Table
from referee.tiles import in_order


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of an account; `old`: index of the set before the turn that it is about, None for the rack."""

    old: int | None
    message: Message

    def to_json(self) -> dict[str, object]:
        """The JSON object of the sentence; `from` equals the `from` of the faults that this sentence explains."""
        return {"from": self.old, **self.message.to_json()}


def account_to_json(account: Account) -> dict[str, object]:
    """The JSON object of an account: jokers, moved tiles and the sentences about both.

    Sets are given by their indices before (`from`) and after (`to`) the turn.
    """
    return {
        "jokers": [joker.to_json() for joker in account.jokers],
        "tiles": [tile.to_json() for tile in account.tiles],
        "sentences": [sentence.to_json() for sentence in sentences(account)],
    }


def sentences(account: Account) -> Iterator[Sentence]:
    """The sentences of an account: each joker's fate, the origin of other tiles, the values of jokers out of order.

    >>> from referee.judging.account import account_of
    >>> from referee.rules import Rules
    >>> from referee.table import Table
    >>> before, after = Table.from_notation("r3 J r5"), Table.from_notation("r3 r4 r5\\nJ k9 b9")
    >>> for sentence in sentences(account_of(Rules(), before, after)):
    ...     print(sentence.message.text)
    The joker of (red 3, joker, red 5) was freed by red 4 from the rack; laid with black 9, blue 9 from the rack.
    From the rack: red 4 to (red 3, red 4, red 5).
    From the rack: black 9, blue 9 to (joker, black 9, blue 9).
    """
    for joker in account.jokers:
        if not _lies_as_it_lay(account, joker):
            yield Sentence(joker.old, _of_joker(account, joker))
    numbered = [moved for moved in account.tiles if not moved.tile.is_joker or moved.old is None]
    by_way = sorted(numbered, key=lambda moved: (-1 if moved.old is None else moved.old, moved.new is None, moved.new))
    for (old, new), some in groupby(by_way, key=lambda moved: (moved.old, moved.new)):
        tiles = in_order(moved.tile for moved in some)
        yield Sentence(old, _moved(_row(account.before, old), _row(account.after, new), tiles))
    for place, stands in account.counts_as:
        yield Sentence(None, Message.of("account.joker-counts", row=account.after.sets[place], tiles=stands))


def _lies_as_it_lay(account: Account, joker: JokerAccount) -> bool:
    if joker.new is None or joker.fate in (JokerFate.TAKEN, JokerFate.HIDDEN):
        return False
    return in_order(account.before.sets[joker.old]) == in_order(account.after.sets[joker.new])


def _of_joker(account: Account, joker: JokerAccount) -> Message:
    row, lies = account.before.sets[joker.old], _where_it_lies(account, joker)
    if joker.fate is JokerFate.HIDDEN:
        return Message.of("account.joker-hidden", row=row)
    if joker.fate is JokerFate.TAKEN:
        return Message.of("account.joker-taken", row=row, lies=lies)
    if joker.fate is JokerFate.KEPT and joker.stands is not None:
        return Message.of("account.joker-kept", row=row, tile=(joker.stands,), lies=lies)
    if not joker.freed_by:
        return Message.of("account.joker-moved", row=row, lies=lies)
    giver = _row(account.before, joker.freed_from)
    whence = Message("joker.from-rack") if giver is None else Message.of("account.from-set", row=giver)
    return Message.of("account.joker-freed", row=row, tiles=joker.freed_by, whence=whence, lies=lies)


def _where_it_lies(account: Account, joker: JokerAccount) -> Message:
    row = _row(account.after, joker.new)
    if row is None:
        return Message("joker.not-on-table")
    if joker.laid_with:
        return Message.of("account.laid-with", tiles=joker.laid_with)
    return Message.of("joker.lies-in", row=row)


def _moved(old: Row | None, new: Row | None, tiles: Row) -> Message:
    if old is None:
        return Message.of("account.from-rack", tiles=tiles, row=new or ())
    if new is None:
        return Message.of("account.not-seen", tiles=tiles, old=old)
    return Message.of("account.from-to", tiles=tiles, old=old, row=new)


def _row(table: Table, place: int | None) -> Row | None:
    return None if place is None else table.sets[place]
