"""The order in which the rules are told: chapters, each with its rules and options."""

from collections.abc import Mapping

CHAPTERS: Mapping[str, tuple[str, ...]] = {
    "chapter.box": (
        "box",
        "copies",
        "jokers",
        "players",
        "players_least",
        "players_most",
        "dealt",
        "new_deal_on_three_pairs",
    ),
    "chapter.sets": ("run", "one_after_thirteen", "group", "group_colours_differ", "valid", "kept", "rebuilding"),
    "chapter.opening": ("opening_points", "opening_sets", "opening_may_use_table", "more_play_after_opening"),
    "chapter.jokers": (
        "jokers_in_a_set",
        "joker_freed_by",
        "freeing_tile_from",
        "joker_of_three",
        "freed_joker_goes",
        "joker_sets",
        "joker_before_opening",
        "joker_announced",
        "joker_on_rack",
    ),
    "chapter.time": (
        "turn_seconds",
        "extensions",
        "extension_seconds",
        "bank_seconds",
        "increment_seconds",
        "late_draw",
        "clock_waits_for_referee",
    ),
    "chapter.no-play": ("draw_when_passing", "failed_turn_table", "failed_turn_draw", "forgotten_tiles"),
    "chapter.end": ("round", "pool_empty", "score", "tie", "never_opened_pays", "most_lost", "match_won_by", "rounds"),
}
"""Every rule and every option, chapter by chapter."""

TOLD_BY_ANOTHER: Mapping[str, str] = {
    "copies": "box",
    "jokers": "box",
    "players_least": "players",
    "players_most": "players",
    "one_after_thirteen": "run",
    "group_colours_differ": "group",
    "extension_seconds": "extensions",
    "increment_seconds": "bank_seconds",
}
"""Options that need no sentence of their own where the whole is told."""
