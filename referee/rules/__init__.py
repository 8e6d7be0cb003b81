"""Which rules are there?

rules.py: Rules, what is played by; options.py: every option with its limits, and what a preset is; presets/: one file a
preset; plain_words.py: each in a sentence, in which order, where it comes from, and what people argue about
most; quotations.py: in the leaflets' own words; vocabularies.py: what a leaflet calls the things of the game.
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
