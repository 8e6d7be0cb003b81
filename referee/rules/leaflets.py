"""Where a rule comes from: a leaflet of the game, a reading chosen where leaflets are silent, or a house rule."""

from referee.rules.presets import PRESET_FILES

FIXED_RULES = ("box", "group", "run", "valid", "kept", "round", "score", "tie")
"""Rules that are no option: what the box holds, what a group and a run are; that only sets lie on the table
(`valid`) and nothing vanishes from it (`kept`); what ends a round, how it is scored, and who wins a tie."""


def printed_source(preset: str, rule: str) -> str:
    """What a rule of a preset rests on; what its file does not name stands under the original game.

    Raises KeyError: neither names it.

    >>> printed_source("finnish", "jokers_in_a_set")
    'leaflet 000: at most one joker in a set'
    """
    for name in (preset, "original"):
        if rule in PRESET_FILES[name].sources:
            return PRESET_FILES[name].sources[rule]
    raise KeyError(rule)
