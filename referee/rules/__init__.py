"""Which rules are there?

options.py: every option of play, and the presets; leaflets.py: where each rule comes from.
"""

from referee.rules.leaflets import NOTES, SOURCES
from referee.rules.options import COLOURS, NUMBERS, PRESETS, SMALLEST_SET, Rules, RulesError, options

__all__ = ["COLOURS", "NOTES", "NUMBERS", "PRESETS", "SMALLEST_SET", "SOURCES", "Rules", "RulesError", "options"]
