"""Every template by its code."""

from collections.abc import Mapping

from referee.messages import camera, faults, inputs, play, rules, taught, terminal, tournament, words
from referee.messages.template import Template

SAID: Mapping[str, Mapping[str, str | Template]] = {
    "words": words.WORDS,
    "faults": faults.FAULTS,
    "play": play.PLAY,
    "inputs": inputs.INPUTS,
    "camera": camera.CAMERA,
    "rules": rules.RULES,
    "terminal": terminal.TERMINAL,
    "tournament": tournament.TOURNAMENT,
    "taught": taught.TAUGHT,
}
"""What is said, by what it is about."""
TEMPLATES: Mapping[str, Template] = {
    code: text if isinstance(text, Template) else Template(text)
    for said in SAID.values()
    for code, text in said.items()
}
