"""Every template by its code."""

from collections.abc import Mapping

from referee.messages import camera, faults, inputs, play, rules, taught, terminal, tournament, words
from referee.messages.template import Template

SAID: tuple[Mapping[str, str | Template], ...] = (
    *(words.WORDS, faults.FAULTS, play.PLAY, inputs.INPUTS, camera.CAMERA),
    *(rules.RULES, terminal.TERMINAL, tournament.TOURNAMENT, taught.TAUGHT),
)
TEMPLATES: Mapping[str, Template] = {
    code: text if isinstance(text, Template) else Template(text) for said in SAID for code, text in said.items()
}
