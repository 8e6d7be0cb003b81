"""An older Finnish leaflet (000): stricter jokers, and an opening of one set that exceeds 30."""

from referee.rules.options import Preset
from referee.rules.vocabularies import FINNISH_000

FINNISH = Preset(
    name="finnish",
    title="Older Finnish leaflet",
    about="an older Finnish leaflet with stricter jokers",
    options={
        "opening_points": 31,
        "opening_sets": 1,
        "jokers_in_a_set": 1,
        "joker_freed_by": "its-tile",
        "freeing_tile_from": "rack",
        "freed_joker_goes": "new-set-from-rack",
        "joker_sets": "closed",
        "pool_empty": "until-nobody-can",
    },
    sources={
        "box": "leaflet 000: 104 numbered tiles and 2 jokers",
        "copies": "leaflet 000: two of each number in each of the four colours",
        "jokers": "leaflet 000: 2 jokers",
        "players_least": "leaflet 001: for 2 to 4 players (leaflet 000 has 4 racks)",
        "players_most": "leaflet 000: 4 racks",
        "dealt": "leaflet 000: each player takes 14 tiles",
        "turn_seconds": "leaflet 000: a turn lasts one minute",
        "opening_points": "leaflet 000: the sum must exceed 30",
        "opening_sets": 'leaflet 000: "a set whose sum exceeds 30": one set',
        "opening_may_use_table": "leaflet 000: not combined with sets on the table before the opening",
        "more_play_after_opening": "leaflet 000: other tiles are played in later turns, after the opening",
        "draw_when_passing": "leaflet 000: who cannot or will not play takes 1 tile",
        "failed_turn_draw": "leaflet 000: three tiles from the pool as a penalty",
        "failed_turn_table": "leaflet 000: each tile goes back to its old place",
        "late_draw": "leaflet 000: not finished within 1 minute: three tiles",
        "must_lay": "leaflet 000: who cannot or will not play takes 1 tile",
        "forgotten_tiles": "leaflet 000: tiles whose place nobody remembers go to the pool",
        "group": "leaflet 000: a group is three or four tiles of one number in different colours",
        "group_colours_differ": "leaflet 000: one number, different colours",
        "run": "leaflet 000: a run is three or more tiles of one colour in order of number; 1 is lowest",
        "one_after_thirteen": "leaflet 000: 1 is always lowest and cannot follow 13",
        "valid": "leaflet 000: at the turn's end only allowed sets lie there, no tile left over",
        "kept": "leaflet 000: each tile goes back to its place, none to the rack",
        "jokers_in_a_set": "leaflet 000: at most one joker in a set",
        "joker_on_rack": "leaflet 000: a joker left on a rack costs 30",
        "joker_before_opening": "leaflet 000: no joker is replaced before the player has opened",
        "joker_freed_by": "leaflet 000: replaced by a tile of the colour and number it stands for",
        "freeing_tile_from": "leaflet 000: the tile comes from the player's rack, not from the table",
        "joker_of_three": "leaflet 000: in a group of three either missing colour replaces it",
        "freed_joker_goes": "leaflet 000: in the same turn, in a new set made from the player's rack",
        "joker_sets": "leaflet 000: a set with a joker is not split or robbed, but may be continued",
        "rebuilding": "leaflet 000: sets are combined in many ways",
        "pool_empty": "leaflet 000: one more turn each; if the players cannot lay even then, the round ends",
        "match_won_by": "leaflet 000: the highest total wins",
        "rounds": "leaflet 000: as many rounds as are played",
        "round": "leaflet 000: until the first rack is empty",
        "score": (
            "leaflet 000: losers lose their racks' sums, the winner gains them all; pool empty: the lowest rack wins, "
            "losers lose their sum less the winner's"
        ),
    },
    readings=(
        (
            'The leaflet opens with "a set" onto an empty table: one set, and its sum must exceed 30. Later players '
            "open beside what lies there."
        ),
        "A freed joker's new set must hold a set made from the rack alone; it may then be continued.",
        "Once its joker is replaced, a set is an ordinary one.",
        (
            "With an empty pool each has one more turn, and the round ends if the players cannot lay even after that: "
            "it goes on while somebody lays. One last turn for all is an option (pool_empty)."
        ),
    ),
    vocabulary=FINNISH_000,
)
