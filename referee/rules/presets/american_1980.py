"""The American text of 1980: the joker of a group of three is freed by both missing colours."""

from referee.rules.options import Preset

AMERICAN_1980 = Preset(
    name="american-1980",
    title="American text of 1980",
    about="the American text of 1980: both colours free the joker of a group of three",
    options={
        "late_draw": 1,
        "joker_freed_by": "its-tile",
        "joker_of_three": "both-colours",
        "freed_joker_goes": "any-set",
        "match_won_by": "rounds",
        "rounds": 4,
    },
    sources={
        "late_draw": "older American texts: one tile when only the time ran out",
        "failed_turn_draw": "older American texts: three tiles for a failed rearrangement",
        "joker_freed_by": "American text of 1980: a joker is replaced by the tile that it stands for",
        "joker_of_three": "American text of 1980: in a group of three both missing colours replace it",
        "freed_joker_goes": "American text of 1980: not back on the rack, but used in the same turn",
        "match_won_by": "American text: the player who won most games",
        "rounds": "American text: a round of four games",
    },
    readings=(
        "Both tiles that free the joker of a group of three come from the player's rack.",
        "What the text leaves open is as in leaflet 001.",
    ),
)
