"""The original game, as the leaflets of 2019 print it in four languages (001, 002)."""

from referee.rules.options import Preset
from referee.rules.vocabularies import FINNISH_001

ORIGINAL = Preset(
    name="original",
    title="Original game",
    about="the game as the leaflet in its box has it (2019)",
    options={},
    sources={
        "box": "leaflet 001: 106 tiles, 1-13 in 4 colours twice, and 2 jokers",
        "copies": "leaflet 001: two of each number in each of the four colours",
        "jokers": "leaflet 001: 2 jokers",
        "players_least": "leaflet 001: for 2 to 4 players",
        "players_most": "leaflet 001: for 2 to 4 players",
        "dealt": "leaflet 001: each player takes 14 tiles",
        "new_deal_on_three_pairs": "no leaflet names a new deal",
        "turn_seconds": "leaflet 001: one minute a turn",
        "extensions": "no leaflet names an extension",
        "extension_seconds": "tournament practice: an extension is 30 seconds",
        "bank_seconds": "no leaflet names a bank of time",
        "increment_seconds": "no leaflet names a bank of time",
        "clock_waits_for_referee": "reading chosen: the minute is the player's, not the referee's",
        "opening_points": "leaflet 001: the first meld is worth at least 30 points",
        "opening_sets": "leaflet 001: sets worth 30, as many as the player likes",
        "opening_may_use_table": "leaflet 001: the first meld combines and builds on no set on the table",
        "more_play_after_opening": "leaflet 001: sets on the table are combined after the first meld",
        "draw_when_passing": "leaflet 001: who cannot or will not open takes one tile",
        "failed_turn_draw": "leaflet 001: three tiles from the pool as a penalty",
        "failed_turn_table": "leaflet 001: every tile goes back to where it was",
        "late_draw": "leaflet 001: who has not managed it within the minute takes three tiles",
        "idle_late": "reading chosen: three tiles are for tiles in the air; who moved none takes one",
        "must_lay": "leaflet 001: who cannot open, or waits with it, takes one tile",
        "forgotten_tiles": "leaflet 001: tiles whose place nobody remembers go to the pool",
        "group": "leaflet 001: a group is three or four tiles of one number in different colours",
        "group_colours_differ": "leaflet 001: one number, different colours",
        "run": "leaflet 001: a run is three or more consecutive numbers of one colour; 1 is lowest",
        "one_after_thirteen": "leaflet 001: 1 is always lowest and never follows 13",
        "valid": "leaflet 001: after each turn only valid sets lie on the table, no tile left over",
        "kept": "leaflet 001: tiles on the table are combined, never taken back to a rack",
        "jokers_in_a_set": "leaflet 001: names no limit",
        "joker_place": "reading chosen: leaflets are silent; a joker at the end of 12 13 counts as 11",
        "joker_on_rack": "leaflet 001: a joker left on a rack costs 30",
        "joker_before_opening": "leaflet 001: no joker is taken back before the first meld",
        "joker_freed_by": "leaflet 001: four ways to free the joker, splitting and shifting among them",
        "freeing_tile_from": "leaflet 001: the tile that replaces it comes from rack or table",
        "joker_of_three": "leaflet 001: in a group of three either missing colour replaces it",
        "joker_announced": "the leaflet names no announcement",
        "freed_joker_goes": "leaflet 001: a freed joker is used in the same turn in a new set",
        "joker_sets": "leaflet 001: a set with a joker may be added to, split and robbed",
        "rebuilding": "leaflet 001: sets are combined in many ways, so long as only valid sets remain",
        "pool_empty": "leaflet 001: each in turn lays at least one tile; if the player cannot go on, the game ends",
        "never_opened_pays": "no leaflet names such a cost",
        "most_lost": "no leaflet names a limit",
        "match_won_by": "leaflet 001: the highest total wins",
        "left_early": "reading chosen: leaflets are silent; a match is won by who plays it to its end",
        "rounds": "leaflet 001: as many games as the players like",
        "round": "leaflet 001: until one rack is empty",
        "score": (
            "leaflet 001: losers lose their racks' sums, the winner gains them all; pool empty: the lowest rack wins, "
            "losers lose their sum less the winner's"
        ),
        "tie": "reading chosen: leaflets are silent; equal lowest racks share the win, in whole points",
    },
    readings=(
        (
            "The Finnish text of leaflets 001 and 002 calls a run three or four numbers; the Swedish text says three "
            "or more, and the leaflet's own pictures show a run of five: there is no upper limit."
        ),
        (
            "The texts let a tile of the same number or colour replace a joker; read as the tile that keeps the set "
            "valid."
        ),
        (
            "A freed joker belongs in a new set, and every set that does not lie as it did counts as new: leaflet 001 "
            'prints "Muodosta uusi sarja" (make a new set) over a run and a group to which one tile is added. '
            "A stricter reading is an option (freed_joker_goes)."
        ),
        (
            "When the pool is empty the Swedish, Norwegian and Finnish texts and leaflet 002 end the round if the "
            "player cannot go on: as soon as one cannot. The Danish text says the players: then play goes on until "
            "nobody can (option pool_empty)."
        ),
        (
            "Who has laid nothing when the minute is over has passed and takes one tile; the three tiles are for who "
            "has tiles in the air (option idle_late)."
        ),
    ),
    vocabulary=FINNISH_001,
)
