"""What people argue about most: fifteen questions, and the rules that answer each."""

from collections.abc import Mapping

from referee.messages import Message
from referee.rules.plain_words import plain_words
from referee.rules.quotations import QUOTATIONS, Quotation
from referee.rules.rules import PRESETS, Rules

ASKED_MOST: Mapping[str, tuple[str, ...]] = {
    "freeing": ("joker_freed_by", "freeing_tile_from", "joker_announced"),
    "group-of-three": ("joker_of_three",),
    "at-once": ("freed_joker_goes",),
    "set-with-joker": ("joker_sets",),
    "before-opening": ("joker_before_opening",),
    "two-jokers": ("jokers_in_a_set",),
    "penalty": ("joker_on_rack",),
    "opening": ("opening_points", "opening_may_use_table"),
    "opening-sets": ("opening_sets",),
    "playing-on": ("more_play_after_opening",),
    "time-over": ("turn_seconds", "failed_turn_table", "failed_turn_draw", "forgotten_tiles"),
    "pool-empty": ("pool_empty", "score"),
    "taking-back": ("kept",),
    "after-thirteen": ("one_after_thirteen",),
    "colours": ("group_colours_differ",),
}
"""Each question with the options and rules whose sentences are its answer."""


def question(name: str) -> Message:
    """A question in words."""
    return Message(f"asked.{name}")


def answer(rules: Rules, name: str) -> tuple[Message, ...]:
    """What the rules say to a question, sentence by sentence.

    >>> [message.text for message in answer(Rules(), "penalty")]
    ['A joker left on a rack costs 30 points.']
    """
    sentences = [plain_words(rules, rule) for rule in ASKED_MOST[name] if _says_something(rules, rule)]
    more = f"answer.{name}.{rules.freed_joker_goes}" if name == "at-once" else f"answer.{name}"
    return (*sentences, *(Message(code) for code in (more,) if code in ANSWERED_BESIDES))


ANSWERED_BESIDES = ("answer.at-once.new-set", "answer.taking-back")
"""What no option says, by question (and by value where it depends on one)."""


def quotations(rules: Rules, name: str) -> tuple[Quotation, ...]:
    """What the leaflet prints about it, where the rules are still the leaflet's: in one language or several.

    A preset that is made from the original game has its leaflet's words where it plays as the original does.
    """
    asked = ASKED_MOST[name]
    printed = rules.preset if rules.preset in QUOTATIONS else "original"
    if any(getattr(rules, rule, None) != getattr(PRESETS[printed], rule, None) for rule in asked):
        return ()
    return QUOTATIONS[printed].get(name, ())


def _says_something(rules: Rules, rule: str) -> bool:
    return rule != "joker_announced" or rules.joker_announced
