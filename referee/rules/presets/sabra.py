"""Older printed rules, the "Sabra" text: stricter jokers, more play once the opening stands."""

from referee.rules.options import Preset

SABRA = Preset(
    name="sabra",
    title="Older Sabra text",
    about="older printed rules",
    options={
        "turn_seconds": 120,
        "more_play_after_opening": True,
        "late_draw": 1,
        "jokers_in_a_set": 2,
        "joker_freed_by": "its-tile",
        "freeing_tile_from": "rack",
        "freed_joker_goes": "new-set-from-rack",
        "joker_sets": "closed",
    },
    sources={
        "turn_seconds": "older Sabra text: two minutes a turn",
        "opening_points": "older Sabra text: at least 30 points",
        "more_play_after_opening": "older Sabra text: more may be played once the opening stands",
        "failed_turn_draw": "older Sabra text: three tiles for a failed rearrangement",
        "late_draw": "older American texts: one tile when only the time ran out",
        "jokers_in_a_set": "older Sabra text: two jokers may lie in one set",
        "joker_freed_by": "older Sabra text, as leaflet 000: only the tile it stands for",
        "freeing_tile_from": "older Sabra text, as leaflet 000: from the player's rack",
        "freed_joker_goes": "older Sabra text, as leaflet 000: in a new set made from the rack",
        "joker_sets": "older Sabra text, as leaflet 000: a set with a joker is only extended",
    },
    readings=(
        "Built from older printed texts, which differ; what they leave open is as leaflet 001.",
        "Two sets with a joker each may be pushed together: both are continued.",
    ),
)
