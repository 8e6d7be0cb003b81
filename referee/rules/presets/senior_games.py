"""The Gwinnett Senior Golden Games' Rummikub: two minutes a turn, and play goes on once the opening stands."""

from referee.rules.options import Preset

SENIOR_GAMES = Preset(
    name="senior-games",
    title="Senior Games",
    about="a tournament for seniors: two minutes a turn, play goes on after the opening",
    options={
        "players_least": 3,
        "turn_seconds": 120,
        "more_play_after_opening": True,
        "joker_freed_by": "its-tile",
        "rounds": 3,
    },
    sources={
        "players_least": "Senior Golden Games: tables of three or four",
        "players_most": "Senior Golden Games: tables of three or four",
        "dealt": "Senior Golden Games: each player draws 14 tiles",
        "turn_seconds": "Senior Golden Games: two minutes for each play",
        "opening_points": "Senior Golden Games: sets of at least 30 together",
        "opening_sets": "Senior Golden Games: more than one set may be laid",
        "more_play_after_opening": "Senior Golden Games: a player who opens may go on with the tiles on the table",
        "joker_freed_by": "Senior Golden Games: a joker is replaced by the tile that it stands for",
        "rounds": "Senior Golden Games: each table plays three games",
    },
    readings=("What the Games' text leaves open, penalties among it, is as in leaflet 001.",),
)
