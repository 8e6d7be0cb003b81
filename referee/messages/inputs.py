"""Messages on input that cannot be used: notation, rules, bodies of requests, arguments of commands."""

from collections.abc import Mapping

from referee.messages.template import Template

INPUTS: Mapping[str, str | Template] = {
    # Notation
    "not-a-tile": '"{word}" is not a tile',
    "joker-has-neither": "a tile has a colour and a number, a joker neither",
    "not-a-number-of-a-tile": "{number} is not a tile's number ({least} to {most})",
    "at-set": "{place}, set {set}: {problem}",
    "not-on-table": "no such set lies in {table}",
    "not-a-list-of-sets": "{given} is not a list of sets",
    "not-text": "{given} is not text",
    "too-many-tiles": "more than {most} tiles: no table holds as many",
    "empty-set": "a set without tiles",
    "input.endless": "{place}: goes on after {most} MB; no input here is as long",
    # Rules
    "rules.not-a-preset": 'rules: "{preset}" is not a preset ({known})',
    "rules.not-an-option": 'rules: "{option}" is not an option',
    "rules.neither": "rules: {given} is neither a preset's name nor an object",
    "rules.not-possible": 'rules, option "{option}": {given} is not possible ({wanted})',
    "rules.players-least": 'rules, option "players_least": more than "players_most"',
    "rules.box-too-small": (
        'rules, option "players_most": {players} racks of {dealt} tiles are more than the {box} tiles of the box'
    ),
    "rules.too-long": "rules: too long",
    "rules.not-json": "rules: not JSON",
    "wanted.one-of": "one of {values}",
    "wanted.truth": "true or false",
    "wanted.number": "a whole number from {least} to {most}",
    "wanted.number-or-none": "a whole number from {least} to {most}, or null",
    "wanted.whole": "a whole number",
    "wanted.any-number": "a number",
    "wanted.seconds": "seconds that a turn can take",
    "wanted.text": "a text",
    "wanted.name": "a name",
    "wanted.names": "a list of names",
    "wanted.tile": "a tile in notation, such as r6",
    "wanted.notation": "tiles in notation, such as r5 k3 J",
    "wanted.sets": "a list of sets in notation",
    "wanted.racks": 'an object of racks in notation or in points, such as {"Bo": "r5 k3", "Cy": 37}',
    "wanted.rack": "tiles in notation such as “r5 k3”, or points such as 37",
    "wanted.rules": "a preset's name or an object {…}",
    "wanted.date": "a date, such as 2026-11-22",
    "wanted.list": "a list […]",
    "wanted.object": "an object {…}",
    # JSON from outside: bodies of requests, files of commands, rows of the journal
    "standard-input": "standard input",
    "the-input": "the input",
    "the-body": "the body",
    "input.not-json": "{what} is not JSON ({why})",
    "input.not-an-object": "{what} has to be an object {…}",
    "input.unusable": "{what} cannot be used",
    "input.unknown": '"{name}" is not known here ({known})',
    "input.twice": '"{name}" stands there twice',
    "input.missing": '"{name}" is missing',
    "input.wrong": '"{name}" has to be {wanted}, not {given}',
    "input.blank": '"{name}" is empty; it has to be {wanted}',
    "input.too-many": '"{name}" holds {count}, but {most} are the most',
    "input.too-long": '"{name}" is longer than {most} characters',
    "input.not-printable": '"{name}" holds characters that cannot be printed',
    "rack-notation": "a rack is its tiles in notation, such as r5 k3 J",
}
