"""The rules of play: presets, options and their sentences.

rules.py: Rules, a value for each option; options.py: every option with its limits, and the record of a preset;
presets/: one file for each preset; plain_words.py: a sentence for each rule, the order of the rules, their sources, and
the disputed questions; quotations.py: the leaflets' own words; vocabularies.py: the leaflets' words for the things of
the game.
"""

from referee.rules.options import OPTIONS, Choice, Number, Option, Preset
from referee.rules.plain_words import (
    ASKED_MOST,
    CHAPTERS,
    FIXED_RULES,
    TOLD_BY_ANOTHER,
    answer,
    option_label,
    plain_words,
    question,
    quotations,
    source_of,
    wrong_number,
)
from referee.rules.presets import PRESET_FILES
from referee.rules.quotations import Quotation
from referee.rules.rules import COLOURS, NUMBERS, PRESETS, SMALLEST_SET, Rules, RulesError
