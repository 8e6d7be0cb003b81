"""What the commands print in words."""

from collections.abc import Mapping

from referee.messages.template import Template, counted

TERMINAL: Mapping[str, str | Template] = {
    "terminal.legal": "legal",
    "terminal.illegal": "illegal",
    "terminal.played": "played: {tiles}",
    "terminal.nothing": "nothing",
    "terminal.opening": counted("n", "opening: {n} point", "opening: {n} points"),
    "terminal.draw": "draw: {n}",
    "terminal.won-by": "won by {winners} ({how})",
    "terminal.nothing-can-be-laid": "nothing can be laid",
    "terminal.nothing-found": "nothing was found that can be laid",
    "terminal.lay": "lay {row}  ({tiles}, {points})",
    "terminal.tiles": counted("n", "{n} tile", "{n} tiles"),
    "terminal.points": counted("n", "{n} point", "{n} points"),
    "terminal.https": "for a phone as camera and for screens that stay awake; the browser warns once: the certificate "
    "was made here, and nobody else vouches for it",
    "terminal.not-certain": "(it is not certain that nothing better can be laid)",
}
