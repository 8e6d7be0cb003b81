"""What cannot be used: notation, rules, the bodies of requests, what a command is given."""

from collections.abc import Mapping

from referee.messages.template import Template

INPUTS: Mapping[str, str | Template] = {
    # Notation
    "not-a-tile": '"{word}" is not a tile',
    "joker-has-neither": "a tile has a colour and a number, a joker neither",
    "not-a-number-of-a-tile": "{number} is not a tile's number ({least} to {most})",
    "at-set": "{place}, set {set}: {problem}",
    "not-a-list-of-sets": "{given} is not a list of sets",
    "not-text": "{given} is not text",
    "empty-set": "a set without tiles",
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
    # Bodies and files
    "body.not-json-type": "the body has to be JSON (Content-Type: application/json)",
    "body.not-json": "the body is not JSON",
    "body.not-an-object": "the body has to be an object {…}",
    "body.unknown": '"{name}" is not known here ({known})',
    "body.missing": '"{name}" is missing',
    "body.not-text": '"{name}" has to be a text',
    "body.not-a-number": '"{name}" has to be a whole number from {least} to {most}',
    "body.not-truth": '"{name}" has to be true or false',
    "body.not-names": '"{name}" has to be a list of names',
    "body.not-a-name": '"{name}" has to be a name',
    "body.not-racks": '"{name}" has to be an object of racks in notation, as {example}',
    "body.too-long": '"{name}" is longer than {most} characters',
    "body.not-printable": '"{name}" holds characters that cannot be printed',
    "body.not-one-of": '"{name}" has to be one of {known}',
    "rack-notation": "a rack is its tiles in notation, as r5 k3 J",
}
