"""Messages on each fault (`FaultCode` lists the codes), their parts, and messages on a turn's account."""

from collections.abc import Mapping

from referee.messages.template import Template, counted

FAULTS: Mapping[str, str | Template] = {
    "not-a-set": "({row}) is not a set: {why}.",
    "not-a-set.too-few": counted("least", "a set has at least {least} tile", "a set has at least {least} tiles"),
    "not-a-set.only-jokers": "a set needs a tile with a number",
    "not-a-set.twice": "{tile} lies in it more than once",
    "not-a-set.group-full": "a group has each colour once at most",
    "not-a-set.gaps": "its numbers do not follow one another",
    "not-a-set.after-thirteen": "1 is the lowest number and does not follow 13",
    "not-a-set.too-long": "a run goes from 1 to 13, with no place left for a joker",
    "not-a-set.neither": "neither one colour nor one number",
    "too-many-of-a-tile": "{count} × {tile} on the table, but the box holds {there}.",
    "too-many-of-a-tile.no-jokers": counted(
        "count",
        "The box holds no jokers, but one lies on the table.",
        "The box holds no jokers, but {count} lie on the table.",
    ),
    "tile-missing": "Missing from the table: {tiles}. Covered, or taken?",
    "opening-too-low": counted(
        "points",
        "The opening is worth {points} point and needs at least {needed}.",
        "The opening is worth {points} points and needs at least {needed}.",
    ),
    "opening-too-low.without-joker": counted(
        "points",
        "Without the joker from the table the opening is worth {points} point and needs at least {needed}.",
        "Without the joker from the table the opening is worth {points} points and needs at least {needed}.",
    ),
    "opening-one-set": counted(
        "most",
        "An opening is one set, but {count} new sets lie there.",
        "An opening is at most {most} sets, but {count} new sets lie there.",
    ),
    "opening-touches-table.joker": (
        "A player who has not opened takes no joker from the table: the joker of ({row}) was replaced."
    ),
    "opening-touches-table": "A player who has not opened leaves the sets on the table as they are. Changed: {tiles}.",
    "too-many-jokers": counted(
        "most",
        "({row}) holds {count} jokers; a set may hold one.",
        "({row}) holds {count} jokers; a set may hold {most}.",
    ),
    "joker-exchange": "The joker of ({row}) may be taken only in exchange for {tiles} {whence}, laid in its place.",
    "joker.from-rack": "from the rack",
    "joker.from-anywhere": "from the rack or the table",
    "joker-not-reused": "A freed joker must be used in the same turn, {goes}; {lies}.",
    "joker.new-set": "in a new set",
    "joker.all-new-set": "in a new set of which no two tiles lay together before",
    "joker.any-set": "in a set",
    "joker.two-from-rack": "in a set with at least two other tiles from the rack",
    "joker.new-set-from-rack": "in a new set made from the rack",
    "joker.not-on-table": "it is not on the table",
    "joker.lies-in": "it lies in ({row})",
    "joker-set-broken": "({row}) holds a joker: it may be extended, but not split, and no tile may be taken from it.",
    "rebuilt-too-far": (
        "Only {tiles} stayed together of ({row}): take all of its tiles, or leave at least {least} of them together."
    ),
    "time-over": "The turn took {seconds} s; {allowed} s are allowed.",
    "as-told": "{text}",
    # The account: the fate of each joker, and the moves of tiles
    "account.joker-freed": "The joker of ({row}) was freed by {tiles} {whence}; {lies}.",
    "account.joker-taken": "The joker of ({row}) was taken without its tile; {lies}.",
    "account.joker-moved": "The joker of ({row}) was moved; {lies}.",
    "account.joker-kept": "The joker of ({row}) goes on standing for {tile}; {lies}.",
    "account.joker-hidden": "The joker of ({row}) is not on the table any more.",
    "account.joker-counts": "In ({row}) the joker counts as {tiles}: where it lies, no tile could be.",
    "account.from-set": "from ({row})",
    "account.laid-with": "laid with {tiles} from the rack",
    "account.from-rack": "From the rack: {tiles} to ({row}).",
    "account.from-to": "From ({old}): {tiles} to ({row}).",
    "account.not-seen": "From ({old}): {tiles}, not on the table any more.",
}
