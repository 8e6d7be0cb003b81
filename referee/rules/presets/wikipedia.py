"""A short English description (leaflet 003): no clock, no penalty."""

from referee.rules.options import Preset

WIKIPEDIA = Preset(
    name="wikipedia",
    title="Short description",
    about="a short description without a clock",
    options={
        "turn_seconds": None,
        "failed_turn_draw": 1,
        "joker_freed_by": "its-tile",
        "freeing_tile_from": "rack",
        "freed_joker_goes": "two-from-rack",
    },
    sources={
        "box": "leaflet 003: 106 tiles, 104 with numbers and two jokers",
        "copies": "leaflet 003: each colour and number twice",
        "jokers": "leaflet 003: two jokers",
        "players_least": "leaflet 003: for two, three or four players",
        "players_most": "leaflet 003: for two, three or four players",
        "dealt": "leaflet 003: each player begins with fourteen tiles",
        "turn_seconds": "leaflet 003: names no time",
        "opening_points": "leaflet 003: tiles with a total value of at least thirty",
        "opening_sets": "leaflet 003: tiles worth thirty, no number of sets",
        "opening_may_use_table": "leaflet 003: without building on previously played tiles",
        "more_play_after_opening": "leaflet 003: without building on previously played tiles",
        "draw_when_passing": "leaflet 003: play tiles or pick one from the pool",
        "failed_turn_draw": "leaflet 003: play tiles or pick one; of a failed turn nothing stays played",
        "failed_turn_table": "reading chosen: leaflet 003 is silent; everything goes back",
        "late_draw": "leaflet 003: names no time",
        "must_lay": "leaflet 003: a player plays tiles or picks one",
        "forgotten_tiles": "reading chosen: they go to the pool; leaflet 003 is silent, so as leaflet 001",
        "group": "leaflet 003: a group is three or four tiles of one value in distinct colors",
        "group_colours_differ": "leaflet 003: colors may not repeat in a group",
        "run": "leaflet 003: a run is at least three tiles of one color in contiguous order",
        "one_after_thirteen": "leaflet 003: the extremes of the tile values limit a run",
        "valid": "leaflet 003: at the end of the turn, all played tiles must be in valid sets",
        "kept": "leaflet 003: played tiles are manipulated, and all are in sets at the turn's end",
        "jokers_in_a_set": "leaflet 003: names no limit",
        "joker_on_rack": "reading chosen: leaflet 003 is silent; 30 as in leaflet 001",
        "joker_before_opening": "leaflet 003: no building on played tiles before thirty are laid",
        "joker_freed_by": "leaflet 003: replaced by a tile matching its color and value",
        "freeing_tile_from": "leaflet 003: a tile of the player's own replaces it",
        "joker_of_three": "reading chosen: leaflet 003 is silent; either missing colour, as leaflet 001",
        "freed_joker_goes": "leaflet 003: that turn, with at least two other tiles from the player's rack",
        "joker_sets": "leaflet 003: sets already played may be manipulated; the joker's tile replaces it",
        "rebuilding": "leaflet 003: sets already played may be manipulated",
        "pool_empty": "reading chosen: until one player cannot lay; leaflet 003 is silent, so as leaflet 001",
        "match_won_by": "reading chosen: leaflet 003 is silent; the highest total, as leaflet 001",
        "rounds": "reading chosen: leaflet 003 is silent; as many as the players like",
        "round": "leaflet 003: the first player with no remaining tiles wins",
        "score": (
            "reading chosen: losers lose their racks' sums, the winner gains them all; leaflet 003 is silent, "
            "so as leaflet 001"
        ),
    },
    readings=(
        "The tile that replaces a joker is not one of the two that go with it.",
        "A joker that goes on standing for the same tile may move like that tile.",
        (
            "Time, penalties, scores and the joker's cost on a rack are not named: as leaflet 001, no time, nothing "
            "drawn for a failed turn."
        ),
    ),
)
