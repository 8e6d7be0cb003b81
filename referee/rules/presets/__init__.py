"""The presets, one file each, in the order in which players are offered them."""

from collections.abc import Mapping

from referee.rules.preset import Preset
from referee.rules.presets.danish_card import DANISH_CARD
from referee.rules.presets.finnish import FINNISH
from referee.rules.presets.original import ORIGINAL
from referee.rules.presets.sabra import SABRA
from referee.rules.presets.tournament import TOURNAMENT
from referee.rules.presets.wikipedia import WIKIPEDIA

PRESET_FILES: Mapping[str, Preset] = {
    preset.name: preset for preset in (ORIGINAL, FINNISH, WIKIPEDIA, DANISH_CARD, SABRA, TOURNAMENT)
}
"""What each preset's file says, by the preset's name."""
