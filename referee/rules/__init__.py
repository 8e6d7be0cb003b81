"""Which rules are there?

rules.py: Rules, what is played by; options.py: every option with its limits (limits.py); presets/: one file a
preset, made as preset.py says; leaflets.py: where each rule comes from.
"""

from referee.rules.leaflets import FIXED_RULES
from referee.rules.limits import Choice, Number, Option
from referee.rules.options import options
from referee.rules.preset import Preset
from referee.rules.presets import PRESET_FILES
from referee.rules.rules import COLOURS, NUMBERS, PRESETS, SMALLEST_SET, Rules, RulesError

__all__ = [
    "COLOURS",
    "FIXED_RULES",
    "NUMBERS",
    "PRESETS",
    "PRESET_FILES",
    "SMALLEST_SET",
    "Choice",
    "Number",
    "Option",
    "Preset",
    "Rules",
    "RulesError",
    "options",
]
