"""Every template by its code."""

from collections.abc import Mapping

from referee.messages import camera, faults, inputs, play, rules, terminal, words
from referee.messages.template import Template

TEMPLATES: Mapping[str, Template] = {
    code: text if isinstance(text, Template) else Template(text)
    for said in (words.WORDS, faults.FAULTS, play.PLAY, inputs.INPUTS, camera.CAMERA, rules.RULES, terminal.TERMINAL)
    for code, text in said.items()
}
