"""The Mind Sports Olympiad's Rummikub of 2019, for two players with a Bronstein clock each (msoworld.com)."""

from referee.rules.options import Preset

MIND_SPORTS = Preset(
    name="mind-sports",
    title="Mind Sports Olympiad",
    about="the Mind Sports Olympiad's tournament for two players",
    options={
        "players_most": 2,
        "new_deal_on_three_pairs": True,
        "turn_seconds": None,
        "bank_seconds": 600,
        "increment_seconds": 10,
        "clock_waits_for_referee": False,
        "joker_on_rack": 50,
        "never_opened_pays": 100,
    },
    sources={
        "players_most": "Mind Sports Olympiad 2019: matches of two players",
        "dealt": "Mind Sports Olympiad 2019: one joker and 13 drawn tiles for each player",
        "new_deal_on_three_pairs": "Mind Sports Olympiad 2019: with three pairs a player may ask for a new deal",
        "turn_seconds": "Mind Sports Olympiad 2019: the bank of time is the only limit",
        "bank_seconds": "Mind Sports Olympiad 2019: 10 minutes for each player",
        "increment_seconds": "Mind Sports Olympiad 2019: 10 seconds for each move (Bronstein)",
        "clock_waits_for_referee": "tournament practice: the clock runs on while the referee reads",
        "opening_points": "Mind Sports Olympiad 2019: 30 points or more in one set or several",
        "opening_may_use_table": "Mind Sports Olympiad 2019: not before the opening, nor in the turn of it",
        "more_play_after_opening": "Mind Sports Olympiad 2019: not in the turn of the opening",
        "joker_on_rack": "Mind Sports Olympiad 2019: a joker on a rack is worth 50",
        "never_opened_pays": "Mind Sports Olympiad 2019: a player who never opened is charged 100",
    },
    readings=(
        "Each player takes one joker and draws 13 tiles; together that is a rack of 14.",
        "A player who could have opened and chose not to is charged 200: nobody sees the rack, so the players say so.",
        "What the Olympiad's text leaves open is as in leaflet 001.",
    ),
)
