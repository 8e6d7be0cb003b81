"""What is said while a set of tiles is taught."""

from collections.abc import Mapping

from referee.messages.template import Template, counted

TAUGHT: Mapping[str, str | Template] = {
    "taught.no-tiles": "no tile is seen; lay them in rows: each colour from 1 to 13, then the jokers",
    "taught.no-rows": "no row is named; write k1-k13; r1-r13; b1-b13; o1-o13; J J",
    "taught.no-range": "{word} is not a run of one colour such as k1-k13",
    "taught.no-answer": "an answer names a tile and its place in the one picture that comes with it: J@412,233",
    "taught.other-rows": counted("seen", "{seen} row is seen, not {told}", "{seen} rows are seen, not {told}"),
    "taught.row-has-other": counted(
        "seen", "row {row}: {seen} tile is seen, not {told}", "row {row}: {seen} tiles are seen, not {told}"
    ),
    "taught.too-many-rows": "{n} rows of thirteen are seen; a set of tiles has four colours",
    "taught.too-few": counted(
        "n",
        "row {row} has {n} tile, not 13; not read there: {missing}",
        "row {row} has {n} tiles, not 13; not read there: {missing}",
    ),
    "taught.too-many": "row {row} has {n} tiles, not 13",
    "taught.not-in-order": "these are not the tiles from 1 to 13 in order: {read}",
    "taught.which-colour": "row {row}: which colour is this? It cannot be told by its looks",
    "taught.out-of-order": "this should be {insist}, and looks like {read}",
    "taught.other-colour": "this tile seems to be of another colour than its row: {read}",
    "taught.other-row": "row {row} seems to be of another colour; it begins with {read}",
    "taught.are-these-jokers": "is this a joker? It looks like {read}",
    "taught.otherwise": "{tile} was taught before and looks quite different now; forget that tile first",
    "taught.no-set": "this is not a set of tiles that was taught",
    "taught.other-version": "this set of tiles was kept by another version of the program",
    "taught.learnt": counted("n", "{n} face is known", "{n} faces are known"),
    "taught.helps": "taught: {parts}",
    "taught.nothing-new": "everything is read right as it is; nothing had to be taught",
    "taught.jokers": "the jokers",
    "taught.numbers": "numbers",
    "taught.colours": "colours",
    "taught.ends": "how sixes and nines are marked",
    "taught.missing": "missing: {tiles}",
    "taught.blurred": "not sure, better shown once more: {tiles}",
}
