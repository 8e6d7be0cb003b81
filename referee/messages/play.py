"""What does not fit the moment of a match or of a live table, what is asked, and what has to go where."""

from collections.abc import Mapping

from referee.messages.template import Template, counted

PLAY: Mapping[str, str | Template] = {
    # A match
    "no-match": "No match has begun.",
    "match-running": "A match is being played: end its round first, or begin a new one anyway.",
    "match-finished": "The match is over: the agreed rounds or points have been played.",
    "not-now": "This does not fit now: {event} while the match is at {phase}.",
    "cannot.round-ready": "The round is still being played.",
    "cannot.round-began": "The round is still being played.",
    "cannot.round-stopped": "No turn is being played now.",
    "cannot.dealt-again": "Tiles are dealt again only before the second turn of a player.",
    "cannot.turn-claimed": "No turn is being played now.",
    "cannot.table-restored": "No failed turn has to be put back.",
    "cannot.verdict-overruled": "There is no verdict to overrule now.",
    "cannot.turn-taken-back": "There is no turn to take back now.",
    "cannot.paused": "The clock is not running.",
    "cannot.resumed": "The match is not paused.",
    "cannot.time-extended": "No turn is being played now.",
    "cannot.rack-corrected": "A rack is corrected while a round is played or counted.",
    "cannot.round-counted": "Racks are counted when a round has begun.",
    "turn-over": "Turn {turn} is over; turn {now} is being played.",
    "turn-judged": "Turn {turn} has been judged already.",
    "no-turn-claimed": "No turn of this round has been claimed yet.",
    "not-the-last-turn": "Turn {turn} is not the last one: only the last turn can be taken back.",
    "counts-as-legal": "The last turn counts as legal already.",
    "counts-as-illegal": "The last turn counts as illegal already.",
    "reason-needed": "Say why you decide otherwise.",
    "no-time-limit": "The rules set no time that could be extended.",
    "no-extension-left": "{player} has no extension left.",
    "no-new-deal": "A new deal is for three pairs among the first tiles, where the rules allow it.",
    "name-blank": "A player has no name.",
    "name-twice": "Two players are called {name}.",
    "wrong-number-of-players": "The rules are for {least} to {most} players, not {players}.",
    "nobody-called": "Nobody called {name} plays ({players}).",
    # Racks
    "racks-missing": "Still missing: the rack of {players}.",
    "rack-impossible": "A rack cannot hold {tiles} tiles.",
    "does-not-add-up": "{doubts}",
    "doubt.rack-count": counted(
        "counted",
        "{player}'s rack holds {counted} tile; by draws and plays it should be {known}.",
        "{player}'s rack holds {counted} tiles; by draws and plays it should be {known}.",
    ),
    "doubt.too-often": "{count} × {tile} on racks and table ({where}), but the box holds {there}.",
    "doubt.stray": "Does not belong on the table: {tile}.",
    "the-table": "the table",
    "say-whose-rack": "Say first whose rack it is.",
    "help-not-allowed": "The players have not allowed help during the round.",
    "busy-thinking": "Another rack is being worked out; ask again in a moment.",
    # A live table
    "camera-lost": "The camera is lost: {trouble}",
    "table-covered": "Something covers the table: take it away, or claim anyway.",
    "table-moving": "Something is still moving over the table.",
    "table-not-read": "The table could not be read since: try again in a moment.",
    "no-failed-turn": "No failed turn has to be put back.",
    "not-as-it-was": "The table is not as it was: {moves}.",
    "no-tile-there": "No tile lies in set {set}, place {place}.",
    "photo-unusable": "The photograph {problem}",
    # Questions
    "question.misread": "Is this {read}, or {other}? If it is {other}, the turn is legal.",
    "question.missing": counted(
        "count",
        "Not visible: {tiles}. Is it covered, has it fallen, or was it taken back?",
        "Not visible: {tiles}. Are they covered, have they fallen, or were they taken back?",
    ),
    # Putting back
    "move.to-rack": "{tile} back to the rack",
    "move.between": "{tile} back between {left} and {right}",
    "move.beside": "{tile} back beside {left}",
    "move.alone": "{tile} back to its set",
    # Who may press
    "pin-needed": "The table's PIN is needed (header X-Table-Pin).",
    "pin-wrong": "That is not the table's PIN.",
    "pin-pause": counted(
        "seconds",
        "Too many wrong PINs; try again in {seconds} second.",
        "Too many wrong PINs; try again in {seconds} seconds.",
    ),
    "other-page": "This page does not belong to the table.",
    "other-address": "This address does not belong to the table.",
    "this-machine-only": "The page is open to this machine only.",
}
