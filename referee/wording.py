"""The rules in plain words: one sentence for each option, as it stands."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.rules import Rules

Sentence = Callable[[Any], str]


def told(rules: Rules, option: str) -> str:
    """What an option says, in a sentence.

    >>> told(Rules(), "opening_points"), told(Rules(opening_sets=1), "opening_sets")
    ('An opening is worth at least 30 points.', 'An opening is one set.')
    """
    value = getattr(rules, option)
    sentence = SENTENCES[option]
    return sentence[value] if isinstance(sentence, Mapping) else sentence(value)


def _count(number: int, thing: str) -> str:
    return f"one {thing}" if number == 1 else f"{number} {thing}s"


def _or_none(sentence: Sentence, without: str) -> Sentence:
    return lambda value: without if value is None else sentence(value)


SENTENCES: dict[str, Sentence | Mapping[Any, str]] = {
    "copies": lambda n: f"The box holds each number from 1 to 13 in four colours, {n} of each.",
    "jokers": lambda n: f"The box holds {_count(n, 'joker')}.",
    "players_least": lambda n: f"At least {n} play.",
    "players_most": lambda n: f"At most {n} play.",
    "dealt": lambda n: f"Each player begins with {_count(n, 'tile')}.",
    "new_deal_on_three_pairs": {
        True: "Who has three pairs among the first tiles may ask for a new deal.",
        False: "Three pairs among the first tiles are played on with.",
    },
    "turn_seconds": _or_none(lambda n: f"A turn may take {n} seconds.", "A turn may take any time."),
    "extensions": lambda n: (
        f"Each player may take {_count(n, 'extension')} of the time." if n else "There are no extensions."
    ),
    "extension_seconds": lambda n: f"An extension is {n} seconds.",
    "bank_seconds": _or_none(lambda n: f"Each player has a bank of {n} seconds.", "There is no bank of time."),
    "increment_seconds": lambda n: (
        f"The first {n} seconds of a turn are free." if n else "No seconds of a turn are free."
    ),
    "clock_waits_for_referee": {
        True: "The clock stands still while the referee reads.",
        False: "The clock runs on while the referee reads.",
    },
    "opening_points": lambda n: f"An opening is worth at least {n} points.",
    "opening_sets": _or_none(
        lambda n: "An opening is one set." if n == 1 else f"An opening is at most {n} sets.",
        "An opening may be any number of sets.",
    ),
    "opening_may_use_table": {
        True: "An opening may use and extend the sets on the table.",
        False: "An opening comes from the rack alone; the sets on the table stay as they are.",
    },
    "more_play_after_opening": {
        True: "Once the opening stands, more may be played in the same turn.",
        False: "Nothing else is played in the turn of the opening.",
    },
    "draw_when_passing": lambda n: f"Who cannot or will not play draws {_count(n, 'tile')}.",
    "failed_turn_table": {
        "all-back": "When a turn fails, everything goes back to where it was.",
        "invalid-back": "When a turn fails, tiles in no valid set are taken back; the valid sets stay.",
    },
    "failed_turn_draw": lambda n: (
        f"Whose turn fails draws {_count(n, 'tile')}." if n else "Nothing is drawn for a turn that fails."
    ),
    "late_draw": {
        "as-failed": "When only the time ran out, the turn has failed like any other.",
        0: "When only the time ran out, nothing is drawn.",
        1: "When only the time ran out, one tile is drawn.",
    },
    "forgotten_tiles": {
        "pool": "Tiles whose place nobody remembers go to the pool.",
        "rack": "Tiles whose place nobody remembers go to the player's rack.",
    },
    "group_colours_differ": {
        True: "The colours of a group are all different.",
        False: "The colours of a group may repeat.",
    },
    "one_after_thirteen": {
        True: "A run may end 12, 13, 1.",
        False: "1 is the lowest number and never follows 13.",
    },
    "jokers_in_a_set": _or_none(
        lambda n: f"A set may hold {_count(n, 'joker')}.", "A set may hold any number of jokers."
    ),
    "joker_on_rack": lambda n: f"A joker left on a rack costs {n} points.",
    "joker_before_opening": {
        True: "A joker may be taken from the table before one's own opening.",
        False: "No joker is taken from the table before one's own opening.",
    },
    "joker_freed_by": {
        "rearranging": "A joker is freed by any rearranging that leaves valid sets.",
        "its-tile": "A joker is freed only by the very tile it stands for.",
    },
    "freeing_tile_from": {
        "rack-or-table": "The tile that takes a joker's place comes from the rack or from the table.",
        "rack": "The tile that takes a joker's place comes from the player's rack.",
    },
    "joker_of_three": {
        "either-colour": "The joker of a group of three is freed by either missing colour.",
        "both-colours": "The joker of a group of three is freed by both missing colours together.",
    },
    "joker_announced": {
        True: "Taking a joker is announced first; no camera sees that.",
        False: "Taking a joker need not be announced.",
    },
    "freed_joker_goes": {
        "new-set": "A freed joker is part of a new set in the same turn.",
        "any-set": "A freed joker is part of a set in the same turn.",
        "two-from-rack": "A freed joker lies with at least two other tiles from the rack in the same turn.",
        "new-set-from-rack": "A freed joker is part of a new set made from the rack in the same turn.",
    },
    "joker_sets": {
        "open": "A set with a joker may be extended, split and robbed.",
        "closed": "A set with a joker may be extended; it is not split or robbed but for the joker itself.",
        "keeps-its-tile": "A joker may move only if it goes on standing for the same tile.",
    },
    "rebuilding": {
        "free": "Sets are rebuilt freely.",
        "all-or-three": "All tiles of a set are taken, or at least 3 of them stay together.",
    },
    "pool_empty": {
        "until-nobody-can": "When the pool is empty, each in turn lays a tile until nobody can.",
        "one-last-turn": "When the pool is empty, each player has one last turn to lay a tile.",
    },
    "never_opened_pays": lambda n: (
        f"Who never opened pays {n} points more." if n else "Who never opened pays nothing more."
    ),
    "most_lost": _or_none(
        lambda n: f"Nobody loses more than {n} points in a round.", "There is no limit to what a round costs."
    ),
    "match_won_by": {
        "points": "The match is won by the most points.",
        "rounds": "The match is won by the most rounds.",
    },
    "rounds": _or_none(
        lambda n: f"A match is {_count(n, 'round')}.", "A match has as many rounds as the players like."
    ),
}
"""A sentence for each option, by its value or made from it."""
