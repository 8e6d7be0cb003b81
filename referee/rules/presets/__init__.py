"""The presets, one file each, in the order in which players are offered them.

original (2019); finnish (an older leaflet), danish_card, wikipedia, sabra, american_1980; for clubs: tournament,
world_championship, mind_sports, senior_games.
"""

from collections.abc import Mapping

from referee.rules.options import Preset
from referee.rules.presets.american_1980 import AMERICAN_1980
from referee.rules.presets.danish_card import DANISH_CARD
from referee.rules.presets.finnish import FINNISH
from referee.rules.presets.mind_sports import MIND_SPORTS
from referee.rules.presets.original import ORIGINAL
from referee.rules.presets.sabra import SABRA
from referee.rules.presets.senior_games import SENIOR_GAMES
from referee.rules.presets.tournament import TOURNAMENT
from referee.rules.presets.wikipedia import WIKIPEDIA
from referee.rules.presets.world_championship import WORLD_CHAMPIONSHIP

_OFFERED = (
    ORIGINAL, FINNISH, WIKIPEDIA, DANISH_CARD, SABRA, AMERICAN_1980,
    TOURNAMENT, WORLD_CHAMPIONSHIP, MIND_SPORTS, SENIOR_GAMES,
)  # fmt: skip
PRESET_FILES: Mapping[str, Preset] = {preset.name: preset for preset in _OFFERED}
"""The record of each preset, by its name."""
