"""A Danish cardboard edition (leaflet 004): 4 jokers, 40 points, 2 minutes, 25 for a joker."""

from referee.rules.options import Preset
from referee.rules.vocabularies import DANISH_004

DANISH_CARD = Preset(
    name="danish-card",
    title="Danish cards",
    about="a Danish edition on cardboard with 4 jokers",
    options={
        "jokers": 4,
        "turn_seconds": 120,
        "opening_points": 40,
        "failed_turn_draw": 0,
        "failed_turn_table": "invalid-back",
        "group_colours_differ": False,
        "joker_on_rack": 25,
        "joker_freed_by": "its-tile",
        "freeing_tile_from": "rack",
        "joker_announced": True,
        "freed_joker_goes": "any-set",
        "must_lay": True,
        "joker_sets": "keeps-its-tile",
        "rebuilding": "all-or-three",
        "pool_empty": "until-nobody-can",
    },
    sources={
        "box": "leaflet 004: 104 tiles and 4 jokers",
        "copies": "leaflet 004: 104 tiles",
        "jokers": "leaflet 004: 4 jokers",
        "players_least": "reading chosen: leaflet 004 is silent; 2 to 4, as leaflet 001",
        "players_most": "leaflet 004: 4 racks",
        "dealt": "leaflet 004: each player takes 14 tiles",
        "turn_seconds": "leaflet 004: tiles are laid within 2 minutes",
        "opening_points": "leaflet 004: tiles worth 40 points together",
        "opening_sets": "leaflet 004: several sets may make up the 40 points",
        "opening_may_use_table": "leaflet 004: no rebuilding before one's own first 40 points lie",
        "more_play_after_opening": "leaflet 004: tiles are added to sets on the table after the first time",
        "draw_when_passing": "leaflet 004: lay tiles or draw one",
        "failed_turn_draw": "leaflet 004: lay some down or draw one; no other penalty is named",
        "failed_turn_table": "leaflet 004: tiles that lie in no right set are taken back",
        "late_draw": "leaflet 004: names no penalty",
        "must_lay": "leaflet 004: tiles are laid, if that is possible, or one is drawn",
        "idle_late": "leaflet 004: lay some down or draw one; names no penalty",
        "forgotten_tiles": "reading chosen: they go to the pool; leaflet 004 is silent, so as leaflet 001",
        "group": "leaflet 004: a group is at least three tiles of one value",
        "group_colours_differ": "leaflet 004: at least three tiles of one value; colours are not named",
        "run": "leaflet 004: a run is at least three tiles in order in one colour",
        "one_after_thirteen": "reading chosen: leaflet 004 is silent; never after 13, as leaflet 001",
        "valid": "leaflet 004: tiles are laid in groups and runs, all that are taken are used at once",
        "kept": "leaflet 004: all tiles taken from other sets are used at once",
        "jokers_in_a_set": "leaflet 004: names no limit",
        "joker_on_rack": "leaflet 004: a joker counts 25 at the end",
        "joker_before_opening": "leaflet 004: no rebuilding before one's own first 40 points lie",
        "joker_freed_by": "leaflet 004: replaced by the tile it was laid in place of",
        "freeing_tile_from": "reading chosen: leaflet 004 does not say whence; from the player's rack",
        "joker_of_three": "reading chosen: leaflet 004 is silent; either missing tile, as leaflet 001",
        "joker_announced": "leaflet 004: the player says so beforehand",
        "freed_joker_goes": "reading chosen: leaflet 004 is silent; into a set in the same turn",
        "joker_sets": "leaflet 004: a joker is used only in the same way as in the original set",
        "rebuilding": "leaflet 004: all tiles of a set are taken, or at least 3 remain of it",
        "pool_empty": "reading chosen: until nobody can lay; leaflet 004 is silent, so as leaflet 001 in Danish",
        "match_won_by": "leaflet 004: most plus points win",
        "rounds": "leaflet 004: a number of rounds agreed beforehand",
        "round": "leaflet 004: who lays the last tile wins the round at once",
        "score": (
            "leaflet 004: losers lose their racks' sums, the winner gains them all; pool empty: as leaflet 001 (004 is "
            "silent)"
        ),
    },
    readings=(
        (
            "Colours of a group: the leaflet asks only for one value, so they may repeat; a sister edition's text says "
            "they must differ (option group_colours_differ)."
        ),
        (
            "All tiles of a set are taken, or three are left of it; which were taken no table shows. A set counts as "
            "what is left of an old one when more than half of its tiles come from it, and needs three of them: of 4 5 "
            "6, another set may hold 5 6 with 7 8, but not with 7 alone. That half is ours; who reads that all tiles "
            "may be taken at any time plays with sets rebuilt freely (option rebuilding)."
        ),
        (
            "A joker is used only in the same way as in its old set: it goes on standing for the same tile (option "
            "joker_sets)."
        ),
        (
            "Sets are laid in front of the player who lays them; as everybody may rebuild everybody's, whose set it is "
            "matters to nothing, and the table is one."
        ),
        (
            "Tiles are laid if that is possible: a player who can has to. No camera sees a rack, so the players see to "
            "that (option must_lay), and to a joker being announced (option joker_announced)."
        ),
        "The leaflet lets a player announce and take a joker, but not keep it: it must lie in a set.",
        "Agree on a number of rounds (option rounds).",
    ),
    vocabulary=DANISH_004,
)
